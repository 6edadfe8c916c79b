// Snapshots shows what happens when a tool changes whose schema is pinned: the
// test beside this file fails, and this program says what changed.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// Forecast is what the tool is asked for.
type Forecast struct {
	City string `json:"city" jsonschema:"Name of the city"`
	Days int    `json:"days,omitempty" validate:"min=1,max=7" jsonschema:"How many days"`
}

// ForecastOfFewerDays is what it may be asked for once the forecasts get worse.
type ForecastOfFewerDays struct {
	City string `json:"city" jsonschema:"Name of the city"`
	Days int    `json:"days" validate:"min=1,max=5" jsonschema:"How many days"`
}

// Weather is what it answers.
type Weather struct {
	Text string `json:"text"`
}

// tools are the tools of this program.
func tools() []toolnexus.Tool { return []toolnexus.Tool{forecast[Forecast]()} }

// changedTools are those of the next version.
func changedTools() []toolnexus.Tool { return []toolnexus.Tool{forecast[ForecastOfFewerDays]()} }

func forecast[In any]() toolnexus.Tool {
	return typed.MustDefine("forecast", "Forecasts the weather of a city.",
		func(context.Context, In) (Weather, error) { return Weather{Text: "sunny"}, nil })
}

//go:embed testdata/snapshots/TestTools/forecast.json
var pinned []byte

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	var was toolnexus.Tool
	if err := json.Unmarshal(pinned, &was); err != nil {
		return err
	}
	for _, now := range changedTools() {
		changes, err := schema.Diff(was.InputSchema, now.InputSchema, schema.Input)
		if err != nil {
			return err
		}
		for _, c := range changes {
			fmt.Println(c)
		}
	}
	return nil
}
