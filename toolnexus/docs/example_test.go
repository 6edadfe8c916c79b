package docs_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
	"github.com/toolnexus/go-sdk/typed"
)

type Greet struct {
	Name  string `json:"name" validate:"required,max=40" jsonschema:"Whom to greet"`
	Times int8   `json:"times,omitempty" validate:"min=1,max=3" jsonschema:"default=1"`
}

func greet(_ context.Context, in Greet) (typed.Text, error) {
	return typed.Text("Hello, " + in.Name + "!"), nil
}

func ExampleNew() {
	tool := typed.MustDefine("greet", "Greets a person by name.", greet)
	reference, err := docs.New(tool)
	if err != nil {
		log.Fatal(err)
	}
	words, _, _ := strings.Cut(string(reference.Markdown()), "### Schema") // and what providers are told
	fmt.Print(words)
	// Output:
	// # Tools
	//
	// - [`greet`](#greet): Greets a person by name.
	//
	// ## `greet`
	//
	// Greets a person by name.
	//
	// ### Arguments
	//
	// An object with these fields. Takes no other names.
	//
	// | field | type | status | description |
	// |---|---|---|---|
	// | `name` | a string | required | Whom to greet<br>Must not be empty; must have at most 40 characters. |
	// | `times` | an integer | optional | Must be at least 1; must be at most 3.<br>Default: `1`. |
	//
	// ### Example
	//
	// ```json
	// {
	//   "name": "text"
	// }
	// ```
}

func ExampleOptions_New() {
	tool := typed.MustDefine("greet", "Greets a person by name.", greet)
	reference, err := docs.Options{
		Title:    "Tools of the porter",
		Intro:    "What the porter can do.",
		Dialects: []schema.Dialect{schema.OpenAIStrict, schema.Gemini},
	}.New(tool)
	if err != nil {
		log.Fatal(err)
	}
	for name, content := range reference.MarkdownFiles() {
		fmt.Println(name, len(content) > 0)
	}
	// Output:
	// README.md true
	// greet.md true
}

func ExampleRepeatedNameError() {
	tool := typed.MustDefine("greet", "Greets a person by name.", greet)
	_, err := docs.New(tool, tool)
	fmt.Println(err)
	// Output:
	// 2 tools have the name "greet"
}
