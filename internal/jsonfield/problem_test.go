package jsonfield_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		typ  reflect.Type
		want []string // kind, field
	}{
		{reflect.TypeFor[Flat](), nil},
		{reflect.TypeFor[Plain](), nil},
		{reflect.TypeFor[ShadowFirst](), nil},
		{reflect.TypeFor[ShadowLast](), nil},
		{reflect.TypeFor[Nested](), nil},
		{reflect.TypeFor[unexportedNested](), nil},
		{reflect.TypeFor[ThroughUnexported](), nil},
		{reflect.TypeFor[TieResolved](), nil},
		{reflect.TypeFor[EmbedsNonStruct](), nil},
		{reflect.TypeFor[EmbedsExportedAlias](), nil},
		{reflect.TypeFor[DeepDiamond](), []string{"ambiguous name: Deep.Lost"}},
		{reflect.TypeFor[Diamond](), []string{"ambiguous name: Left.Name", "ambiguous name: Left.L"}},
		{reflect.TypeFor[Tie](), []string{"ambiguous name: Left.Name"}},
		{reflect.TypeFor[DeepTie](), []string{"ambiguous name: Left.Name"}},
		{reflect.TypeFor[TieTagged](), []string{"shadowed field: Left.Name"}},
		{reflect.TypeFor[SameStruct](), []string{"shadowed field: SameStruct.A"}},
		{tieOfTagged, []string{"ambiguous name: TaggedName.Other"}},
		{sameTag, []string{"ambiguous name: .A"}},
		{reflect.TypeFor[UnexportedPointer](), []string{"undecodable field: UnexportedPointer.base"}},
		{reflect.TypeFor[UnexportedPointerShadowed](), nil},
		{reflect.TypeFor[NamedUnexportedPointer](), []string{"undecodable field: NamedUnexportedPointer.base"}},
		{reflect.TypeFor[Names](), []string{
			"invalid json name: Names.Apostr",
			"invalid json name: Names.Quote",
			"invalid json name: Names.Backslash",
			"invalid json name: Names.Joiner",
			"invalid json name: Names.Combining",
			"invalid json name: Names.Emoji",
		}},
		{reflect.TypeFor[Options](), []string{
			"unknown json option: Options.Inline",
			"misspelt json option: Options.Camel",
		}},
		{reflect.TypeFor[Strings](), []string{
			"ignored string option: Strings.Any",
			"ignored string option: Strings.Slice",
			"ignored string option: Strings.Struct",
			"ignored string option: Strings.Map",
			"ignored string option: Strings.TwoStars",
			"ignored string option: Strings.NamedPtr",
		}},
		{reflect.TypeFor[StringOnMarshaler](), []string{
			"ignored string option: StringOnMarshaler.Level",
			"ignored string option: StringOnMarshaler.Pointer",
			"ignored string option: StringOnMarshaler.Money",
		}},
		{reflect.TypeFor[InlineEmbedded](), nil},
		{badTags, []string{
			"malformed tag: .Street",
			"property named -: .Dash",
			"misspelt json option: .Blank",
			"malformed tag: .Zip",
			"tag on unexported field: .hidden",
			"tag on unexported field: .hidden",
		}},
		{structOf(
			field[int]("a", `json:"-" validate:"-"`),
			field[int]("b", `db:"b"`),
			field[int]("c", `jsonschema:"title=C"`),
		), []string{"tag on unexported field: .c"}},
	} {
		t.Run(tt.typ.String(), func(t *testing.T) {
			var got []string
			for _, p := range jsonfield.Of(tt.typ).Problems {
				got = append(got, fmt.Sprintf("%s: %s.%s", p.Kind, p.Owner.Name(), p.Field))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// InlineEmbedded has the option that other libraries want for promotion.
type InlineEmbedded struct {
	Base `json:",inline"`
}

type StringOnMarshaler struct {
	Level   Level  `json:",string"`
	Pointer *Level `json:",string"`
	Money   Money  `json:",string"`
	Value   Number `json:",string"`
}

// Level is a number in Go and a word in JSON.
type Level int

func (*Level) UnmarshalText([]byte) error  { return nil }
func (Level) MarshalText() ([]byte, error) { return []byte("high"), nil }

// Money is a number in both, but writes itself.
type Money float64

func (m *Money) MarshalJSON() ([]byte, error) { return []byte("1.00"), nil }

func TestStringOptionOnMarshaler(t *testing.T) {
	for i, want := range []bool{false, false, false, true} {
		if f := jsonfield.Of(reflect.TypeFor[StringOnMarshaler]()).Fields[i]; f.Quoted != want {
			t.Errorf("%s: quoted %t", f.GoName, f.Quoted)
		}
	}
}

func TestProblemText(t *testing.T) {
	for _, tt := range []struct {
		typ   reflect.Type
		which int
		want  string
	}{
		{reflect.TypeFor[Tie](), 0, `encoding/json drops every field named "Name", because they are at one depth: jsonfield_test.Left.Name, jsonfield_test.Right.Name`},
		{reflect.TypeFor[Diamond](), 1, `encoding/json drops every field named "L", because they are at one depth: jsonfield_test.Left.L (embedded more than once)`},
		{reflect.TypeFor[TieTagged](), 0, `encoding/json drops the field, because the json tag of jsonfield_test.TaggedName.Other takes the name "Name"`},
		{sameTag, 0, `encoding/json drops every field named "x", because they are at one depth: struct.A, struct.B`},
		{reflect.TypeFor[UnexportedPointer](), 0, `encoding/json cannot set an embedded pointer to the unexported struct jsonfield_test.base`},
		{reflect.TypeFor[Names](), 0, `encoding/json does not accept the name "owner's" and calls the property "Apostr"`},
		{reflect.TypeFor[Options](), 0, `encoding/json ignores the option "inline" (embed the struct without a json name to promote its fields)`},
		{reflect.TypeFor[Options](), 1, `encoding/json ignores the option "omitEmpty" (perhaps "omitempty" is meant)`},
		{reflect.TypeFor[Strings](), 1, `encoding/json ignores the option "string" for the type []int`},
		{badTags, 0, "malformed struct tag: `, json:\"street\"` where a key is expected, so the rest of the tag is ignored"},
		{badTags, 1, `the json tag calls the property "-"; to hide the field, write json:"-" without options`},
		{badTags, 4, `the json tag has no effect on an unexported field`},
	} {
		if got := jsonfield.Of(tt.typ).Problems[tt.which].Text; got != tt.want {
			t.Errorf("%v:\n got %s\nwant %s", tt.typ, got, tt.want)
		}
	}
}

func TestNotes(t *testing.T) {
	for kind, want := range map[jsonfield.Kind]bool{
		jsonfield.Ambiguous:       false,
		jsonfield.Undecodable:     false,
		jsonfield.MalformedTag:    false,
		jsonfield.TagOnUnexported: false,
		jsonfield.IgnoredString:   false,
		jsonfield.MisspeltOption:  false,
		jsonfield.UnknownOption:   true,
		jsonfield.InvalidName:     true,
		jsonfield.Shadowed:        true,
		jsonfield.DashName:        true,
	} {
		if kind.Note() != want {
			t.Errorf("%s: note %t", kind, !want)
		}
	}
}

func TestProblemsOfEmbeddedStructs(t *testing.T) {
	outer := structOf(reflect.StructField{Name: "Base", Type: badTags, Anonymous: true})
	got := jsonfield.Of(outer).Problems
	if len(got) == 0 || got[0].Owner != badTags || !strings.HasPrefix(got[0].Text, "malformed") {
		t.Errorf("problems of an embedded struct: %v", got)
	}
}
