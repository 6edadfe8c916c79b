package main

import (
	"context"
	"fmt"

	"github.com/toolnexus/go-sdk/typed"
)

type Convert struct {
	Celsius float64 `json:"celsius" validate:"gte=-273.15" jsonschema:"Temperature to convert"`
}

type Converted struct {
	Fahrenheit float64 `json:"fahrenheit"`
}

func main() {
	tool := typed.MustDefine("to_fahrenheit", "Converts a temperature.",
		func(ctx context.Context, in Convert) (Converted, error) {
			return Converted{Fahrenheit: in.Celsius*9/5 + 32}, nil
		})

	fmt.Println(string(tool.InputSchema))
	fmt.Println(tool.Call(context.Background(), []byte(`{"celsius": 21}`)).Output)
	fmt.Println(tool.Call(context.Background(), []byte(`{"celsius": -300, "scale": "K"}`)).Output)
}
