package typedtest

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/schema"
)

// Agree proves the law for In: the check of a call and the published schema
// cannot be told apart. For every one of thousands of generated arguments, good
// and spoiled ones, it demands that
//
//   - the check accepts them if and only if an independent validator (draft
//     2020-12, formats asserted) accepts them, leniencies applied, by the
//     published schema;
//   - what the check accepts can be decoded into In;
//   - the decoded value, written again, is accepted by In's output schema.
//
// Left out is what JSON Schema has no opinion on: texts that are no I-JSON
// (broken syntax, duplicate names, numbers outside the range of a double),
// validate rules that run in Go, and the refusals of types that read their own
// form, such as those with an UnmarshalText method. For these the type's author
// answers; Agree demands only that they are reported as such.
//
// A failure shows the type, the seed, the arguments and both verdicts. At most
// three failures of different kinds are shown.
func Agree[In any](t testing.TB, opts ...Option) {
	t.Helper()
	agreeOn(t, reflect.TypeFor[In](), newOptions(opts))
}

func agreeOn(t testing.TB, typ reflect.Type, o *options) {
	t.Helper()
	s, err := subject(t, typ, o)
	if err != nil {
		t.Fatalf("%v cannot be described: %v", typ, err)
	}
	g, err := s.Prepare()
	if err != nil {
		t.Fatalf("%v: %v\nschema: %s", typ, err, s.Schema)
	}
	rnd := rand.New(rand.NewPCG(o.seed, 0))
	shown := map[string]bool{}
	accepted := 0
	for range o.instances {
		result, bad := s.Try(g.Instance(rnd, agree.RandomMode(rnd)))
		if result.Accepted {
			accepted++
		}
		if bad == nil || shown[bad.Kind()] {
			continue
		}
		shown[bad.Kind()] = true
		t.Errorf("%v breaks the law (seed %d): %v\n  schema:     %s", typ, o.seed, bad, s.Schema)
		if len(shown) == 3 {
			return
		}
	}
	if accepted == 0 && o.instances > 0 {
		t.Logf("%v: none of %d generated arguments was accepted, so that only refusals were compared", typ, o.instances)
	}
}

// subject describes a type in both directions.
func subject(t testing.TB, typ reflect.Type, o *options) (*agree.Subject, error) {
	in, err := schema.ForType(typ, schema.Input, o.schema...)
	if err != nil {
		return nil, err
	}
	out, err := schema.ForType(typ, schema.Output, o.schema...)
	if err != nil {
		t.Logf("what is decoded is not written again: %v", err)
		out = nil
	}
	s := agree.SubjectOf(in, out)
	if len(o.schema) > 0 {
		inTag := s.GoRule
		s.GoRule = func(path, rule string) bool { // a struct-level rule stands in no tag
			return !agree.IsKeyword(rule) || inTag(path, rule)
		}
	}
	if encode := s.Encode; encode != nil {
		s.Encode = func(v any) ([]byte, error) {
			text, err := encode(v)
			if ownRefusal(err) {
				return nil, nil
			}
			return text, err
		}
	}
	return s, nil
}

// ownRefusal reports whether a marshaler of the author's own refused the value.
func ownRefusal(err error) bool {
	var marshaler *json.MarshalerError
	if !errors.As(err, &marshaler) {
		return false
	}
	t := marshaler.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	root, _, _ := strings.Cut(t.PkgPath(), "/")
	return strings.Contains(root, ".") || root == "main"
}
