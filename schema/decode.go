package schema

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// Repair is one leniency that was used to read a JSON text.
type Repair struct {
	// Path is where it was used, as a JSON Pointer.
	Path string `json:"path"`
	// Kind says what was read as what.
	Kind string `json:"kind"`
}

// Decode checks a JSON text against the schema and decodes it into v, a
// pointer to the described type. Everything that is wrong is reported at once,
// as an [*InvalidError]; v is then not to be used. The repairs are the
// leniencies that were used, none for a text that is accepted as it stands.
//
// Decode is safe for concurrent use. ctx is handed to validate rules.
func (s *Schema) Decode(ctx context.Context, text []byte, v any) ([]Repair, error) {
	if reflect.TypeOf(v) != reflect.PointerTo(s.typ) {
		return nil, fmt.Errorf("schema: cannot decode a %v into a %T", s.typ, v)
	}
	out := s.plan.Check(text, s.mode())
	normal := text
	var repairs []Repair
	if out != nil {
		if !out.OK() {
			return nil, s.allProblems(ctx, out, v)
		}
		repairs = repairsOf(out)
		text, normal = out.Wire(), out.Normalized()
	}
	if err := s.unmarshal(text, v); err != nil {
		return repairs, err
	}
	if s.checks == nil {
		return repairs, nil
	}
	return repairs, s.goProblems(ctx, normal, v, nil)
}

// allProblems adds to what the walk found what Go can find beside it, so that
// whoever mends the text need not come back for it.
func (s *Schema) allProblems(ctx context.Context, out *plan.Outcome, v any) error {
	invalid := s.problems(out)
	if s.checks == nil || out.Malformed != nil || out.Count > len(out.Faults) {
		return invalid
	}
	var wrongType *json.UnmarshalTypeError
	if err := json.Unmarshal(out.Wire(), v); err != nil && !errors.As(err, &wrongType) {
		return invalid
	}
	var more *InvalidError
	if errors.As(s.goProblems(ctx, out.Normalized(), v, out.Faults), &more) {
		invalid.Problems = append(invalid.Problems, more.Problems...)
		invalid.Omitted += more.Omitted
	}
	return invalid
}

// unmarshal is the seam at which JSON text becomes a Go value. The text has been
// checked, so that it can be read without a second look; where that fails,
// encoding/json has the last word.
func (s *Schema) unmarshal(text []byte, v any) error {
	if s.decoder.Decode(text, v) == nil {
		return nil
	}
	reflect.ValueOf(v).Elem().SetZero()
	if err := json.Unmarshal(text, v); err != nil {
		return s.decodeProblems(text, err)
	}
	return nil
}

// mode is what a check of this schema lets pass.
func (s *Schema) mode() plan.Mode { return plan.Mode{Lenient: !s.opts.strict, Fill: true} }

func repairsOf(out *plan.Outcome) []Repair {
	repairs := make([]Repair, 0, len(out.Repairs))
	for _, r := range out.Repairs {
		repairs = append(repairs, Repair{Path: pointer(r.Path), Kind: r.Kind})
	}
	return repairs
}

// Check holds a JSON text to the schema without decoding it. Rules that only
// Go can check, and the refusals of types that read their own form, are left
// to [Schema.Decode]. The error is an [*InvalidError].
func (s *Schema) Check(text []byte) error {
	out := s.plan.Check(text, s.mode())
	if out == nil || out.OK() {
		return nil
	}
	return s.problems(out)
}

// Normalize returns the text with the leniencies applied that Decode allows:
// the text that the published schema speaks of. It fails like Decode where the
// text breaks the schema; rules that only Go can check are not run.
func (s *Schema) Normalize(text []byte) ([]byte, error) {
	out := s.plan.Check(text, s.mode())
	switch {
	case out == nil:
		return bytes.Clone(text), nil
	case !out.OK():
		return out.Normalized(), s.problems(out)
	default:
		return out.Normalized(), nil
	}
}

