package typed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// The helpers of the TestCase… tests, each of which looks at one In type from
// the outside: what is published, what is let through, what is refused and in
// which words.

// probe is a tool that keeps what its handler was given.
type probe[T any] struct {
	toolnexus.Tool
	got []T
}

func define[T any](t *testing.T, opts ...typed.Option) *probe[T] {
	t.Helper()
	p := &probe[T]{}
	tool, err := typed.Define("probe", "Keeps its input.", func(_ context.Context, in T) (typed.Text, error) {
		p.got = append(p.got, in)
		return "done", nil
	}, opts...)
	if err != nil {
		t.Fatalf("Define: %v", err)
	}
	p.Tool = tool
	return p
}

// decoded reads JSON text with its numbers as written.
func decoded(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, text)
	}
	return v
}

// schemaOf is the published input schema of T.
func schemaOf[T any](t *testing.T, opts ...typed.Option) map[string]any {
	t.Helper()
	m, ok := decoded(t, define[T](t, opts...).InputSchema).(map[string]any)
	if !ok {
		t.Fatal("the schema is no object")
	}
	return m
}

// property walks into a schema: a step names a property, "[]" goes to the
// items of a list, "{}" to the values of a map, "{k}" to its names.
func property(t *testing.T, schema map[string]any, path ...string) map[string]any {
	t.Helper()
	for _, step := range path {
		keyword, ok := map[string]string{"[]": "items", "{}": "additionalProperties", "{k}": "propertyNames"}[step]
		var next any = schema[keyword]
		if !ok {
			properties, _ := schema["properties"].(map[string]any)
			next = properties[step]
		}
		if schema, ok = next.(map[string]any); !ok {
			t.Fatalf("the schema has no %q of %q", step, path)
		}
	}
	return schema
}

// publishes checks that the schema at a path is exactly the given JSON, in any
// order. The bounds that every int has are left out of the comparison.
func publishes[T any](t *testing.T, want string, path ...string) {
	t.Helper()
	got := property(t, schemaOf[T](t), path...)
	for keyword, bound := range map[string]json.Number{"minimum": "-9223372036854775808", "maximum": "9223372036854775807"} {
		if got[keyword] == bound {
			delete(got, keyword)
		}
	}
	if !reflect.DeepEqual(any(got), decoded(t, []byte(want))) {
		text, _ := json.Marshal(got)
		t.Errorf("schema at %q:\n got %s\nwant %s", path, text, want)
	}
}

// requires checks which properties the schema at a path demands.
func requires[T any](t *testing.T, want []string, path ...string) {
	t.Helper()
	var got []string
	list, _ := property(t, schemaOf[T](t), path...)["required"].([]any)
	for _, name := range list {
		got = append(got, name.(string))
	}
	if !slices.Equal(got, want) {
		t.Errorf("required at %q: got %q, want %q", path, got, want)
	}
}

// accepts checks that the args reach the handler as want.
func accepts[T any](t *testing.T, args string, want T, opts ...typed.Option) toolnexus.ToolResult {
	t.Helper()
	p := define[T](t, opts...)
	r := p.Call(t.Context(), json.RawMessage(args))
	switch {
	case r.IsError():
		t.Errorf("%s: refused, should be accepted:\n%s", args, r.Output)
	case len(p.got) != 1:
		t.Errorf("%s: the handler ran %d times", args, len(p.got))
	case !reflect.DeepEqual(p.got[0], want):
		t.Errorf("%s: the handler got %+v, want %+v", args, p.got[0], want)
	}
	return r
}

// refuses checks that the args do not reach the handler and that the text is
// fit for a model. If lines are given, they are all of the problems, in order.
func refuses[T any](t *testing.T, args string, lines ...string) *typed.ArgumentError {
	t.Helper()
	return refusesWith[T](t, nil, args, lines...)
}

func refusesWith[T any](t *testing.T, opts []typed.Option, args string, lines ...string) *typed.ArgumentError {
	t.Helper()
	p := define[T](t, opts...)
	r := p.Call(t.Context(), json.RawMessage(args))
	if len(p.got) > 0 {
		t.Errorf("%s: reached the handler as %+v, should be refused", args, p.got[0])
		return &typed.ArgumentError{}
	}
	var problem *typed.ArgumentError
	if !errors.As(r.Error, &problem) {
		t.Errorf("%s: error %v, want an ArgumentError", args, r.Error)
		return &typed.ArgumentError{}
	}
	assertPlain(t, r.Output, goNames(reflect.TypeFor[T]())...)
	if got := strings.Split(r.Output, "\n")[1:]; len(lines) > 0 && !slices.Equal(got, lines) {
		t.Errorf("%s: problems\n got %s\nwant %s", args, strings.Join(got, "\n     "), strings.Join(lines, "\n     "))
	}
	t.Logf("%s\n%s", args, r.Output)
	return problem
}

// undefinable checks that T is refused when a tool is defined, in an error
// that holds the words.
func undefinable[T any](t *testing.T, words ...string) {
	t.Helper()
	_, err := typed.Define("probe", "Keeps its input.", func(context.Context, T) (typed.Text, error) { return "", nil })
	if err == nil {
		t.Errorf("%v: Define accepted it", reflect.TypeFor[T]())
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("Define: %v\nshould say %q", err, word)
		}
	}
	t.Log(err)
}

// jargon is what only a Go programmer understands.
var jargon = regexp.MustCompile(`struct|\bGo\b|json:|main\.|typed_test|reflect|validat(e:|or)|failed on|'\w+' tag|\bnil\b|0x[0-9a-f]{6}|unmarshal|strconv|parsing|goroutine|runtime error|\.go:\d|%!`)

// assertPlain checks that a text for a model speaks neither of Go nor of the
// given names.
func assertPlain(t *testing.T, text string, names ...string) {
	t.Helper()
	if word := jargon.FindString(text); word != "" {
		t.Errorf("the text has the Go word %q:\n%s", word, text)
	}
	for _, name := range names {
		if regexp.MustCompile(`\b` + name + `\b`).MatchString(text) {
			t.Errorf("the text has the Go name %q:\n%s", name, text)
		}
	}
}

// goNames lists the names of a type and of its fields that a model cannot
// know.
func goNames(root reflect.Type) []string {
	var names []string
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(t reflect.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(t.Elem())
		case reflect.Struct:
			if t.PkgPath() != root.PkgPath() && t != root {
				return
			}
			if t.Name() != "" {
				names = append(names, regexp.QuoteMeta(t.Name()))
			}
			for f := range t.Fields() {
				// URL and ID are words as well.
				if strings.ToUpper(f.Name) != f.Name && f.Tag.Get("json") != "" {
					names = append(names, f.Name)
				}
				walk(f.Type)
			}
		}
	}
	walk(root)
	return names
}
