package jsonfield_test

import (
	"fmt"
	"reflect"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

func ExampleOf() {
	type Page struct {
		Size int `json:"size,omitempty"`
	}
	type Search struct {
		Page
		Query string `json:"query,omitEmpty"`
	}
	s := jsonfield.Of(reflect.TypeFor[Search]())
	for _, f := range s.Fields {
		fmt.Println(f.Name, f.Index, f.Type, f.OmitEmpty)
	}
	for _, p := range s.Problems {
		fmt.Printf("%s: %s\n", p.Field, p.Text)
	}
	// Output:
	// size [0 0] int true
	// query [1] string false
	// Query: encoding/json ignores the option "omitEmpty" (perhaps "omitempty" is meant)
}
