// Package interop has programs of others judge what this module says to model
// providers: the providers' own SDKs, for Go and for JavaScript, Gemini's
// protobuf message, and OpenAI's published API description. The judges are the
// tests of the packages below; this package holds the tools that all of them are
// shown, and what they share. It is a module of its own, so that nobody who uses
// the SDK downloads the judges.
//
// The judges in JavaScript are installed by
//
//	cp -r npm "$DIR" && (cd "$DIR/npm" && npm ci)
//	INTEROP_NPM="$DIR/npm" go test ./...
//
// Without INTEROP_NPM their tests are skipped.
package interop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// NewToolkit makes a toolkit of tools.
func NewToolkit(t testing.TB, tools ...toolnexus.Tool) *toolnexus.Toolkit {
	t.Helper()
	kit, err := toolnexus.New(t.Context(), toolnexus.Tools(tools...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kit.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, source := range kit.Status() {
		for _, left := range source.LeftOut {
			t.Errorf("the toolkit does not have %s: %v", left.Tool, left.Err)
		}
	}
	return kit
}

// Through reads a JSON text into a type of an SDK. What the type writes must be
// the same text again: of what we say, the SDK knows every word.
func Through[T any](t testing.TB, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%T does not read what we say: %v\n%s", value, err, text)
	}
	back, err := json.Marshal(value)
	if err != nil {
		t.Fatalf("%T does not write what it has read: %v\n%s", value, err, text)
	}
	if diff := Diff(text, back); diff != "" {
		t.Errorf("%T reads something else than we say (-said +read):\n%s", value, diff)
	}
	return value
}

// Equal compares JSON texts as [Diff] does.
func Equal(t testing.TB, what string, want, got []byte) {
	t.Helper()
	if diff := Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// Diff says how JSON texts differ as values, or returns "". The order of names
// does not count, and numbers are compared as float64: the SDKs keep neither
// order nor more digits.
func Diff(want, got []byte) string {
	w, err := decode(want)
	if err != nil {
		return fmt.Sprintf("wanted is no JSON: %v: %s", err, want)
	}
	g, err := decode(got)
	if err != nil {
		return fmt.Sprintf("got is no JSON: %v: %s", err, got)
	}
	return cmp.Diff(w, g)
}

func decode(text []byte) (any, error) {
	var value any
	err := json.Unmarshal(text, &value)
	return value, err
}

// Marshal is [json.Marshal] without HTML escapes, for a value that has a JSON
// form.
func Marshal(t testing.TB, value any) []byte {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(text.Bytes())
}
