package typedtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/schema"
)

// Args makes valid arguments of In: the same for the same seed, others for
// other seeds. They are plain: compact JSON, texts of letters, no unusual
// spellings. For an even seed every optional property is there.
//
// The arguments pass the check of a call in full, with the validate rules that
// run in Go and In's Validate method. The error says what is wrong with the
// last try where none of many did: rules such as a check digit or a condition
// across many fields are met by chance only. It is also not nil where In cannot
// be described.
func Args[In any](seed uint64, opts ...Option) (json.RawMessage, error) {
	return argsOf(reflect.TypeFor[In](), seed, newOptions(opts))
}

// MustArgs is like [Args] and panics where that gives an error.
func MustArgs[In any](seed uint64, opts ...Option) json.RawMessage {
	args, err := Args[In](seed, opts...)
	if err != nil {
		panic(err) //nolint:forbidigo // what Must says
	}
	return args
}

// argTries is how often Args tries.
const argTries = 500

func argsOf(typ reflect.Type, seed uint64, o *options) (json.RawMessage, error) {
	s, err := schema.ForType(typ, schema.Input, o.schema...)
	if err != nil {
		return nil, err
	}
	g, err := agree.NewGenerator(s.JSON())
	if err != nil {
		return nil, fmt.Errorf("the schema of %v: %w", typ, err)
	}
	rnd := rand.New(rand.NewPCG(seed, 0))
	for try := range argTries {
		complete := seed%2 == 0 && try < argTries/2
		text := g.Instance(rnd, agree.Mode{Plain: true, Complete: complete})
		if err = accepts(s, text); err == nil {
			return compact(s, text)
		}
	}
	return nil, fmt.Errorf("none of %d tries gave valid arguments for %v; the last: %w", argTries, typ, err)
}

// validator is what an In may implement to check what no tag can say.
type validator interface {
	Validate(ctx context.Context) error
}

// accepts runs the whole check of a call.
func accepts(s *schema.Schema, text []byte) error {
	v := reflect.New(s.Type())
	if _, err := s.Decode(context.Background(), text, v.Interface()); err != nil {
		return err
	}
	for ; v.Kind() == reflect.Pointer && !v.IsNil(); v = v.Elem() {
		if own, ok := reflect.TypeAssert[validator](v); ok {
			return own.Validate(context.Background())
		}
	}
	if own, ok := reflect.TypeAssert[validator](v); ok {
		return own.Validate(context.Background())
	}
	return nil
}

// compact writes the arguments as the schema speaks of them.
func compact(s *schema.Schema, text []byte) (json.RawMessage, error) {
	normal, err := s.Normalize(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Compact(&b, normal)
	return b.Bytes(), err
}
