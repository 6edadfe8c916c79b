package rules

import "encoding/json"

// Kind is the JSON-side kind of the Go value a rule is applied to. Pointers
// are followed before a kind is chosen.
type Kind uint8

// The kinds, by what the value is in Go and on the wire.
const (
	String   Kind = iota + 1 // a Go string
	Int                      // int, int8 … int64
	Uint                     // uint, uint8 … uintptr
	Float                    // float32, float64
	Bool                     // bool
	Slice                    // []T, but not []byte
	Array                    // [N]T
	Map                      // map[K]V
	Struct                   // a struct that is a JSON object
	Bytes                    // []byte, base64 text on the wire
	Time                     // time.Time, RFC 3339 text on the wire
	Duration                 // time.Duration, text such as 1h30m on the wire
	Text                     // any other type with a text form of its own
	Any                      // an interface or raw JSON
)

// Target is the value a rule is applied to.
type Target struct {
	Kind Kind

	// Elem is the kind of the items of a Slice or Array, or of the values of a
	// Map. Only the unique rule asks for it.
	Elem Kind

	// Pointer says that the field is a pointer to the value. The conditional
	// required rules then take a zero for a value.
	Pointer bool

	// Stringer says that a Text type has a String method that gives the text.
	// The uuid and ulid rules read it; without it they refuse the type.
	Stringer bool
}

// Tag is the parsed validate tag of one level: of a field, of the items
// behind dive, or of the keys between keys and endkeys.
type Tag struct {
	Required      bool   // required
	Optional      bool   // omitempty, omitzero or omitnil
	Skip          bool   // the whole tag is "-"
	StructOnly    bool   // structonly
	NoStructLevel bool   // nostructlevel
	Rules         []Rule // all others, in the order written
	Dive          bool   // dive: Elem is set
	Keys          *Tag   // the rules between keys and endkeys, or nil
	Elem          *Tag   // the rules behind dive, or nil
}

// Rule is one demand of a tag: a name with or without a parameter, or a group
// of alternatives a|b, in which case only Any is set.
type Rule struct {
	Name     string
	Param    string // with 0x2C and 0x7C replaced
	HasParam bool
	Any      []Rule
	Text     string // as written; for a part of an alias, as the alias has it
	Alias    string // the alias it came from, or ""
}

// Class says how much of a rule the published keywords carry.
type Class uint8

// The classes.
const (
	// Exact: the keywords accept what the rule accepts.
	Exact Class = iota + 1
	// Narrowed: the keywords are stricter and are enforced in its place.
	Narrowed
	// Shape: the keywords are looser; the validator's function runs as well. A
	// standard format among them may also refuse a little that the function
	// takes: accepted is what both accept.
	Shape
	// Cross: the rule looks at other fields; the validator's function runs.
	Cross
	// Presence: required, which is about the key and not about the value.
	Presence
	// Never: the rule depends on the machine, the clock, the network or on
	// code, and is refused.
	Never
	// Custom: a rule of the caller's own.
	Custom
)

// Keyword is one JSON Schema keyword with its value.
type Keyword struct {
	Name  string
	Value json.RawMessage
}

// Meaning is what a rule means for one target.
type Meaning struct {
	Class Class

	// Keywords are the published part, sorted by name. It may be empty. The
	// values are shared and must not be changed.
	Keywords []Keyword

	// InGo says that the validator's function must also run on the decoded
	// value, with [Rule.Tag] as its tag.
	InGo bool

	// OnAbsent says that the rule must be evaluated when the key is absent too.
	OnAbsent bool

	// Want is the demand in words, lower case and without a dot. It is empty
	// where the wording of the keywords serves.
	Want string

	// Note is a sentence for the property's description, empty where the
	// keywords say everything.
	Note string

	// Fields are the Go field paths (Start, Window.Start) the rule refers to,
	// seen from the struct that holds the field.
	Fields []string

	// SameKind says that the fields in Fields must have the reflect.Kind of the
	// value itself, pointers followed; otherwise the rule could never hold.
	SameKind bool

	// Conditions are the field and value pairs of required_if and its like.
	// Each must pass [Condition.Check] for its field.
	Conditions []Condition

	// ElemField is the Go field of the items that unique=Field compares.
	ElemField string

	// Comparable says that the items (or their ElemField) are compared with ==,
	// so that their type must be strictly comparable, or the call would panic.
	Comparable bool
}

// Condition is one pair of a conditional rule: the other field has the value.
type Condition struct {
	Field string
	Value string
}

// Options adjust the meaning of a rule. The zero value is ready for use.
type Options struct {
	// Exact publishes the long forms where there are any.
	Exact bool

	// JSONName turns the Go path of another field into the name shown in
	// words. Without it the Go path is shown.
	JSONName func(goField string) string

	// ElemJSONName does the same for a field of the items of a slice.
	ElemJSONName func(goField string) string

	// Custom gives the meaning of rules that are not built in. It is asked
	// first, so that it may also replace a built-in rule.
	Custom func(r Rule, t Target) (m Meaning, known bool, err error)
}
