// Package schema describes Go types in JSON Schema and holds JSON texts to the
// description.
//
//	package main
//
//	import (
//		"context"
//		"fmt"
//		"log"
//
//		"github.com/toolnexus/go-sdk/schema"
//	)
//
//	type Search struct {
//		Query string `json:"query" validate:"min=2" jsonschema:"What to look for"`
//		Limit int    `json:"limit,omitempty" validate:"max=50" jsonschema:"default=10"`
//	}
//
//	func main() {
//		s, err := schema.For[Search](schema.Input)
//		if err != nil {
//			log.Fatal(err)
//		}
//		fmt.Println(s) // {"type":"object","properties":{"query":…
//		var in Search
//		_, err = s.Decode(context.Background(), []byte(`{"query":"x"}`), &in)
//		fmt.Println(err) // query: must have at least 2 characters (got "x")
//	}
//
// One compiled description serves both: the check is compiled from the very
// bytes that are published, so that they cannot disagree.
//
// # Directions
//
// A type is described as it is read ([Input]) or as it is written ([Output]). The two
// differ where encoding/json does, as in what may be left out or null. Rules and
// constraints are for inputs; [OutputRules] publishes and enforces them for results
// too.
//
// # Tags
//
// The json tag gives the names. The jsonschema tag describes a field and adds
// keywords, such as minimum=1 or enum=a,enum=b; a text that is no keyword is the
// description. The validate tag holds the rules of go-playground/validator: each is
// published in keywords or, where there are none, in a sentence of the description,
// and enforced. The file rules.md lists them. A tag that cannot be understood, or
// that does not fit its field, is a [*TypeError] that names the field.
//
// # Types that describe themselves
//
// The methods JSONSchema, JSONSchemaExtend and GetFieldDocString of
// github.com/invopop/jsonschema are heeded, also on pointer receivers. A type that
// marshals itself and says nothing of its form may be anything. A type with a form
// as text is described as that text.
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
//
// # Versions
//
// [Diff] tells what changed from one version of a schema to another, and what that
// breaks for those who call or read. The file diff.md lists its rules. Package
// schematest pins schemas in tests.
//
// # Deviations from JSON Schema
//
// Texts are I-JSON (RFC 7493), whatever a schema says: UTF-8 without halves of
// surrogate pairs, no name twice in an object, no number that a double cannot hold;
// integers keep all their digits. A format is a demand and no annotation. Patterns
// are those that Go and validators read alike, and others are refused. Null for an
// optional property, a default, and a value inside a string are put right before
// the check, as [Repair] tells; [Strict] takes the first and the third away. Rules
// about other fields, and rules whose patterns would be long, are said in words and
// enforced in Go.
//
// # Deviations from validator
//
// A rule sees a value only if it was sent: required is about the key and not about
// the zero value, omitempty does not let a zero through, and the rules in an
// optional struct do not run where it is left out. Structs inside lists and maps are
// checked without dive. Rules that depend on the machine, the clock or the network
// are refused.
//
// # Deviations from encoding/json
//
// Keys match exactly and only once, and unknown keys are refused unless
// [AllowUnknown] says otherwise. Null is no value for a required key. Arrays have as
// many items as their Go type. A [time.Duration] is text such as 1h30m, and a
// [net/url.URL] its text, both ways. Results have [] and {} for nil slices and maps,
// and no HTML escapes.
package schema
