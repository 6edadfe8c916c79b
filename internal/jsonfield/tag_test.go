package jsonfield_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

func TestMalformedTags(t *testing.T) {
	for _, tt := range []struct {
		tag  reflect.StructTag
		want string // part of the problem; "" when the tag is good
	}{
		{``, ""},
		{`json:"a"`, ""},
		{` json:"a"   validate:"b" `, ""},
		{`json:"a"validate:"b"`, ""},
		{`json:"a" x-y_z.w/v:"b"`, ""},
		{`json:"a" doc:"say \"hi\", or \u00e9 or \\d"`, ""},
		{`json:"a" doc:""`, ""},
		{`validate:"required", json:"a"`, "where a key is expected"},
		{`validate:"required",json:"a"`, "where a key is expected"},
		{`validate:"required"; json:"a"`, "where a key is expected"},
		{"json:\"a\"\tvalidate:\"b\"", "where a key is expected"},
		{"json:\"a\"\nvalidate:\"b\"", "where a key is expected"},
		{`json:"a" :"b"`, "where a key is expected"},
		{`json`, "is not a key"},
		{`json:"a" validate`, "is not a key"},
		{`json :"a"`, "is not a key"},
		{`json="a"`, "is not a key"},
		{`json: "a"`, "not in double quotes"},
		{`json:a`, "not in double quotes"},
		{`json:'a'`, "not in double quotes"},
		{`json:`, "not in double quotes"},
		{`json:"a`, "no closing quote"},
		{`json:"a\"`, "no closing quote"},
		{`json:"`, "no closing quote"},
		{`json:"a" jsonschema:"pattern=^\d+$"`, "backslash must be doubled"},
		{"json:\"a\" doc:\"two\nlines\"", "is not a Go string"},
		{`json:"a" json:"b"`, "json is given twice"},
		{`json:"a" doc:"b" doc:"b"`, "doc is given twice"},
		{reflect.StructTag("json:\"a\" \xff" + strings.Repeat("long", 1000)), "where a key is expected"},
	} {
		got := ""
		for _, p := range jsonfield.Of(structOf(field[int]("A", tt.tag))).Problems {
			if p.Kind == jsonfield.MalformedTag {
				got = p.Text
			}
		}
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) || len(got) > 200 {
			t.Errorf("%#q: problem %q, want %q", tt.tag, got, tt.want)
		}
	}
}

// FuzzTag holds any tag against encoding/json, and a tag that passes for well
// formed against package reflect.
func FuzzTag(f *testing.F) {
	for _, seed := range []string{
		``, `json:"a,omitempty"`, `json:"-,"`, `json:"-"`, `json:",string"`, `json:"owner's"`, `json:"a"validate:"b"`,
		`validate:"required", json:"a"`, `json:"a" json:"b"`, `json:"\d"`, `json:"a,,x"`, `json:"é"`, "\x00", `json:"\xff"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		typ := structOf(field[int]("A", reflect.StructTag(tag)), field[string]("B", reflect.StructTag(tag)))
		checkLaws(t, typ)
		s := jsonfield.Of(typ)
		if has(s, jsonfield.MalformedTag) || strings.TrimLeft(tag, " ") == "" {
			return
		}
		// Package reflect reads a good tag to its end: a pair that is added
		// there is found.
		if strings.Contains(tag, "last:") {
			return
		}
		if got, ok := reflect.StructTag(tag + ` last:"x"`).Lookup("last"); !ok || got != "x" {
			t.Errorf("%#q is no malformed tag, but package reflect does not reach its end", tag)
		}
	})
}
