package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/nearest"
)

// String names the kind in error texts.
func (k Kind) String() string {
	switch k {
	case String:
		return "string"
	case Int:
		return "integer"
	case Uint:
		return "unsigned integer"
	case Float:
		return "float"
	case Bool:
		return "bool"
	case Slice:
		return "slice"
	case Array:
		return "array"
	case Map:
		return "map"
	case Struct:
		return "struct"
	case Bytes:
		return "[]byte"
	case Time:
		return "time.Time"
	case Duration:
		return "time.Duration"
	case Text:
		return "type with its own text form"
	case Any:
		return "interface or raw JSON"
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// String names the class as the documentation does.
func (c Class) String() string {
	switch c {
	case Exact:
		return "exact"
	case Narrowed:
		return "narrowed"
	case Shape:
		return "shape"
	case Cross:
		return "cross"
	case Presence:
		return "presence"
	case Never:
		return "never"
	case Custom:
		return "custom"
	}
	return fmt.Sprintf("class %d", uint8(c))
}

// sentence turns a demand into a sentence of a description.
func sentence(words string) string {
	words = strings.TrimPrefix(words, "is ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// count writes a number with its unit: 1 item, 2 items.
func count(n uint64, unit string) string {
	text := strconv.FormatUint(n, 10) + " " + unit
	if n == 1 {
		return text
	}
	if unit == "entry" {
		return strings.TrimSuffix(text, "y") + "ies"
	}
	return text + "s"
}

// list joins values with commas and a last conjunction.
func list(values []string, conjunction string) string {
	switch len(values) {
	case 0:
		return ""
	case 1:
		return values[0]
	}
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " " + conjunction + " " + values[last]
}

// misfit is the error for a rule that cannot stand on the kind.
func misfit(r Rule, t Target, advice string) error {
	if advice == "" {
		return fmt.Errorf("%s: the rule does not work on kind %s", r.Text, t.Kind)
	}
	return fmt.Errorf("%s: the rule does not work on kind %s; %s", r.Text, t.Kind, advice)
}

// bare is the error for a rule that lacks its parameter.
func bare(r Rule, what string) error {
	return fmt.Errorf("%s: the rule needs %s, as in %s", r.Text, what, example(r.Name))
}

// suggestion names the built-in rule nearest to a misspelt one.
func suggestion(name string) string {
	near := nearest.Of(name, Names())
	if near == "" {
		return "; register it with its meaning if it is your own"
	}
	return fmt.Sprintf("; did you mean %s?", near)
}
