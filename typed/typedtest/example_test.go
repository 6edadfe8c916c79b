package typedtest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/toolnexus/go-sdk/typed"
	"github.com/toolnexus/go-sdk/typed/typedtest"
)

type Search struct {
	Query string   `json:"query" validate:"min=2,max=40" jsonschema:"What to look for"`
	Limit int      `json:"limit,omitempty" validate:"max=50" jsonschema:"minimum=1,default=10"`
	Tags  []string `json:"tags,omitempty" validate:"max=3,unique,dive,alpha"`
}

func TestSearchAgrees(t *testing.T) {
	typedtest.Agree[Search](t)
}

func ExampleAgree() {
	// func TestSearchAgrees(t *testing.T) {
	var t *testing.T
	if t != nil { // there is no test to speak of in an example
		typedtest.Agree[Search](t, typedtest.Instances(20_000), typedtest.Seed(2))
	}
	// Output:
}

func ExampleArgs() {
	tool := typed.MustDefine("search", "Searches the archive.",
		func(_ context.Context, in Search) (string, error) { return "found", nil })

	for seed := range uint64(100) {
		args, err := typedtest.Args[Search](seed)
		if err != nil {
			fmt.Println(err)
			return
		}
		if result := tool.Call(context.Background(), args); result.IsError() {
			fmt.Printf("%s: %s\n", args, result.Output)
		}
	}
	fmt.Println("every call was accepted")
	// Output: every call was accepted
}

func ExampleMustArgs() {
	args := typedtest.MustArgs[Search](7)
	again := typedtest.MustArgs[Search](7)
	fmt.Println(string(args) == string(again))
	// Output: true
}
