// Anthropic lets a model call Go functions through Anthropic's own SDK.
//
// As it stands, it needs no network and no key, because a script plays the model:
//
//	cd examples/anthropic && go run .
//
// To ask a real model, give the address of the API. The SDK takes the key from
// ANTHROPIC_API_KEY:
//
//	go run . -url https://api.anthropic.com/ -model claude-haiku-4-5
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func main() {
	log.SetFlags(0)
	url := flag.String("url", "", "address of the API; without it, a script plays the model")
	model := flag.String("model", anthropic.ModelClaudeHaiku4_5, "name of the model")
	flag.Parse()
	if err := run(context.Background(), *url, *model); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url, model string) error {
	options := []option.RequestOption{option.WithBaseURL(url)}
	if url == "" {
		server := startScript()
		defer server.Close()
		options = []option.RequestOption{option.WithBaseURL(server.URL), option.WithAPIKey("none")}
	}
	kit, err := toolnexus.New(ctx, toolnexus.Tools(forecast))
	if err != nil {
		return err
	}
	defer kit.Close()

	answer, err := ask(ctx, anthropic.NewClient(options...), model, kit, "Do I need an umbrella in Oslo this week?")
	if err != nil {
		return err
	}
	fmt.Println("answer:", answer)
	return nil
}

var errNoAnswer = errors.New("the model calls tools and does not answer")

// ask puts a question to a model, and runs the tools that it calls until it
// answers.
func ask(ctx context.Context, client anthropic.Client, model string, kit *toolnexus.Toolkit, question string) (string, error) {
	declared, err := kit.Anthropic(toolnexus.AnthropicOptions{})
	if err != nil {
		return "", err
	}
	params := anthropic.MessageNewParams{
		Model:     model,
		MaxTokens: 1000,
		Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(question))},
	}
	if err := json.Unmarshal(declared.JSON, &params.Tools); err != nil {
		return "", err
	}
	for range 10 {
		message, err := client.Messages.New(ctx, params)
		if err != nil {
			return "", err
		}
		results, text, err := read(ctx, kit, message)
		if err != nil || len(results) == 0 {
			return text, err
		}
		params.Messages = append(params.Messages, message.ToParam(), anthropic.NewUserMessage(results...))
	}
	return "", errNoAnswer
}

// read goes through what a model says: it runs the calls, and returns the blocks
// that answer them, and the text.
func read(ctx context.Context, kit *toolnexus.Toolkit, message *anthropic.Message) (results []anthropic.ContentBlockParamUnion, text string, err error) {
	for _, block := range message.Content {
		switch said := block.AsAny().(type) {
		case anthropic.TextBlock:
			text += said.Text
		case anthropic.ToolUseBlock:
			result, err := execute(ctx, kit, said)
			if err != nil {
				return nil, "", err
			}
			results = append(results, result)
		}
	}
	return results, text, nil
}

// execute runs a call, and returns the block that answers it.
func execute(ctx context.Context, kit *toolnexus.Toolkit, call anthropic.ToolUseBlock) (block anthropic.ContentBlockParamUnion, err error) {
	fmt.Println("call:  ", call.Name, string(call.Input))
	result := kit.Execute(ctx, call.Name, call.Input)
	fmt.Println("result:", result.Output)

	text, err := result.AnthropicBlock(call.ID)
	if err != nil {
		return block, err
	}
	return block, json.Unmarshal(text, &block)
}
