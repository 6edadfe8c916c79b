package sample

import (
	"encoding/json"
	"iter"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// Limits of the search. What lies beyond is not found.
const (
	deepest = 12       // nesting of values, and of choices for one value
	most    = 400      // candidates for one schema
	effort  = 5000     // candidates and choices in all, for one value that is asked for
	largest = 64 << 10 // bytes of a value
)

// Instance makes a small instance of a schema: what it gives as an example, or
// else the least that it demands. It returns false where it finds none.
func Instance(schema json.RawMessage) (json.RawMessage, bool) {
	doc, err := jsondoc.Parse(schema)
	if err != nil {
		return nil, false
	}
	s, err := New(doc)
	if err != nil {
		return nil, false
	}
	v, ok := s.First("")
	if !ok {
		return nil, false
	}
	return jsondoc.Append(nil, v), true
}

// Sampler makes values for the schemas of one document. It is not safe for
// concurrent use.
type Sampler struct {
	root  jsondoc.Value
	plan  *plan.Plan
	first map[string]jsondoc.Value // by pointer, as far as they are known
	busy  map[string]bool          // pointers whose first value is being looked for
	came  map[string]hop           // how each schema is reached, once that was asked
	depth int                      // of the search for candidates
	left  int                      // of the effort
}

// New reads a schema. The error says why it cannot be compiled.
func New(doc jsondoc.Value) (*Sampler, error) {
	p, err := plan.Compile(doc)
	if err != nil {
		return nil, err
	}
	return &Sampler{root: doc, plan: p, first: map[string]jsondoc.Value{}, busy: map[string]bool{}}, nil
}

// Has reports whether there is a schema at a JSON Pointer.
func (s *Sampler) Has(pointer string) bool { return s.plan.NodeAt(pointer) != nil }

// Faults are what the schema at a JSON Pointer has against a value. It is false
// where there is no such schema, or a value that is no acceptable JSON or too large
// to be looked at.
func (s *Sampler) Faults(pointer string, v jsondoc.Value) ([]plan.Fault, bool) {
	node := s.plan.NodeAt(pointer)
	if node == nil || !isSmall(v) {
		return nil, false
	}
	out := node.Check(jsondoc.Append(nil, v), plan.Mode{})
	if out == nil {
		return nil, true
	}
	return out.Faults, out.Malformed == nil && len(out.Repairs) == 0
}

// isSmall reports whether a value is not too large. Parts of a value may be the
// same in memory, so that it is far larger in JSON.
func isSmall(v jsondoc.Value) bool { return rest(v, largest) >= 0 }

// rest is what a value leaves of some bytes, or less than 0.
func rest(v jsondoc.Value, bytes int) int {
	switch v := v.(type) {
	case jsondoc.Raw:
		return bytes - len(v)
	case jsondoc.Array:
		for i := 0; i < len(v) && bytes >= 0; i++ {
			bytes = rest(v[i], bytes-1)
		}
	case *jsondoc.Object:
		for i := 0; i < len(v.Members) && bytes >= 0; i++ {
			bytes = rest(v.Members[i].Value, bytes-1-len(v.Members[i].Name))
		}
	}
	return bytes - 1
}

// Accepts reports whether the schema at a JSON Pointer accepts a value.
func (s *Sampler) Accepts(pointer string, v jsondoc.Value) bool {
	faults, ok := s.Faults(pointer, v)
	return ok && len(faults) == 0
}

// First returns the simplest value that the schema at a JSON Pointer accepts.
func (s *Sampler) First(pointer string) (jsondoc.Value, bool) {
	v, known := s.first[pointer]
	if known {
		return v, v != nil
	}
	if s.busy[pointer] {
		return nil, false // a value inside itself has to do without
	}
	s.busy[pointer] = true
	defer delete(s.busy, pointer)
	for c := range s.each(pointer) {
		if s.Accepts(pointer, c) {
			s.first[pointer] = c
			return c, true
		}
	}
	if len(s.busy) == 1 { // not for want of a value that is being looked for
		s.first[pointer] = nil
	}
	return nil, false
}

// Candidates are values that look like what the schema at a JSON Pointer asks
// for: simple ones first, then those at its borders, then those just beyond. They
// are not checked.
func (s *Sampler) Candidates(pointer string) []jsondoc.Value { return slices.Collect(s.each(pointer)) }

// each gives the candidates one by one.
func (s *Sampler) each(pointer string) iter.Seq[jsondoc.Value] {
	return func(yield func(jsondoc.Value) bool) {
		if s.depth == 0 {
			s.left = effort
		}
		at, ok := s.at(pointer)
		if !ok || s.depth == deepest {
			return
		}
		s.depth++
		defer func() { s.depth-- }()
		n := 0
		s.candidates(at, 0, func(v jsondoc.Value) bool {
			n++
			s.left--
			return n <= most && s.left > 0 && yield(v)
		})
	}
}

// candidates yields the candidates for a view, and those of the forms that it
// offers to choose from.
func (s *Sampler) candidates(v view, depth int, yield func(jsondoc.Value) bool) bool {
	for _, name := range []string{"const", "enum", "examples", "default"} {
		if !yieldAll(listed(v, name), yield) {
			return false
		}
	}
	if depth < deepest {
		for _, form := range s.forms(v) {
			s.left--
			if s.left <= 0 || !s.candidates(form, depth+1, yield) {
				return false
			}
		}
	}
	for _, name := range v.types() {
		if !s.typed(v, name, yield) {
			return false
		}
	}
	return yieldAll(anything, yield)
}

// anything is one value of each type.
var anything = []jsondoc.Value{
	jsondoc.FromString("text"), jsondoc.FromInt(1), jsondoc.Raw("1.5"), jsondoc.FromBool(true), jsondoc.Raw("null"),
	jsondoc.Array{},
	&jsondoc.Object{},
}

func (s *Sampler) typed(v view, name string, yield func(jsondoc.Value) bool) bool {
	switch name {
	case "string":
		return yieldAll(texts(v), yield)
	case "integer", "number":
		return yieldAll(numbers(v, name == "integer"), yield)
	case "array":
		return s.arrays(v, yield)
	case "object":
		return s.objects(v, yield)
	case "boolean":
		return yield(jsondoc.FromBool(true)) && yield(jsondoc.FromBool(false))
	default:
		return yield(jsondoc.Raw("null"))
	}
}

func yieldAll(values []jsondoc.Value, yield func(jsondoc.Value) bool) bool {
	return !slices.ContainsFunc(values, func(v jsondoc.Value) bool { return !yield(v) })
}

// listed are the values that a keyword names.
func listed(v view, name string) []jsondoc.Value {
	value, ok := v.keywords.Lookup(name)
	if list, isList := value.(jsondoc.Array); isList && (name == "enum" || name == "examples") {
		return list
	}
	if !ok || name == "enum" || name == "examples" {
		return nil
	}
	return []jsondoc.Value{value}
}
