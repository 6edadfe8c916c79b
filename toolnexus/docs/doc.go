// Package docs writes the reference documentation of tools: as Markdown, as
// JSON, and as one HTML page that needs nothing from outside.
//
//	package main
//
//	import (
//		"context"
//		"log"
//		"os"
//
//		"github.com/toolnexus/go-sdk/toolnexus/docs"
//		"github.com/toolnexus/go-sdk/typed"
//	)
//
//	type Greet struct {
//		Name string `json:"name" validate:"required" jsonschema:"Whom to greet"`
//	}
//
//	func main() {
//		greet := typed.MustDefine("greet", "Greets a person by name.",
//			func(ctx context.Context, in Greet) (typed.Text, error) {
//				return typed.Text("Hello, " + in.Name + "!"), nil
//			})
//		reference, err := docs.New(greet)
//		if err != nil {
//			log.Fatal(err)
//		}
//		if err := os.WriteFile("tools.html", reference.HTML(), 0o644); err != nil {
//			log.Fatal(err)
//		}
//	}
//
// The tools of a toolkit are documented by docs.New(kit.List()...).
//
// # What is said
//
// All of it is made from the schemas of the tools, the same bytes that calls are
// held to and models are told. Each field has its path, its type, whether it is
// required, its default, its description and what it must satisfy, in words. A
// keyword that has no words is shown as JSON, so that nothing is left out.
//
// A schema may come from anywhere. What several references lead to is described
// once, as a definition, and linked; so is recursion.
//
// Examples of calls are those that the input schema lists and accepts. Where there
// are none, one is made from the schema.
//
// Beside its schema, each tool shows what is left of it in the dialects of the
// providers of models, and what they are not told; see [schema.Dialect].
//
// # Foreign text
//
// Names and descriptions may come from a server that nobody knows. In Markdown
// and in HTML they are text, whatever they hold: no markup, no script and no link
// comes of them. What stands between two backticks is code, and nothing else is. The
// page also has a Content-Security-Policy that permits its own style and script and
// nothing else.
//
// Characters that are not seen and change what a reader sees, such as those that
// turn the direction of text, are replaced in text and escaped in JSON, which stays
// the same value. Names and paths of extreme length are cut; the schema that is
// shown has them whole.
package docs