// maxProblems is how many problems are told at once.
const maxProblems = 20

// goProblems runs the rules that are left for Go. faults are what is known to
// be wrong already.
func (s *Schema) goProblems(ctx context.Context, text []byte, v any, faults []plan.Fault) error {
	invalid := &InvalidError{}
	s.checks.run(ctx, s.plan.Root, text, reflect.ValueOf(v), faults, func(p Problem) {
		if len(invalid.Problems)+len(faults) >= maxProblems {
			invalid.Omitted++
			return
		}
		invalid.Problems = append(invalid.Problems, p)
	})
	if len(invalid.Problems) == 0 && invalid.Omitted == 0 {
		return nil
	}
	return invalid
}

// decodeProblems says what decoding found: the refusals of types that read
// their own form.
func (s *Schema) decodeProblems(text []byte, cause error) error {
	l := &locator{}
	l.value(text, s.typ, nil)
	if len(l.problems) == 0 {
		l.problems = []Problem{newProblem(nil, "decode", unreadable, nil)}
	}
	return &InvalidError{Problems: l.problems, Err: cause}
}

// locator finds the values that their types refuse, by decoding each alone.
type locator struct{ problems []Problem }

func (l *locator) value(raw []byte, t reflect.Type, path []plan.Step) {
	t = deref(t)
	if string(raw) == "null" {
		return
	}
	if f := wireForm(t, Input, true); f != formGo {
		l.try(raw, raw, reflect.New(t).Interface(), path)
		return
	}
	before := len(l.problems)
	switch t.Kind() {
	case reflect.Struct:
		l.object(raw, t, path)
	case reflect.Slice, reflect.Array:
		for i, item := range plan.Elements(raw) {
			l.value(item, t.Elem(), step(path, plan.Step{Index: i, IsIndex: true}))
		}
	case reflect.Map:
		for name, item := range plan.Members(raw) {
			at := step(path, plan.Step{Name: name})
			l.key(name, t.Key(), at)
			l.value(item, t.Elem(), at)
		}
	}
	if len(l.problems) == before && json.Unmarshal(raw, reflect.New(t).Interface()) != nil {
		l.problems = append(l.problems, newProblem(path, "decode", unreadable, raw))
	}
}

func (l *locator) object(raw []byte, t reflect.Type, path []plan.Step) {
	fields := map[string]jsonfield.Field{}
	for _, f := range jsonfield.Of(t).Fields {
		fields[f.Name] = f
	}
	for name, item := range plan.Members(raw) {
		f, ok := fields[name]
		at := step(path, plan.Step{Name: name})
		switch {
		case !ok:
		case f.Quoted:
			one := reflect.StructOf([]reflect.StructField{{Name: "F", Type: f.Type, Tag: `json:"f,string"`}})
			l.try(append(append([]byte(`{"f":`), item...), '}'), item, reflect.New(one).Interface(), at)
		default:
			l.value(item, f.Type, at)
		}
	}
}

func (l *locator) key(name string, t reflect.Type, path []plan.Step) {
	u, ok := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	if !ok {
		return
	}
	if err := u.UnmarshalText([]byte(name)); err != nil {
		l.problems = append(l.problems, newProblem(path, "decode", "is no good name: "+refusal(err), nil))
	}
}

// try decodes one value and reports its refusal.
func (l *locator) try(text, shown []byte, v any, path []plan.Step) {
	if err := json.Unmarshal(text, v); err != nil {
		l.problems = append(l.problems, newProblem(path, "decode", refusal(err), shown))
	}
}

const unreadable = "cannot be read in this form"

// refusal is what a type says against a text. The words of encoding/json name
// Go types and are not passed on.
func refusal(err error) string {
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch text := err.Error(); {
	case errors.As(err, &wrongType), errors.As(err, &syntax), bytes.HasPrefix([]byte(text), []byte("json: ")):
		return unreadable
	default:
		return fmt.Sprintf("is refused: %s", text)
	}
}
