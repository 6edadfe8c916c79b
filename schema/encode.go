package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/plan"
)

// encoder is a JSON encoder with its buffer, kept between values.
type encoder struct {
	buf  bytes.Buffer
	json *json.Encoder
}

var encoders = sync.Pool{New: func() any {
	e := &encoder{}
	e.json = json.NewEncoder(&e.buf)
	e.json.SetEscapeHTML(false)
	return e
}}

// maxOutputDepth is deeper than any result that a reader could use.
const maxOutputDepth = 100_000

// Encode writes v, a pointer to the described type, as compact JSON in its
// published form: nil slices and maps as [] and {}, durations and URLs as
// text, without HTML escaping. It hands the bytes to use and keeps nothing of
// them; use must copy what it needs. The error is an
// [*EncodeError] if v has no JSON form, and an [*InvalidError] if it breaks
// rules that [OutputRules] enforces.
//
// Encode is safe for concurrent use. It does not contain panics of marshallers.
func (s *Schema) Encode(ctx context.Context, v any, use func(text []byte)) error {
	e := encoders.Get().(*encoder) //nolint:errcheck,forcetypeassert // the pool holds nothing else
	e.buf.Reset()
	if err := e.json.Encode(v); err != nil {
		return encodeError(v, err) // the encoder is given up: its state is not known
	}
	text := bytes.TrimSuffix(e.buf.Bytes(), []byte("\n"))
	if !utf8.Valid(text) { // raw JSON is passed on as it is
		text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	text, err := s.publish(text)
	if err == nil && s.dynamic {
		text = publishDynamic(text, reflect.ValueOf(v).Elem())
	}
	if err == nil && s.opts.outputRules {
		err = s.checkOutput(ctx, text, v)
	}
	if err == nil {
		use(text)
	}
	const keep = 1 << 20 // larger buffers are left to the collector
	if e.buf.Cap() <= keep {
		encoders.Put(e)
	}
	return err
}

// publish turns what encoding/json wrote into the published form.
func (s *Schema) publish(text []byte) ([]byte, error) {
	if !s.rewrites {
		return text, nil
	}
	out := s.plan.Check(text, plan.Mode{Output: true, MaxDepth: maxOutputDepth, MaxBytes: len(text)})
	if out == nil {
		return text, nil
	}
	if out.Malformed != nil {
		return nil, fmt.Errorf("the value is no JSON that can be passed on: its parts %s", malformedText(out.Malformed))
	}
	return out.Wire(), nil
}

// checkOutput holds a published text, and the value it was made from, to the
// rules of the type.
func (s *Schema) checkOutput(ctx context.Context, text []byte, v any) error {
	out := s.plan.Check(text, plan.Mode{MaxDepth: maxOutputDepth, MaxBytes: len(text)})
	if out != nil && !out.OK() {
		return s.problems(out)
	}
	if s.checks == nil {
		return nil
	}
	return s.goProblems(ctx, text, v, nil)
}
