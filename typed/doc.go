// Package typed turns Go functions into tools.
//
//	package main
//
//	import (
//		"context"
//		"encoding/json"
//		"fmt"
//		"log"
//
//		"github.com/toolnexus/go-sdk/typed"
//	)
//
//	type Weather struct {
//		City string `json:"city" jsonschema:"City to look up"`
//		Unit string `json:"unit,omitempty" validate:"oneof=celsius fahrenheit" jsonschema:"default=celsius"`
//	}
//
//	type Report struct {
//		Degrees float64 `json:"degrees"`
//	}
//
//	func main() {
//		tool, err := typed.Define("weather", "Reports the current weather of a city.",
//			func(ctx context.Context, in Weather) (Report, error) {
//				return Report{Degrees: 21.5}, nil
//			})
//		if err != nil {
//			log.Fatal(err)
//		}
//		result := tool.Call(context.Background(), json.RawMessage(`{"city":"Oslo"}`))
//		fmt.Println(result.Output) // {"degrees":21.5}
//	}
//
// The tool's schemas are made from the struct tags. Every call is checked
// against the published schema and the validate tags before the function runs;
// whatever is wrong is reported at once, in words that a model can act on. The
// function's result becomes JSON text, its error an error result.
//
// # What is required
//
// A key is optional if its json tag has omitempty or omitzero, if the field is
// a pointer, if it has a default, or if its validate tag has omitempty,
// omitzero or omitnil; unless validate:"required" or jsonschema:"required" says
// otherwise. Required means that the key is there and not null: 0, false and []
// are values. A required string must not be empty either.
//
// # Descriptions
//
// The description of a field is that of its jsonschema tag. A field without one has
// what the method GetFieldDocString of its struct says, which the command line
// writes from the comments of the fields. After
//
//	go get -tool github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus
//
// a line in the package is enough:
//
//	//go:generate go tool toolnexus comments
//
// # What is forgiven
//
// Null for an optional key counts as absent. A whole number may be written 3.0
// or 1e3. A string that holds exactly one value of the wanted type counts as
// that value, where the field cannot be a string. Defaults are filled in. All
// of it is noted in the result's metadata, under "repairs". [Strict] turns the
// first and the third off. Everything else is refused: broken JSON is never
// mended.
//
// # Deviations from JSON Schema
//
// What is forgiven, above, is put right before the schema is asked. A format is a
// demand and no annotation. Whatever the schema says, no name may be given twice, and
// no number may be beyond what a double holds, where integers keep all their digits.
// Rules about other fields are said in words and enforced in Go.
//
// # Deviations from encoding/json
//
// Keys match exactly, and only once. Unknown keys are refused. Null is no value
// for a required key. Arrays have exactly as many items as their Go type. A
// [time.Duration] is text such as 1h30m, and a [net/url.URL] is its text, both
// ways. Results have [] and {} for nil slices and maps, and no HTML escapes.
//
// # Deviations from validator
//
// A rule sees a value only if it was sent: omitempty does not let a zero
// through, and the rules inside an optional struct do not run when it is left
// out. Structs inside lists and maps are checked without dive. required is
// about the key, not about the zero value. required_if, excluded_with and the like
// are about keys too. A rule that orders a value against another field is not run
// where that one was not sent. structonly, and a "-" on a struct, do not turn off
// the rules inside the struct. The rules.md of package schema lists every rule.
//
// # Asking people
//
// [Ask] suspends the call until a person has given a typed answer, [Approve]
// until they have said yes; [RequireApproval] asks before the handler runs. The
// handler is run again from its start for each answer, in this process or
// another; package toolnexus/pending keeps calls that wait.
//
// # Coming from elsewhere
//
// The file migrating.md shows one tool as it is written with a map, with
// modelcontextprotocol/go-sdk, mark3labs/mcp-go and cloudwego/eino, and what becomes
// of it here.
//
// # Calling tools
//
// [Call] and [Func] run any tool, whoever made it, with typed arguments and a
// typed result.
package typed
