// Toolkit holds the tools of three sources, of which one is down, says them to
// three providers, and runs the calls that models make of them.
//
// It needs no network and no key:
//
//	go run ./examples/toolkit
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

func main() {
	log.SetFlags(0)
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	kit, err := toolnexus.New(ctx,
		toolnexus.Tools(forecast, convert),
		toolnexus.Filtered(office{}, map[string]bool{"delete_room": false}),
		crm{})
	if err != nil {
		return err
	}
	defer kit.Close()
	for _, s := range kit.Status() {
		fmt.Println("source: ", s.Name, s.Tools, s.Err)
	}

	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: true, Fallback: true})
	if err != nil {
		return err
	}
	fmt.Printf("tools:   %.60s…\n", declared.JSON)

	result := kit.Execute(ctx, "forecast", json.RawMessage(`{"city":"Oslo","days":null}`))
	message, err := result.OpenAIMessage("call_1")
	if err != nil {
		return err
	}
	fmt.Println("message:", string(message))
	return more(ctx, kit)
}

// more shows calls that go wrong, and what the other providers take.
func more(ctx context.Context, kit *toolnexus.Toolkit) error {
	call(ctx, kit, "book_room", `{"guests":30}`)
	call(ctx, kit, "delete_room", `{}`)
	call(ctx, kit, "toFahrenheit", `{"celsius":21}`)

	anthropic, err := kit.Anthropic(toolnexus.AnthropicOptions{})
	if err != nil {
		return err
	}
	gemini, err := kit.Gemini(toolnexus.GeminiOptions{})
	if err != nil {
		return err
	}
	fmt.Printf("tools:   %.60s…\n", anthropic.JSON)
	fmt.Printf("tools:   %.60s…\n", gemini.JSON)

	result := kit.Execute(ctx, "to_fahrenheit", json.RawMessage(`{"celsius":21}`))
	block, err := result.AnthropicBlock("toolu_1")
	if err != nil {
		return err
	}
	part, err := result.GeminiPart("", "to_fahrenheit")
	if err != nil {
		return err
	}
	fmt.Println("block:  ", string(block))
	fmt.Println("part:   ", string(part))
	return nil
}

func call(ctx context.Context, kit *toolnexus.Toolkit, name, args string) {
	fmt.Println("call:   ", name, args)
	result := kit.Execute(ctx, name, json.RawMessage(args))
	if result.IsError() {
		fmt.Println("error:  ", result.Output)
		return
	}
	fmt.Println("result: ", result.Output)
}

// errOffline is what a server that is down has to say.
var errOffline = errors.New("crm.example.com does not answer")

// crm is a source that has no tools today.
type crm struct{}

func (crm) Name() string { return "crm" }

func (crm) Tools(context.Context) ([]toolnexus.Tool, error) { return nil, errOffline }

// office is a source of tools that belong together.
type office struct{}

func (office) Name() string { return "office" }

func (office) Tools(ctx context.Context) ([]toolnexus.Tool, error) {
	return []toolnexus.Tool{bookRoom, deleteRoom}, ctx.Err()
}

// Rooms is what book_room takes.
type Rooms struct {
	Guests int `json:"guests" validate:"min=1,max=12"`
}

// Forecast is what forecast takes.
type Forecast struct {
	City string `json:"city"`
	Days int    `json:"days,omitempty" validate:"omitempty,max=7"`
}

// Convert is what to_fahrenheit takes.
type Convert struct {
	Celsius float64 `json:"celsius" validate:"gte=-273.15"`
}

// Converted is what to_fahrenheit returns.
type Converted struct {
	Fahrenheit float64 `json:"fahrenheit"`
}

var (
	forecast = typed.MustDefine("forecast", "Tells the weather of the coming days.",
		func(_ context.Context, in Forecast) (typed.Text, error) {
			return typed.Text(fmt.Sprintf("Rain in %s, days: %d", in.City, max(in.Days, 1))), nil
		})
	convert = typed.MustDefine("to_fahrenheit", "Converts a temperature.",
		func(_ context.Context, in Convert) (Converted, error) {
			return Converted{Fahrenheit: in.Celsius*9/5 + 32}, nil
		})
	bookRoom = typed.MustDefine("book_room", "Books a room.",
		func(_ context.Context, in Rooms) (typed.Text, error) {
			return typed.Text(fmt.Sprintf("Room 7, for %d.", in.Guests)), nil
		})
	deleteRoom = typed.MustDefine("delete_room", "Deletes a room.",
		func(context.Context, struct{}) (typed.Text, error) { return "gone", nil })
)
