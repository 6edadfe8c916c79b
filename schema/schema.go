package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/decode"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/plan"
	"github.com/toolnexus/go-sdk/internal/syncmap"
)

// Direction says which way a value travels. The schemas of one type differ
// between the two where encoding/json reads and writes it differently.
type Direction uint8

// The directions.
const (
	Input  Direction = iota // JSON that is decoded into the type
	Output                  // JSON that the type is encoded to
)

// String returns "input" or "output".
func (d Direction) String() string {
	if d == Output {
		return "output"
	}
	return "input"
}

// Option adjusts how a type is described and checked.
type Option func(*options)

// options is comparable, so that it can be part of a cache key.
type options struct {
	exact       bool
	strict      bool
	openObjects bool
	outputRules bool
	validate    *validator.Validate
	rules       *ruleSet
}

// Exact publishes the exact pattern or list of a validate rule however long it
// is. By default a rule costs at most 200 bytes: what does not fit is published
// as a looser pattern or a format and a sentence, and enforced in Go.
func Exact() Option { return func(o *options) { o.exact = true } }

// Strict turns two leniencies off: null for an optional property, and a value
// sent inside a string, are then refused.
func Strict() Option { return func(o *options) { o.strict = true } }

// AllowUnknown accepts names that a struct does not have, and leaves them out. An
// output described so is what a program takes from others: there a pointer may
// be absent, too, and not only null.
func AllowUnknown() Option { return func(o *options) { o.openObjects = true } }

// OutputRules publishes the validate rules and jsonschema constraints of an
// output type too, and makes [Schema.Encode] refuse a value that breaks them.
func OutputRules() Option { return func(o *options) { o.outputRules = true } }

// Validator uses the rules, aliases and struct-level rules registered on v.
// The rules of the validator package itself keep the meaning documented here.
// Rules given by [Rules] are added to v where it does not know them. v must not
// be changed any more, nor be in use while types are described with it.
func Validator(v *validator.Validate) Option { return func(o *options) { o.validate = v } }

// Schema is the one compiled description of a Go type in one direction: the
// published JSON Schema, and the check that was compiled from those bytes. A
// Schema is immutable and safe for concurrent use.
type Schema struct {
	typ       reflect.Type
	direction Direction
	opts      options
	doc       []byte
	plan      *plan.Plan
	decoder   *decode.Decoder
	hints     map[hintKey]string
	rewrites  bool // output needs a walk
	dynamic   bool // output values may hold interfaces
	decodes   bool // some values read their own form, and may refuse
	checks    *goChecks
}

// cacheKey identifies a description.
type cacheKey struct {
	typ       reflect.Type
	direction Direction
	opts      options
}

// cache holds one *Schema for each type, direction and set of options.
var cache syncmap.Map[cacheKey, *Schema]

// For describes T. See [ForType].
func For[T any](direction Direction, opts ...Option) (*Schema, error) {
	return ForType(reflect.TypeFor[T](), direction, opts...)
}

// ForType describes a Go type. The result is computed once for each type,
// direction and set of options, but for descriptions with [Rules] or
// [Validator]. The error is a [*TypeError] that names the
// field and the tag.
func ForType(t reflect.Type, direction Direction, opts ...Option) (*Schema, error) {
	var o options
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	key := cacheKey{t, direction, o}
	if s, ok := cache.Load(key); ok {
		return s, nil
	}
	s, err := describe(t, direction, o)
	if err != nil {
		return nil, err
	}
	if o.rules != nil || o.validate != nil {
		return s, nil // each set of the caller's own rules would stay for ever
	}
	kept, _ := cache.LoadOrStore(key, s)
	return kept, nil
}

// maxSchemaBytes is the size beyond which a schema is refused. Providers take
// about as much, and every request carries it.
const maxSchemaBytes = 100_000

// describe builds the document, freezes its bytes and compiles them.
func describe(t reflect.Type, direction Direction, o options) (*Schema, error) {
	if t == nil {
		return nil, &TypeError{Err: fmt.Errorf("there is no type to describe")}
	}
	b := newBuilder(direction, o)
	doc, err := b.document(t)
	if err != nil {
		return nil, err
	}
	keyword.Sort(doc)
	s := &Schema{typ: t, direction: direction, opts: o, doc: jsondoc.Append(nil, doc)}
	if len(s.doc) > maxSchemaBytes {
		return nil, &TypeError{Type: t, Err: fmt.Errorf(
			"its schema takes %d bytes, and every request would carry them; the limit is %d (structs used many times over are written out each time)",
			len(s.doc), maxSchemaBytes)}
	}
	if err := s.compile(b, doc); err != nil {
		return nil, err
	}
	return s, nil
}

// compile reads the published bytes back and makes the check from them.
func (s *Schema) compile(b *builder, built jsondoc.Value) error {
	published, err := jsondoc.Parse(s.doc)
	if err != nil {
		return &TypeError{Type: s.typ, Err: err}
	}
	if s.plan, err = plan.Compile(published); err != nil {
		return b.locate(s.typ, built, err)
	}
	s.hints = b.hintsByPointer(built)
	bind := binder{schema: s, builder: b, done: map[bound]bool{}}
	if err := bind.root(s.plan.Root, s.typ); err != nil {
		return err
	}
	if err := b.checkExamples(s.plan, built, s.typ); err != nil {
		return err
	}
	if err := s.plan.Seal(); err != nil {
		return &TypeError{Type: s.typ, Err: err}
	}
	s.decoder = decode.New(s.typ)
	s.dynamic = s.direction == Output && holdsInterfaces(s.typ)
	return nil
}

// Type returns the Go type that is described.
func (s *Schema) Type() reflect.Type { return s.typ }

// Direction returns the direction that is described.
func (s *Schema) Direction() Direction { return s.direction }

// JSON returns the published JSON Schema: compact, deterministic, properties
// in field order. The bytes are the caller's own.
func (s *Schema) JSON() json.RawMessage { return bytes.Clone(s.doc) }

// IsFree reports whether the schema demands nothing, as that of any does.
func (s *Schema) IsFree() bool { return string(s.doc) == "{}" }

// String returns the published JSON Schema as text.
func (s *Schema) String() string { return string(s.doc) }
