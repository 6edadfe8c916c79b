package toolnexus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
)

var (
	add = toolnexus.DefineTool("add", "Adds two integers.",
		json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a"]}`),
		func(_ context.Context, args json.RawMessage) (string, error) {
			var in struct{ A, B int }
			if err := json.Unmarshal(args, &in); err != nil {
				return "", err
			}
			return fmt.Sprint(in.A + in.B), nil
		})
	ping = toolnexus.DefineTool("ping", "Answers pong.", nil,
		func(context.Context, json.RawMessage) (string, error) { return "pong", nil })
	forecast = toolnexus.DefineTool("forecast", "Tells the weather of a city.",
		json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`),
		func(context.Context, json.RawMessage) (string, error) { return "21 degrees, sunny", nil })
)

// clock is a source of its own making.
type clock struct{ zone *time.Location }

func (c clock) Tools(ctx context.Context) ([]toolnexus.Tool, error) {
	now := toolnexus.DefineTool("now", "Tells the time.", nil,
		func(context.Context, json.RawMessage) (string, error) {
			return time.Now().In(c.zone).Format(time.Kitchen), nil
		})
	return []toolnexus.Tool{now}, ctx.Err()
}

func (clock) Name() string         { return "clock" }
func (clock) SystemPrompt() string { return "Ask the clock; do not guess the time." }

func ExampleNew() {
	ctx := context.Background()
	kit, err := toolnexus.New(ctx, toolnexus.Tools(add, ping), clock{time.UTC})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()

	for _, tool := range kit.List() {
		fmt.Println(tool.Name, "-", tool.Description)
	}
	fmt.Println(kit.SystemPrompt())
	fmt.Println(kit.Execute(ctx, "add", json.RawMessage(`{"a":2,"b":3}`)).Output)
	// Output:
	// add - Adds two integers.
	// ping - Answers pong.
	// now - Tells the time.
	// Ask the clock; do not guess the time.
	// 5
}

func ExampleOptions_New() {
	ctx := context.Background()
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	opts := toolnexus.Options{
		Logger:        logger,
		Filter:        map[string]bool{"now": false, "pnig": false},
		SourceTimeout: 5 * time.Second,
	}
	kit, err := opts.New(ctx, toolnexus.Tools(add, ping), clock{time.UTC})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()
	fmt.Println(len(kit.List()), "tools")
	// Output:
	// level=WARN msg="filter matches nothing" source=filter reason="no tool has the name \"pnig\"; did you mean \"ping\"?"
	// 2 tools
}

func ExampleTools() {
	source := toolnexus.Tools(add, ping)
	tools, err := source.Tools(context.Background())
	fmt.Println(len(tools), err)
	// Output: 2 <nil>
}

func ExampleFiltered() {
	ctx := context.Background()
	kit, err := toolnexus.New(ctx, toolnexus.Filtered(toolnexus.Tools(add, ping), map[string]bool{"ping": true}))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()
	for _, status := range kit.Status() {
		fmt.Println(status.Name, status.Tools)
		for _, left := range status.LeftOut {
			fmt.Println(left.Tool, left.Err)
		}
	}
	// Output:
	// tools [ping]
	// add left out by the filter
}

// A source that fails takes nothing from the others.
func ExampleToolkit_Status() {
	ctx := context.Background()
	kit, err := toolnexus.New(ctx, toolnexus.Tools(ping), nil, toolnexus.Tools(add, ping))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()
	for _, status := range kit.Status() {
		fmt.Println(status.Name, status.Tools, status.Err)
		for _, left := range status.LeftOut {
			fmt.Println("without", left.Tool+":", left.Err)
		}
	}
	// Output:
	// tools [ping] <nil>
	// source 2 [] the source is nil
	// tools [add] <nil>
	// without ping: the name "ping" is taken by a tool of the source "tools"
}

func ExampleToolkit_Register() {
	kit, err := toolnexus.New(context.Background(), toolnexus.Tools(ping))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()
	fmt.Println(kit.Register(add))

	shout := ping
	shout.Name = "PING"
	err = kit.Register(shout)
	fmt.Println(err)
	if taken, ok := errors.AsType[*toolnexus.DuplicateError](err); ok {
		fmt.Println(kit.Unregister(taken.Holder), kit.Register(shout))
	}
	// Output:
	// <nil>
	// the name "PING" differs only in case from "ping" of the source "tools"
	// true <nil>
}

// Null for what a model leaves out does not reach the tool, and a name that no
// tool has is an answer too.
func ExampleToolkit_Execute() {
	ctx := context.Background()
	kit, err := toolnexus.New(ctx, toolnexus.Tools(add))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()

	result := kit.Execute(ctx, "add", json.RawMessage(`{"a":2,"b":null}`))
	fmt.Println(result.Output, result.Metadata["repairs"])
	fmt.Println(kit.Execute(ctx, "ADD", json.RawMessage(`{}`)).Output)
	// Output:
	// 2 [{/b null read as absent}]
	// Unknown tool: ADD; did you mean "add"?
}

func ExampleToolkit_OpenAI() {
	kit, err := toolnexus.New(context.Background(), toolnexus.Tools(forecast))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: true})
	fmt.Println(string(declared.JSON), err)
	// Output: [{"type":"function","function":{"name":"forecast","description":"Tells the weather of a city.","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false},"strict":true}}] <nil>
}

func ExampleToolkit_Anthropic() {
	kit, err := toolnexus.New(context.Background(), toolnexus.Tools(forecast))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()
	declared, err := kit.Anthropic(toolnexus.AnthropicOptions{})
	fmt.Println(string(declared.JSON), err)
	// Output: [{"name":"forecast","description":"Tells the weather of a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}] <nil>
}

func ExampleToolkit_Gemini() {
	kit, err := toolnexus.New(context.Background(), toolnexus.Tools(forecast))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer kit.Close()
	declared, err := kit.Gemini(toolnexus.GeminiOptions{JSONSchema: true})
	fmt.Println(string(declared.JSON), err)
	// Output: [{"functionDeclarations":[{"name":"forecast","description":"Tells the weather of a city.","parametersJsonSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}]}] <nil>
}
