package migrating

import (
	"context"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// Forecast is what the tool takes.
type Forecast struct {
	City string `json:"city" jsonschema:"City to look up"`
	Days int    `json:"days,omitempty" validate:"min=1,max=7" jsonschema:"default=3"`
	Unit string `json:"unit,omitempty" validate:"oneof=celsius fahrenheit" jsonschema:"default=celsius"`
}

// Weather is what it gives.
type Weather struct {
	Text string `json:"text"`
}

func typedTool() (toolnexus.Tool, error) {
	return typed.Define("forecast", "Forecasts the weather of a city.",
		func(ctx context.Context, in Forecast) (Weather, error) {
			text, err := report(ctx, in.City, in.Days, in.Unit)
			return Weather{text}, err
		})
}
