package typed_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

type Weather struct {
	City string `json:"city" validate:"required" jsonschema:"City to look up"`
	Unit string `json:"unit,omitempty" validate:"oneof=celsius fahrenheit" jsonschema:"default=celsius"`
}

type Report struct {
	Degrees float64 `json:"degrees"`
	Unit    string  `json:"unit"`
}

func lookUp(_ context.Context, in Weather) (Report, error) {
	if in.City == "Atlantis" {
		return Report{}, errors.New("there is no weather station in Atlantis")
	}
	return Report{Degrees: 21.5, Unit: in.Unit}, nil
}

func ExampleDefine() {
	tool, err := typed.Define("weather", "Reports the current weather of a city.", lookUp)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	fmt.Println(tool.Call(ctx, json.RawMessage(`{"city":"Oslo"}`)).Output)
	fmt.Println(tool.Call(ctx, json.RawMessage(`{"town":"Oslo","unit":"kelvin"}`)).Output)
	fmt.Println(tool.Call(ctx, json.RawMessage(`{"city":"Atlantis"}`)).Output)
	// Output:
	// {"degrees":21.5,"unit":"celsius"}
	// weather was not run: 3 problems with its arguments
	// town: is not known here; known: city, unit
	// unit: must be one of "celsius", "fahrenheit" (got "kelvin")
	// city: is required
	// there is no weather station in Atlantis
}

func ExampleMustDefine() {
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp)
	fmt.Println(tool.Name, tool.Source, tool.Validate())
	// Output:
	// weather native <nil>
}

// A handler asks a person by returning a suspension, and looks for the answer
// when it is run again.
func ExampleDefine_suspension() {
	type Delete struct {
		Files []string `json:"files" validate:"min=1"`
	}
	tool := typed.MustDefine("delete_files", "Deletes files.", func(ctx context.Context, in Delete) (typed.Text, error) {
		answer, answered := toolnexus.AnswerFrom(ctx)
		if !answered {
			return "", toolnexus.Suspend(toolnexus.Request{
				ID: "pnd-1", Kind: toolnexus.KindApproval, Prompt: fmt.Sprintf("Delete %d files?", len(in.Files)),
			})
		}
		if !answer.OK {
			return "Nothing was deleted.", nil
		}
		return typed.Text(fmt.Sprintf("Deleted %d files.", len(in.Files))), nil
	})
	ctx, args := context.Background(), json.RawMessage(`{"files":["a","b","c"]}`)

	result := tool.Call(ctx, args)
	request, pending := toolnexus.PendingOf(result)
	fmt.Println(pending, request.Prompt)

	result = toolnexus.Resume(ctx, tool, args, request, toolnexus.Answer{ID: request.ID, OK: true})
	fmt.Println(result.Output)
	// Output:
	// true Delete 3 files?
	// Deleted 3 files.
}

func ExampleArgumentError() {
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp)
	result := tool.Call(context.Background(), json.RawMessage(`{"city":""}`))

	if bad, ok := errors.AsType[*typed.ArgumentError](result.Error); ok {
		for _, p := range bad.Problems {
			fmt.Println(p.Path, p.Rule, "|", p.Want, "|", p.Got)
		}
	}
	// Output:
	// /city minLength | must not be empty | ""
}

func ExampleText() {
	tool := typed.MustDefine("greet", "Greets.", func(context.Context, struct{}) (typed.Text, error) {
		return `He said "hi"`, nil
	})
	fmt.Println(tool.Call(context.Background(), nil).Output)
	// Output:
	// He said "hi"
}

func ExampleResult() {
	type Chart struct {
		Points int `json:"points"`
	}
	tool := typed.MustDefine("chart", "Draws a chart.", func(context.Context, struct{}) (typed.Result[Chart], error) {
		png := []byte("\x89PNG")
		return typed.Result[Chart]{
			Value: Chart{Points: 3},
			Parts: []toolnexus.ContentPart{toolnexus.PartFromBytes("image/png", png)},
		}, nil
	})
	result := tool.Call(context.Background(), nil)
	fmt.Println(result.Output, result.Parts)
	// Output:
	// {"points":3} [image (image/png, 4 bytes)]
}

