package main

import (
	"context"

	"github.com/toolnexus/go-sdk/typed"
)

// Place is what forecast takes.
type Place struct {
	City string `json:"city" validate:"required"`
	Days int    `json:"days" validate:"min=1,max=7" jsonschema:"How many days from today"`
}

// Weather is what forecast returns.
type Weather struct {
	City string   `json:"city"`
	Days []string `json:"days" jsonschema:"The weather of each day"`
}

var forecast = typed.MustDefine("forecast", "Tells the weather of the coming days.",
	func(_ context.Context, in Place) (Weather, error) {
		week := []string{"rain", "rain", "sun", "sun", "sun", "sun", "rain"}
		return Weather{City: in.City, Days: week[:in.Days]}, nil
	})
