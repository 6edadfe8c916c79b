// Package toolnexus is the core every tool meets: what a tool is, how it is
// called, what it returns, how it waits for a human, and how many of them are
// held together and offered to a model.
//
//	package main
//
//	import (
//		"context"
//		"encoding/json"
//		"fmt"
//
//		"github.com/toolnexus/go-sdk/toolnexus"
//	)
//
//	func main() {
//		greet := toolnexus.DefineTool("greet", "Greets a person by name.",
//			json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`),
//			func(ctx context.Context, args json.RawMessage) (string, error) {
//				var in struct {
//					Name string `json:"name"`
//				}
//				if err := json.Unmarshal(args, &in); err != nil {
//					return "", err
//				}
//				return "Hello, " + in.Name + "!", nil
//			})
//
//		result := greet.Call(context.Background(), json.RawMessage(`{"name":"Ada"}`))
//		fmt.Println(result.Output, result.IsError())
//	}
//
// # Tools
//
// A [Tool] is plain data with one function in it. Every field is public, so a
// struct literal is a legal tool, and [DefineTool] is a short way to write the
// common case. Schemas are raw JSON: a schema that came from somewhere else is
// passed on as it came. [Tool.Validate] says what is wrong with a tool.
//
// Run a tool with [Tool.Call], not by calling Execute: Call turns missing
// arguments into an empty object, keeps a panic from crossing the boundary,
// and does not start a tool whose context is already done.
//
// # One return channel
//
// A failure is a [ToolResult], never a Go error and never a panic. The two
// readers of a result see different things. The model reads Output and the
// parts. The host also has Error, with its whole chain for [errors.Is] and
// [errors.As], and Metadata, which is never sent to a model.
//
// The text of an error reaches the model, so write it for a reader who can only
// try again with other arguments. The value and the stack of a panic stay in
// [PanicError]; the model is told that the tool failed internally.
//
// A tool that ends its goroutine with [runtime.Goexit], or dies of a fatal
// runtime error such as a concurrent map write, cannot be recovered by anyone,
// and Call starts no goroutine to hide that.
//
// # Suspension
//
// A tool that needs a human returns a request instead of an answer: [Pending],
// [AuthRequired], or [Suspend] in code that returns an error. [PendingOf] finds
// the request in the result, behind any wrapping, and after the result went
// through JSON to another process. [Resume] runs the tool again with the
// answer, which the tool reads with [AnswerFrom]. The answer must echo the id
// of the request, and an expired request is not run.
//
// # Toolkits and sources
//
// A [Toolkit] holds the tools of several sources under unique names. [New] asks
// all of them at once; one that fails takes nothing from the others, and
// [Toolkit.Status] says what became of each source and of each tool that was left
// out. [Tools] makes a source of tools, [Filtered] a part of another source, and
// everything with the method of [Source] is one too. The package tooltest tests
// a source.
//
// [Toolkit.Execute] runs the call of a model by its name. It takes null for what
// the model leaves out, and a name that no tool has is an answer for the model
// too. [Toolkit.Register] and [Toolkit.Unregister] change the tools at any time.
//
// # Providers
//
// [Toolkit.OpenAI], [Toolkit.Anthropic] and [Toolkit.Gemini] declare the tools
// as JSON for the field "tools" of a request. What a provider does not take of a
// schema is rewritten, and each demand that is lost on the way is reported. A
// tool that cannot be said at all is left out and named in a [*DeclareError], and
// so are limits on all tools together.
//
// A result goes back by [ToolResult.OpenAIMessage], [ToolResult.OpenAIOutput],
// [ToolResult.AnthropicBlock] or [ToolResult.GeminiPart]. Parts of a message are
// written by [OpenAIContent], [OpenAIInput], [AnthropicContent] and
// [GeminiContent]; of a kind that a provider does not take, a placeholder is left.
// All of that is JSON and needs no package of a provider.
//
// # Names
//
// A tool name starts with a letter or an underscore and has at most 64
// letters, digits, underscores and hyphens, all of ASCII, because every model
// provider takes that. Other names are refused, never changed in silence; use
// [Sanitize] to derive a name from other text, and [ValidateName] to check one.
//
// # JSON
//
// Tool, ToolResult, ContentPart, Request and Answer have one wire form each,
// the same in both directions, written without HTML escaping. (A surrounding
// [encoding/json.Marshal] adds the escaping again; use an Encoder with
// SetEscapeHTML(false) where the bytes matter.)
//
// # Concurrency
//
// A [Toolkit] is safe for concurrent use. Everything else here is a value or a
// pure function. A Tool may be copied and called from many goroutines if its
// Execute may. A ToolResult may be shared as long as nobody writes to its maps
// and slices; the With methods copy.
//
// # For readers of the Rust documentation
//
// The ideas are the same and most names carry over:
//
//   - ToolContext's cancel is ctx.Done(), its timeout is the deadline of ctx,
//     and its answer is [AnswerFrom](ctx)
//   - ToolResult::ok and ToolResult::error are [OK] and [Errorf]
//   - define_tool is [DefineTool]
//   - define_typed_tool is Define in package typed, which derives the schema
//     that Rust takes by hand
//   - pending_of is [PendingOf]
//   - ContentPart::from_path is [PartFromFile]
//   - ToolSource::Custom is [SourceCustom]
package toolnexus
