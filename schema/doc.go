// Package schema describes Go types in JSON Schema and holds JSON texts to the
// description.
//
//	type Search struct {
//		Query string `json:"query" validate:"min=2" jsonschema:"What to look for"`
//		Limit int    `json:"limit,omitempty" validate:"max=50" jsonschema:"default=10"`
//	}
//
//	s, err := schema.For[Search](schema.Input)
//	fmt.Println(s) // {"type":"object","properties":{"query":…
//	var in Search
//	_, err = s.Decode(ctx, []byte(`{"query":"x"}`), &in)
//
// One compiled description serves both: the check is compiled from the very
// bytes that are published, so that they cannot disagree.
package schema
