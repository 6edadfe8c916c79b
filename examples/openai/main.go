// Openai lets a model call Go functions through OpenAI's own SDK.
//
// As it stands, it needs no network and no key, because a script plays the model:
//
//	cd examples/openai && go run .
//
// To ask a real model, give the address of the API, or of any service that
// speaks its language. The SDK takes the key from OPENAI_API_KEY:
//
//	go run . -url https://api.openai.com/v1/ -model gpt-4o-mini
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func main() {
	log.SetFlags(0)
	url := flag.String("url", "", "address of the API; without it, a script plays the model")
	model := flag.String("model", "gpt-4o-mini", "name of the model")
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

	answer, err := ask(ctx, openai.NewClient(options...), model, kit, "Do I need an umbrella in Oslo this week?")
	if err != nil {
		return err
	}
	fmt.Println("answer:", answer)
	return nil
}

var errNoAnswer = errors.New("the model calls tools and does not answer")

// ask puts a question to a model, and runs the tools that it calls until it
// answers.
func ask(ctx context.Context, client openai.Client, model string, kit *toolnexus.Toolkit, question string) (string, error) {
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: true, Fallback: true})
	if err != nil {
		return "", err
	}
	params := openai.ChatCompletionNewParams{
		Model:    model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(question)},
	}
	if err := json.Unmarshal(declared.JSON, &params.Tools); err != nil {
		return "", err
	}
	for range 10 {
		completion, err := client.Chat.Completions.New(ctx, params)
		if err != nil {
			return "", err
		}
		if len(completion.Choices) == 0 {
			return "", errNoAnswer
		}
		message := completion.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			result, err := execute(ctx, kit, call)
			if err != nil {
				return "", err
			}
			params.Messages = append(params.Messages, result)
		}
	}
	return "", errNoAnswer
}

// execute runs a call, and returns the message that answers it.
func execute(
	ctx context.Context, kit *toolnexus.Toolkit, call openai.ChatCompletionMessageToolCallUnion,
) (message openai.ChatCompletionMessageParamUnion, err error) {
	fmt.Println("call:  ", call.Function.Name, call.Function.Arguments)
	result := kit.Execute(ctx, call.Function.Name, json.RawMessage(call.Function.Arguments))
	fmt.Println("result:", result.Output)

	text, err := result.OpenAIMessage(call.ID)
	if err != nil {
		return message, err
	}
	return message, json.Unmarshal(text, &message)
}
