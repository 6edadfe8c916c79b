// Toolnexus looks at tools, calls them, and holds them to their schemas, from the
// command line:
//
//	go install github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus@latest
//
//	toolnexus tools ./internal/tools
//	toolnexus call ./internal/tools to_fahrenheit --args '{"celsius": 21}'
//	toolnexus schema ./internal/tools to_fahrenheit --dialect gemini
//	toolnexus schema diff kit.json ./internal/tools
//	toolnexus snapshot ./internal/tools --dir testdata/tools
//	toolnexus docs ./internal/tools -o docs/tools/
//	toolnexus comments ./...
//
// # Inputs
//
// Tools are read from a Go package (./internal/tools, example.com/mod/tools,
// ./...) or from a file: an exported toolkit, as toolnexus tools --json prints
// it, or what an MCP server answers to tools/list. The standard input is "-".
//
// Of a Go package, all exported variables of type toolnexus.Tool,
// []toolnexus.Tool and *toolnexus.Toolkit count, and all exported functions that
// return one of these, with an error or without, and take nothing or a
// context.Context. The package is built inside its own module, with the user's
// own flags for the go command, such as GOFLAGS=-tags=x. Nothing is written
// there: the program that asks the package for its tools exists in an overlay
// only, and what is built lies in a folder for temporary files until the command
// ends. What the package prints goes to standard error.
//
// To list tools runs the package's code once, and to call one runs it again.
// Each run ends at --timeout, with everything that it started.
//
// # Exit codes
//
//	  0  fine
//	  1  the answer is no: the call failed, a change is breaking, something differs
//	  2  wrong usage, or a tool that is not there
//	  3  the input cannot be read, built or run
//	  4  the call waits for a human
//	130  interrupted
//
// # For programs
//
// Commands print JSON with --json. Results go to standard output, everything
// else to standard error. Colors are for terminals, and NO_COLOR is heeded.
//
// # Comments
//
// The description of a field is what its tag says, or else what the method
// GetFieldDocString of its struct says. The command comments writes that method,
// from the comments of the fields. In a module that has it as a tool
//
//	go get -tool github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus
//
// a line in the package is enough:
//
//	//go:generate go tool toolnexus comments
package main
