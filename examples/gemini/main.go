// Gemini lets a model call Go functions through Google's own SDK.
//
// As it stands, it needs no network and no key, because a script plays the model:
//
//	cd examples/gemini && go run .
//
// To ask a real model, give the address of the API. The SDK takes the key from
// GEMINI_API_KEY:
//
//	go run . -url https://generativelanguage.googleapis.com/ -model gemini-2.5-flash
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"

	"google.golang.org/genai"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func main() {
	log.SetFlags(0)
	url := flag.String("url", "", "address of the API; without it, a script plays the model")
	model := flag.String("model", "gemini-2.5-flash", "name of the model")
	flag.Parse()
	if err := run(context.Background(), *url, *model); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url, model string) error {
	config := &genai.ClientConfig{Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: url}}
	if url == "" {
		server := startScript()
		defer server.Close()
		config.HTTPOptions.BaseURL, config.APIKey = server.URL, "none"
	}
	client, err := genai.NewClient(ctx, config)
	if err != nil {
		return err
	}
	kit, err := toolnexus.New(ctx, toolnexus.Tools(forecast))
	if err != nil {
		return err
	}
	defer kit.Close()

	answer, err := ask(ctx, client, model, kit, "Do I need an umbrella in Oslo this week?")
	if err != nil {
		return err
	}
	fmt.Println("answer:", answer)
	return nil
}

var errNoAnswer = errors.New("the model calls tools and does not answer")

// ask puts a question to a model, and runs the tools that it calls until it
// answers.
func ask(ctx context.Context, client *genai.Client, model string, kit *toolnexus.Toolkit, question string) (string, error) {
	declared, err := kit.Gemini(toolnexus.GeminiOptions{})
	if err != nil {
		return "", err
	}
	config := &genai.GenerateContentConfig{}
	if err := json.Unmarshal(declared.JSON, &config.Tools); err != nil {
		return "", err
	}
	contents := genai.Text(question)
	for range 10 {
		response, err := client.Models.GenerateContent(ctx, model, contents, config)
		if err != nil {
			return "", err
		}
		calls := response.FunctionCalls()
		if len(calls) == 0 {
			return response.Text(), nil
		}
		results, err := execute(ctx, kit, calls)
		if err != nil {
			return "", err
		}
		contents = append(contents, response.Candidates[0].Content, genai.NewContentFromParts(results, genai.RoleUser))
	}
	return "", errNoAnswer
}

// execute runs calls, and returns the parts that answer them.
func execute(ctx context.Context, kit *toolnexus.Toolkit, calls []*genai.FunctionCall) ([]*genai.Part, error) {
	parts := make([]*genai.Part, len(calls))
	for i, call := range calls {
		args, err := json.Marshal(call.Args)
		if err != nil {
			return nil, err
		}
		fmt.Println("call:  ", call.Name, string(args))
		result := kit.Execute(ctx, call.Name, args)
		fmt.Println("result:", result.Output)

		text, err := result.GeminiPart(call.ID, call.Name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &parts[i]); err != nil {
			return nil, err
		}
	}
	return parts, nil
}