func ExampleHints() {
	yes := true
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp,
		typed.Hints(toolnexus.ToolHints{Title: "Weather", ReadOnly: &yes}))
	fmt.Println(tool.Hints.Title, tool.MayOverlap(nil))
	// Output:
	// Weather true
}

func ExampleStrict() {
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp, typed.Strict())
	fmt.Println(tool.Call(context.Background(), json.RawMessage(`{"city":"Oslo","unit":null}`)).Output)
	// Output:
	// weather was not run: 1 problem with its arguments
	// unit: must be a string (got null)
}

func ExampleAllowUnknown() {
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp, typed.AllowUnknown())
	fmt.Println(tool.Call(context.Background(), json.RawMessage(`{"city":"Oslo","reason":"trip"}`)).Output)
	// Output:
	// {"degrees":21.5,"unit":"celsius"}
}

func ExampleExact() {
	type Place struct {
		Country string `json:"country" validate:"iso3166_1_alpha2"`
	}
	show := func(context.Context, Place) (typed.Text, error) { return "", nil }
	short := typed.MustDefine("place", "Shows a place.", show)
	long := typed.MustDefine("place", "Shows a place.", show, typed.Exact())
	fmt.Println(len(short.InputSchema) < 300, len(long.InputSchema) > 1000)
	// Output:
	// true true
}

func ExampleRules() {
	even := schema.Rule{Name: "even", Schema: func(string) json.RawMessage { return json.RawMessage(`{"multipleOf":2}`) }}
	type Pair struct {
		Count int `json:"count" validate:"even"`
	}
	tool := typed.MustDefine("pair", "Pairs things up.", func(context.Context, Pair) (typed.Text, error) { return "done", nil },
		typed.Rules(even))
	fmt.Println(tool.Call(context.Background(), json.RawMessage(`{"count":3}`)).Output)
	// Output:
	// pair was not run: 1 problem with its arguments
	// count: must pass the check "even" (got 3)
}

func ExampleValidator() {
	v := validator.New()
	v.RegisterAlias("tone", "oneof=soft loud")
	type Say struct {
		Tone string `json:"tone" validate:"tone"`
	}
	tool := typed.MustDefine("say", "Says it.", func(context.Context, Say) (typed.Text, error) { return "done", nil },
		typed.Validator(v))
	fmt.Println(tool.Call(context.Background(), json.RawMessage(`{"tone":"mid"}`)).IsError())
	// Output:
	// true
}

func ExampleCheckOutput() {
	type Score struct {
		Percent int `json:"percent" validate:"min=0,max=100"`
	}
	tool := typed.MustDefine("score", "Scores.", func(context.Context, struct{}) (Score, error) { return Score{Percent: 120}, nil },
		typed.CheckOutput())
	fmt.Println(tool.Call(context.Background(), nil).Output)
	// Output:
	// tool "score" ran, but its result breaks its own schema:
	// percent: must be at most 100 (got 120)
}

func ExampleAsk() {
	type Delivery struct {
		Street string `json:"street" validate:"required"`
	}
	tool := typed.MustDefine("ship", "Ships the order.", func(ctx context.Context, _ struct{}) (typed.Text, error) {
		to, err := typed.Ask[Delivery](ctx, toolnexus.Request{Kind: toolnexus.KindInput, Prompt: "Where to?"})
		if err != nil {
			return "", err
		}
		return typed.Text("Shipped to " + to.Street), nil
	})
	ctx := context.Background()
	request, _ := toolnexus.PendingOf(tool.Call(ctx, nil))
	fmt.Println(request.Prompt)

	answer := toolnexus.Answer{ID: request.ID, OK: true, Data: json.RawMessage(`{"street":"Elm 1"}`)}
	fmt.Println(toolnexus.Resume(ctx, tool, nil, request, answer).Output)
	// Output:
	// Where to?
	// Shipped to Elm 1
}

