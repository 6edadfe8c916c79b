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
//
// # Dialects
//
// Providers of models take a part of JSON Schema each. [Dialect.Rewrite] says a
// schema of any origin in the part that one of them takes:
//
//   - What it refuses is said in another way: a reference is written out, oneOf
//     becomes anyOf, null becomes nullable, an optional property a required one
//     that may be null.
//   - What it ignores is moved into the description, as a sentence.
//   - What cannot be said is an error with its place.
//
// Whatever the model is not told any more is a [Loss]. A rewritten schema accepts
// all that the source accepts, unless a loss says that something cannot be given;
// the call itself is held to the source. The file dialects.md lists what each
// dialect keeps.
//
// These are stand-ins: a value that may be anything has all the types that the
// provider can tell apart; arrays without items get items of the same kind. A
// choice at the root becomes one object with the properties of all its forms,
// since no provider takes a choice there. Names of types that other languages
// use (dict, float, ArrayList) are read as the types of JSON, and the words of
// earlier drafts and of OpenAPI 3.0 as those of draft 2020-12.
package schema
