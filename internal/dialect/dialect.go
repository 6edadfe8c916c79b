// Package dialect rewrites JSON Schemas into what the model providers take.
package dialect

import "encoding/json"

// Loss is something the source demands that the rewritten schema does not.
type Loss struct {
	Path, Keyword, Text string
	Described           bool
}

// Problem is a reason why a schema cannot be said.
type Problem struct{ Path, Text string }

// Result is a rewritten schema.
type Result struct {
	Schema json.RawMessage
	Losses []Loss
	// Optional counts the properties that may be left out, and Unions the
	// places with a choice of forms or types, null among them.
	Optional, Unions int
}

// Rewrite is a stand-in that copies.
func Rewrite(p *Profile, source []byte) (Result, []Problem) {
	return Result{Schema: json.RawMessage(source)}, nil
}

// Profile is what one provider takes.
type Profile struct{ Name string }
