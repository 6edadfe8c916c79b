package agree

import (
	"context"
	"errors"
	"reflect"

	"github.com/toolnexus/go-sdk/schema"
)

// SubjectOf makes the check of a type fit for being held to the law. out is nil
// for a type that is decoded and never written.
func SubjectOf(in, out *schema.Schema) *Subject {
	t := in.Type()
	s := &Subject{
		Schema: in.JSON(),
		Normalize: func(text []byte) ([]byte, Report) {
			normal, err := in.Normalize(text)
			return normal, reportOf(err)
		},
		Decode: func(text []byte) (any, Report) {
			v := reflect.New(t)
			_, err := in.Decode(context.Background(), text, v.Interface())
			return v.Interface(), reportOf(err)
		},
		Decodes: func(path string) bool { return DecodesItself(t, path) },
		GoRule:  func(path, rule string) bool { return HasRule(t, path, rule) },
	}
	if out == nil {
		return s
	}
	s.Output = out.JSON()
	s.Encode = func(v any) (text []byte, err error) {
		err = out.Encode(context.Background(), v, func(b []byte) { text = append(text, b...) })
		return text, err
	}
	return s
}

// reportOf puts an error of the check into the terms of the law.
func reportOf(err error) Report {
	if err == nil {
		return Report{}
	}
	var invalid *schema.InvalidError
	if !errors.As(err, &invalid) {
		return Report{Problems: []Problem{{Rule: "error: " + err.Error()}}}
	}
	r := Report{Omitted: invalid.Omitted}
	for _, p := range invalid.Problems {
		r.Problems = append(r.Problems, Problem{Path: p.Path, Rule: p.Rule})
	}
	return r
}
