package schema

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

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
	if out.Malformed != nil || out.Count > len(out.Faults) || s.checks == nil && !s.decodes {
		return invalid
	}
	var more *InvalidError
	var wrongType *json.UnmarshalTypeError
	if err := json.Unmarshal(out.Wire(), v); err != nil && !errors.As(err, &wrongType) {
		l := &locator{root: s.plan.Root, direction: s.direction, known: out.Faults}
		l.value(plan.ParseTree(out.Wire()), s.typ, nil)
		more = &InvalidError{Problems: l.problems, Omitted: l.omitted}
	} else if s.checks == nil || !errors.As(s.goProblems(ctx, out.Normalized(), v, out.Faults), &more) {
		return invalid
	}
	invalid.Problems = append(invalid.Problems, more.Problems...)
	sortByDocument(plan.ParseTree(out.Normalized()), invalid.Problems)
	kept := min(len(invalid.Problems), maxProblems)
	invalid.Omitted += more.Omitted + len(invalid.Problems) - kept
	invalid.Problems = invalid.Problems[:kept]
	return invalid
}

// coversAny reports whether a fault is at, above or below a pointer.
func coversAny(faults []plan.Fault, at string) bool {
	return slices.ContainsFunc(faults, func(f plan.Fault) bool {
		where := pointer(f.Path)
		return isWithin(at, where) || isWithin(where, at)
	})
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
func (s *Schema) mode() plan.Mode {
	return plan.Mode{Lenient: !s.opts.strict, Fill: s.direction == Input}
}

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
	out := report{room: maxProblems - len(faults)}
	tree := plan.ParseTree(text)
	s.checks.run(ctx, s.plan.Root, tree, reflect.ValueOf(v), faults, &out)
	if len(out.problems) == 0 && out.omitted == 0 {
		return nil
	}
	sortByDocument(tree, out.problems)
	return &InvalidError{Problems: out.problems, Omitted: out.omitted}
}

// decodeProblems says what decoding found: the refusals of types that read
// their own form.
func (s *Schema) decodeProblems(text []byte, cause error) error {
	l := &locator{root: s.plan.Root, direction: s.direction}
	l.value(plan.ParseTree(text), s.typ, nil)
	if len(l.problems) == 0 {
		l.problems = []Problem{s.direction.newProblem(nil, keywordDecode, unreadable, nil)}
	}
	return &InvalidError{Problems: l.problems, Omitted: l.omitted, Err: cause}
}

// locator finds the values that their types refuse, by decoding each alone.
type locator struct {
	root      *plan.Node
	direction Direction
	known     []plan.Fault // what needs no second word
	problems  []Problem
	omitted   int
}

// refuse reports a refusal. Of a secret value nothing is told, not even in the
// words of its type.
func (l *locator) refuse(path []plan.Step, want string, raw []byte) {
	if coversAny(l.known, pointer(path)) {
		return
	}
	if len(l.problems) == maxProblems {
		l.omitted++
		return
	}
	if n, secret := l.root.SecretAt(path); secret {
		path, want, raw = path[:n], unreadable, nil
	}
	l.problems = append(l.problems, l.direction.newProblem(path, keywordDecode, want, raw))
}

func (l *locator) value(text *plan.Tree, t reflect.Type, path []plan.Step) {
	t = deref(t)
	if string(text.Raw) == "null" {
		return
	}
	if f := wireForm(t, Input, true); f != formGo {
		l.try(text.Raw, reflect.New(t).Interface(), path)
		return
	}
	switch k, first := t.Kind(), text.Raw[0]; {
	case k == reflect.Struct && first == '{':
		l.object(text, t, path)
	case (k == reflect.Slice || k == reflect.Array) && first == '[':
		for i, item := range text.Elements() {
			l.value(item, t.Elem(), step(path, plan.Step{Index: i, IsIndex: true}))
		}
	case k == reflect.Map && first == '{':
		for name, item := range text.Members() {
			at := step(path, plan.Step{Name: name})
			l.key(name, t.Key(), at)
			l.value(item, t.Elem(), at)
		}
	default:
		if json.Unmarshal(text.Raw, reflect.New(t).Interface()) != nil {
			l.refuse(path, unreadable, text.Raw)
		}
	}
}

func (l *locator) object(text *plan.Tree, t reflect.Type, path []plan.Step) {
	fields := map[string]jsonfield.Field{}
	for _, f := range jsonfield.Of(t).Fields {
		fields[f.Name] = f
	}
	for name, item := range text.Members() {
		f, ok := fields[name]
		at := step(path, plan.Step{Name: name})
		switch {
		case !ok:
		case f.Quoted:
			one := reflect.StructOf([]reflect.StructField{{Name: "F", Type: f.Type, Tag: `json:"f,string"`}})
			if json.Unmarshal(append(append([]byte(`{"f":`), item.Raw...), '}'), reflect.New(one).Interface()) != nil {
				l.refuse(at, quotedRange(deref(f.Type)), item.Raw)
			}
		default:
			l.value(item, f.Type, at)
		}
	}
}

// quotedRange says what a string must hold that has the right form.
func quotedRange(t reflect.Type) string {
	if b, ok := integerBounds[t.Kind()]; ok {
		return fmt.Sprintf("must be a string that holds a whole number from %s to %s", b.low, b.high)
	}
	return quotedWant(t)
}

func (l *locator) key(name string, t reflect.Type, path []plan.Step) {
	u, ok := reflect.TypeAssert[encoding.TextUnmarshaler](reflect.New(t))
	if !ok {
		return
	}
	if err := u.UnmarshalText([]byte(name)); err != nil {
		want := knownTypes[t].wants[keywordDecode]
		if want == "" {
			want = refusal(err)
		}
		l.refuse(path, "is no good name: it "+want, nil)
	}
}

// try decodes one value and reports its refusal.
func (l *locator) try(raw []byte, v any, path []plan.Step) {
	err := json.Unmarshal(raw, v)
	if err == nil {
		return
	}
	want := knownTypes[reflect.TypeOf(v).Elem()].wants[keywordDecode]
	if want == "" {
		want = refusal(err)
	}
	l.refuse(path, want, raw)
}

// keywordDecode is the rule of problems that only decoding finds.
const keywordDecode = "decode"

const unreadable = "cannot be read in this form"

// goWords are traces of Go in the text of an error.
var goWords = regexp.MustCompile(`\*?\b[a-z][a-z0-9]*\.[A-Z]\w*|^(json|math/big|reflect|encoding/\w+): `)

// refusal is what a type says against a text. Words that name Go types are not
// passed on.
func refusal(err error) string {
	text := err.Error()
	for _, prefix := range []string{"time: ", "strconv: ", "net: ", "url: ", "Time.MarshalJSON: ", "Time.MarshalText: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	if goWords.MatchString(text) {
		return unreadable
	}
	return "is refused: " + text
}
