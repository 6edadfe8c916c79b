package jsonfield

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/nearest"
)

// Kind says what sort of problem a [Problem] is.
type Kind string

// The kinds of problems.
const (
	// Ambiguous: fields at one depth share a JSON name, so encoding/json
	// drops every field of that name.
	Ambiguous Kind = "ambiguous name"
	// Undecodable: a property lies behind an embedded pointer to an
	// unexported struct. encoding/json writes it but cannot read it: it
	// returns an error, or panics when the embedded struct has a JSON name.
	Undecodable Kind = "undecodable field"
	// MalformedTag: the struct tag is not a list of key:"value" pairs, so a
	// part of it is ignored.
	MalformedTag Kind = "malformed tag"
	// TagOnUnexported: a field that encoding/json cannot see has a json,
	// validate or jsonschema tag.
	TagOnUnexported Kind = "tag on unexported field"
	// IgnoredString: the option ",string" does not work for the type of the
	// field.
	IgnoredString Kind = "ignored string option"
	// MisspeltOption: the json tag has an option that encoding/json ignores,
	// and that is almost one it knows.
	MisspeltOption Kind = "misspelt json option"

	// InvalidName: encoding/json does not accept the name in the json tag,
	// and goes on as if there were none.
	InvalidName Kind = "invalid json name"
	// Shadowed: the field has the name that another field at the same depth
	// takes in its json tag, so encoding/json drops it.
	Shadowed Kind = "shadowed field"
	// UnknownOption: the json tag has an option that encoding/json does not
	// know, and ignores. It may be meant for another package.
	UnknownOption Kind = "unknown json option"
	// DashName: the json tag is "-" with options. That does not hide the
	// field but calls it "-".
	DashName Kind = "property named -"
)

// Note reports whether the kind is a mere note: encoding/json does something
// well defined with the field, which the schema can tell, although it may not
// be what the author had in mind.
func (k Kind) Note() bool {
	return k == InvalidName || k == Shadowed || k == UnknownOption || k == DashName
}

// Problem is one place where a struct most likely does not mean what it says.
type Problem struct {
	Kind Kind
	// Owner is the struct type that declares the field, and Field the Go
	// name of the field. Where several fields are to blame it is the first.
	Owner reflect.Type
	Field string
	// Text is a sentence without the name of the field at its start. Its
	// wording may change.
	Text string
}

func (w *walker) reportf(k Kind, owner reflect.Type, field, format string, args ...any) {
	w.problems = append(w.problems, Problem{Kind: k, Owner: owner, Field: field, Text: fmt.Sprintf(format, args...)})
}

// checkTag reports a struct tag that cannot be read to its end.
func (w *walker) checkTag(owner reflect.Type, sf reflect.StructField) {
	if err := checkConvention(string(sf.Tag)); err != nil {
		w.reportf(MalformedTag, owner, sf.Name, "malformed struct tag: %v", err)
	}
}

// checkInvisible reports tags that have no effect because the field is
// unexported. A tag of "-" is true of such a field.
func (w *walker) checkInvisible(owner reflect.Type, sf reflect.StructField) {
	for _, key := range []string{"json", "validate", "jsonschema"} {
		if value, ok := sf.Tag.Lookup(key); ok && value != "-" {
			w.reportf(TagOnUnexported, owner, sf.Name, "the %s tag has no effect on an unexported field", key)
		}
	}
}

// checkJSONTag reports the parts of a json tag that encoding/json ignores.
// The field is promoted away if it is an embedded struct without a name.
func (w *walker) checkJSONTag(owner reflect.Type, sf reflect.StructField, tag jsonTag, promotes bool) {
	if tag.rejected != "" {
		instead := "calls the property " + strconv.Quote(sf.Name)
		if promotes {
			instead = "promotes the fields of the struct"
		}
		w.reportf(InvalidName, owner, sf.Name, "encoding/json does not accept the name %q and %s", tag.rejected, instead)
	}
	if tag.name == "-" && (tag.omitEmpty || tag.omitZero || tag.quoted || len(tag.unknown) > 0) {
		w.reportf(DashName, owner, sf.Name, `the json tag calls the property "-"; to hide the field, write json:"-" without options`)
	}
	for _, option := range tag.unknown {
		// Promotion is all that "inline" asks for.
		if !promotes || option != "inline" {
			w.reportOption(owner, sf, option)
		}
	}
	if !tag.quoted {
		return
	}
	switch {
	case !quotable(sf.Type):
		w.reportf(IgnoredString, owner, sf.Name, `encoding/json ignores the option "string" for the type %v`, sf.Type)
	case writesItself(sf.Type):
		w.reportf(IgnoredString, owner, sf.Name, `the type %v has its own JSON form: with the option "string", encoding/json writes it without quotes but reads it only with them`, sf.Type)
	}
}

// reportOption reports an option that encoding/json does not know.
func (w *walker) reportOption(owner reflect.Type, sf reflect.StructField, option string) {
	const ignored = "encoding/json ignores the option %q"
	if option == "inline" {
		w.reportf(UnknownOption, owner, sf.Name, ignored+" (embed the struct without a json name to promote its fields)", option)
	} else if known := nearest.Of(strings.TrimSpace(option), []string{"omitempty", "omitzero", "string"}); known != "" {
		w.reportf(MisspeltOption, owner, sf.Name, ignored+" (perhaps %q is meant)", option, known)
	} else {
		w.reportf(UnknownOption, owner, sf.Name, ignored, option)
	}
}

func (w *walker) reportAmbiguous(rivals []candidate) {
	var names []string
	for _, c := range rivals {
		name := typeName(c.Owner) + "." + c.GoName
		if c.repeated {
			name += " (embedded more than once)"
		}
		names = append(names, name)
	}
	w.reportf(Ambiguous, rivals[0].Owner, rivals[0].GoName, "encoding/json drops every field named %q, because they are at one depth: %s",
		rivals[0].Name, strings.Join(names, ", "))
}

func (w *walker) reportShadowed(winner candidate, losers []candidate) {
	for _, c := range losers {
		w.reportf(Shadowed, c.Owner, c.GoName, "encoding/json drops the field, because the json tag of %s.%s takes the name %q",
			typeName(winner.Owner), winner.GoName, c.Name)
	}
}

// checkDecoding reports embedded pointers that encoding/json would have to set
// to read a property, but cannot. Each is reported once.
func (w *walker) checkDecoding(outer reflect.Type, fields []Field) {
	type place struct {
		owner reflect.Type
		index int
	}
	reported := map[place]bool{}
	for _, f := range fields {
		t := outer
		for _, i := range f.Index {
			t = pointee(t)
			sf := t.Field(i)
			if p := (place{t, i}); sf.Anonymous && !sf.IsExported() && sf.Type.Kind() == reflect.Pointer && !reported[p] {
				reported[p] = true
				w.reportf(Undecodable, t, sf.Name, "encoding/json cannot set an embedded pointer to the unexported struct %v", sf.Type.Elem())
			}
			t = sf.Type
		}
	}
}

// typeName names a type for a message. A struct type without a name would
// print its whole definition.
func typeName(t reflect.Type) string {
	if t.Name() == "" {
		return "struct"
	}
	return t.String()
}
