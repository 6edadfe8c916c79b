package schema_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/schema"
)

type Search struct {
	Query string `json:"query" validate:"min=2" jsonschema:"What to look for"`
	Limit int    `json:"limit,omitempty" validate:"min=1,max=50" jsonschema:"default=10"`
}

func ExampleFor() {
	s, err := schema.For[Search](schema.Input)
	fmt.Println(s, err)
	// Output:
	// {"type":"object","properties":{"query":{"type":"string","description":"What to look for","minLength":2},"limit":{"type":"integer","minimum":1,"maximum":50,"default":10}},"required":["query"],"additionalProperties":false} <nil>
}

func ExampleForType() {
	type Typo struct {
		Age int `json:"age" jsonschema:"minimun=0"`
	}
	_, err := schema.ForType(reflect.TypeFor[Typo](), schema.Input)
	fmt.Println(err)

	var bad *schema.TypeError
	fmt.Println(errors.As(err, &bad), bad.Field)
	// Output:
	// schema_test.Typo.Age: tag jsonschema:"minimun=0": unknown keyword "minimun"; did you mean "minimum"?
	// true Age
}

func ExampleSchema_Decode() {
	s, err := schema.For[Search](schema.Input)
	if err != nil {
		panic(err)
	}
	var in Search
	repairs, err := s.Decode(context.Background(), []byte(`{"query":"tea","limit":"5"}`), &in)
	fmt.Println(in, repairs, err)

	_, err = s.Decode(context.Background(), []byte(`{"query":"x","limits":70}`), &in)
	fmt.Println(err)
	// Output:
	// {tea 5} [{/limit value sent inside a string}] <nil>
	// query: must have at least 2 characters (got "x")
	// limits: is not known here; did you mean "limit"?
}

func ExampleSchema_Check() {
	s, err := schema.For[Search](schema.Input)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Check([]byte(`{"query":"tea"}`)))
	fmt.Println(s.Check([]byte(`{"query":"tea","limit":0}`)))
	// Output:
	// <nil>
	// limit: must be at least 1 (got 0)
}

func ExampleSchema_Normalize() {
	s, err := schema.For[Search](schema.Input)
	if err != nil {
		panic(err)
	}
	text, err := s.Normalize([]byte(`{"query":"tea","limit":null}`))
	fmt.Println(string(text), err)
	// Output:
	// {"query":"tea","limit":10} <nil>
}

func ExampleSchema_Encode() {
	type Result struct {
		Hits []string      `json:"hits"`
		Took time.Duration `json:"took"`
	}
	s, err := schema.For[Result](schema.Output)
	if err != nil {
		panic(err)
	}
	err = s.Encode(context.Background(), &Result{Took: 90 * time.Second}, func(text []byte) {
		fmt.Println(string(text))
	})
	fmt.Println(err)
	// Output:
	// {"hits":[],"took":"1m30s"}
	// <nil>
}

func ExampleRules() {
	slug := schema.Rule{
		Name:   "slug",
		Schema: func(string) json.RawMessage { return json.RawMessage(`{"pattern":"^[a-z0-9]+(?:-[a-z0-9]+)*$"}`) },
		Want:   "must be a slug such as my-post",
	}
	tone := schema.Rule{Name: "tone", Alias: "oneof=soft loud"}
	type Post struct {
		Slug string `json:"slug" validate:"slug"`
		Tone string `json:"tone" validate:"tone"`
	}
	s, err := schema.For[Post](schema.Input, schema.Rules(slug, tone))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Check([]byte(`{"slug":"My Post","tone":"mid"}`)))
	// Output:
	// slug: must be a slug such as my-post (got "My Post")
	// tone: must be one of "soft", "loud" (got "mid")
}

func ExampleValidator() {
	v := validator.New()
	err := v.RegisterValidation("even", func(fl validator.FieldLevel) bool { return fl.Field().Int()%2 == 0 })
	if err != nil {
		panic(err)
	}
	type Pair struct {
		Count int `json:"count" validate:"even"`
	}
	s, err := schema.For[Pair](schema.Input, schema.Validator(v))
	if err != nil {
		panic(err)
	}
	var in Pair
	_, err = s.Decode(context.Background(), []byte(`{"count":3}`), &in)
	fmt.Println(err)
	// Output:
	// count: must pass the check "even" (got 3)
}

func ExampleExact() {
	type Address struct {
		Country string `json:"country" validate:"iso3166_1_alpha2"`
	}
	compact, err := schema.For[Address](schema.Input)
	fmt.Println(strings.Contains(compact.String(), `"NZ"`), err)
	exact, err := schema.For[Address](schema.Input, schema.Exact())
	fmt.Println(strings.Contains(exact.String(), `"NZ"`), err)
	// Output:
	// false <nil>
	// true <nil>
}

func ExampleStrict() {
	s, err := schema.For[Search](schema.Input, schema.Strict())
	fmt.Println(s.Check([]byte(`{"query":"tea","limit":"5"}`)), err)
	// Output:
	// limit: must be an integer (got "5") <nil>
}

func ExampleAllowUnknown() {
	s, err := schema.For[Search](schema.Input, schema.AllowUnknown())
	fmt.Println(s.Check([]byte(`{"query":"tea","why":"thirst"}`)), err)
	// Output:
	// <nil> <nil>
}

func ExampleOutputRules() {
	type Report struct {
		Score int `json:"score" validate:"min=0,max=100"`
	}
	s, err := schema.For[Report](schema.Output, schema.OutputRules())
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Encode(context.Background(), &Report{Score: 120}, func([]byte) {}))
	// Output:
	// score: must be at most 100 (got 120)
}
