package schema_test

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/toolnexus/go-sdk/schema"
)

func invopop(v any) *jsonschema.Schema {
	r := jsonschema.Reflector{DoNotReference: true, Anonymous: true}
	return r.Reflect(v)
}

// plainTags has every keyword of the jsonschema tag that both readers know,
// without any of the traps.
type plainTags struct {
	Text  string   `json:"text" jsonschema:"title=A text,description=Some words,minLength=2,maxLength=9,pattern=^[a-z]+$,format=hostname,enum=abc,enum=def,example=abc"`
	Whole int      `json:"whole" jsonschema:"minimum=1,maximum=9,multipleOf=2,default=4,example=6"`
	Real  float64  `json:"real,omitempty" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1.5"`
	Pick  float64  `json:"pick,omitempty" jsonschema:"enum=0.5,enum=1"`
	List  []string `json:"list,omitempty" jsonschema:"minItems=1,maxItems=3,uniqueItems=true,minLength=2"`
	Flag  bool     `json:"flag,omitempty" jsonschema:"default=true,description=A flag"`
	Safe  string   `json:"safe" jsonschema:"writeOnly=true,description=Kept whole\\, with a comma"`
	Also  string   `json:"also" jsonschema_description:"One, two, three"`
	ID    string   `json:"id,omitempty" jsonschema:"oneof_required=id"`
	Name  string   `json:"name,omitempty" jsonschema:"oneof_required=name"`
	Must  string   `json:"must,omitempty" jsonschema:"required"`
}

// TestTagsAreReadAsInvopopReadsThem compares the two readers where both can be
// right: every keyword that the other finds is here too, with the same value.
func TestTagsAreReadAsInvopopReadsThem(t *testing.T) {
	ours, err := schema.For[plainTags](schema.Input)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := json.Marshal(invopop(plainTags{}))
	if err != nil {
		t.Fatal(err)
	}
	got, want := decodeAny(t, ours.JSON()), decodeAny(t, theirs)
	delete(want, "$schema")
	required, _ := want["required"].([]any)
	want["required"] = dropString(required, "whole") // it has a default, which makes it optional
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-invopop +ours:\n%s", diff)
	}
}

func decodeAny(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func dropString(list []any, s string) []any {
	var kept []any
	for _, e := range list {
		if e != s {
			kept = append(kept, e)
		}
	}
	return kept
}

type (
	twinA struct {
		Same string
	}
	twinB struct {
		Same string
	}
	pointerHook struct{ N int }
)

func (*pointerHook) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }

// TestKnownFaultsOfInvopop pins what the library gets wrong, which is why the
// structure of a type is walked here and its tags are read here. A row that
// fails tells that a release has mended it.
func TestKnownFaultsOfInvopop(t *testing.T) {
	for name, row := range map[string]struct {
		value any
		has   string // what it publishes
	}{
		"two embedded fields of one name": {struct {
			twinA
			twinB
		}{}, `"required":["Same"]`},
		"a property called -": {struct {
			A string `json:"-,"`
		}{}, `"properties":{}`},
		"a named field with the option inline": {struct {
			In twinA `json:",inline"`
		}{}, `"properties":{"Same"`},
		"a name that encoding/json refuses": {struct {
			A string `json:"a'b"`
		}{}, `"a'b"`},
		"a hook on a pointer receiver": {struct {
			H pointerHook `json:"h"`
		}{}, `"h":{"properties"`},
		"a comma in a description": {struct {
			A string `json:"a" jsonschema:"description=one, two"`
		}{}, `"description":"one"`},
		"a comma in a pattern": {struct {
			A string `json:"a" jsonschema:"pattern=^a{1,2}$"`
		}{}, `"pattern":"^a{1"`},
		"a blank before a keyword": {struct {
			A int `json:"a" jsonschema:"minimum=1, maximum=2"`
		}{}, `"a":{"type":"integer","minimum":1}`},
		"a misspelt keyword": {struct {
			A int `json:"a" jsonschema:"minimun=1"`
		}{}, `"a":{"type":"integer"}`},
		"the bounds of int8": {struct {
			A int8 `json:"a"`
		}{}, `"a":{"type":"integer"}`},
		"a URL, which encoding/json reads as an object": {struct {
			A url.URL `json:"a"`
		}{}, `"a":{"type":"string","format":"uri"}`},
		"an address, which encoding/json reads as text": {struct {
			A netip.Addr `json:"a"`
		}{}, `"a":{"properties":{}`},
		"a number in a string": {struct {
			A int `json:"a,string"`
		}{}, `"a":{"type":"string"}`},
		"any as a bare true": {struct {
			A any `json:"a"`
		}{}, `"a":true`},
	} {
		raw, err := json.Marshal(invopop(row.value))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), row.has) {
			t.Errorf("%s: no longer %s: %s", name, row.has, raw)
		}
	}
	if _, err := schema.ForType(reflect.TypeFor[struct {
		twinA
		twinB
	}](), schema.Input); err == nil {
		t.Error("two embedded fields of one name are described")
	}
}