func ExampleApprove() {
	tool := typed.MustDefine("wipe", "Wipes the disk.", func(ctx context.Context, _ struct{}) (typed.Text, error) {
		if err := typed.Approve(ctx, "Wipe the disk?"); err != nil {
			return "", err
		}
		return "Wiped.", nil
	})
	ctx := context.Background()
	request, _ := toolnexus.PendingOf(tool.Call(ctx, nil))
	result := toolnexus.Resume(ctx, tool, nil, request, toolnexus.Answer{ID: request.ID, OK: false})
	fmt.Println(result.Output, errors.Is(result.Error, typed.ErrDeclined))
	// Output:
	// declined: Wipe the disk? true
}

func ExampleRequireApproval() {
	type Transfer struct {
		Euros int `json:"euros" validate:"min=1"`
	}
	tool := typed.MustDefine("transfer", "Transfers money.", func(context.Context, Transfer) (typed.Text, error) { return "Done.", nil },
		typed.RequireApproval(func(in Transfer) (string, bool) { return fmt.Sprintf("Transfer %d euros?", in.Euros), in.Euros > 100 }))
	fmt.Println(tool.Call(context.Background(), json.RawMessage(`{"euros":5}`)).Output)
	fmt.Println(tool.Call(context.Background(), json.RawMessage(`{"euros":500}`)).Output)
	// Output:
	// Done.
	// Transfer 500 euros?
}

func ExampleSignRequests() {
	tool := typed.MustDefine("wipe", "Wipes the disk.", func(ctx context.Context, _ struct{}) (typed.Text, error) {
		return "Wiped.", typed.Approve(ctx, "Wipe the disk?")
	}, typed.SignRequests([]byte("a secret of your own")))
	ctx := context.Background()
	request, _ := toolnexus.PendingOf(tool.Call(ctx, nil))
	request.Prompt = "Show the time?"
	result := toolnexus.Resume(ctx, tool, nil, request, toolnexus.Answer{ID: request.ID, OK: true})
	fmt.Println(errors.Is(result.Error, typed.ErrBadSignature))
	// Output:
	// true
}

func ExampleCall() {
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp)
	report, err := typed.Call[Weather, Report](context.Background(), tool, Weather{City: "Oslo", Unit: "celsius"})
	fmt.Println(report.Degrees, err)
	// Output:
	// 21.5 <nil>
}

func ExampleFunc() {
	weather := typed.Func[Weather, Report](typed.MustDefine("weather", "Reports the current weather of a city.", lookUp))
	_, err := weather(context.Background(), Weather{City: "Atlantis", Unit: "celsius"})
	fmt.Println(err)
	// Output:
	// tool "weather": there is no weather station in Atlantis
}

func ExampleUse() {
	log := func(ctx context.Context, call typed.Invocation, next func(context.Context) (any, error)) (any, error) {
		out, err := next(ctx)
		fmt.Printf("%s %+v: %+v %v\n", call.Tool, call.In, out, err)
		return out, err
	}
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp, typed.Use(log))
	tool.Call(context.Background(), json.RawMessage(`{"city":"Oslo"}`))
	// Output:
	// weather {City:Oslo Unit:celsius}: {Degrees:21.5 Unit:celsius} <nil>
}

func ExampleTimeout() {
	tool := typed.MustDefine("wait", "Waits.", func(ctx context.Context, _ struct{}) (typed.Text, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}, typed.Timeout(time.Millisecond))
	fmt.Println(tool.Call(context.Background(), nil).Output)
	// Output:
	// wait was stopped: it took longer than 1ms
}

func ExampleExamples() {
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp, typed.Examples(`{"city":"Oslo"}`))
	fmt.Println(strings.HasSuffix(string(tool.InputSchema), `"examples":[{"city":"Oslo"}]}`))
	// Output:
	// true
}

func ExampleConcurrencySafe() {
	tool := typed.MustDefine("weather", "Reports the current weather of a city.", lookUp,
		typed.ConcurrencySafe(func(in Weather) bool { return in.City != "Oslo" }))
	fmt.Println(tool.MayOverlap(json.RawMessage(`{"city":"Rome"}`)), tool.MayOverlap(json.RawMessage(`{"city":"Oslo"}`)))
	// Output:
	// true false
}
