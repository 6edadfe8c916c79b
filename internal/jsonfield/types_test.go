//lint:file-ignore SA5008,U1000 tags are wrong and fields unused on purpose

package jsonfield_test

import (
	"encoding/json"
	"fmt"
	"go/token"
	"reflect"
	"time"
)

// The types of this file are nasty on purpose. The laws hold for all of them.

type base struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
}

type Base struct {
	ID   string `json:"id"`
	Note string
}

type Plain struct {
	Region string
	hidden int
}

type Flat struct {
	Base
	*Zone
	Query string `json:"query"`
}

type Zone struct {
	Zone string `json:"zone"`
}

type ShadowFirst struct {
	ID int `json:"id,omitempty"`
	base
}

type ShadowLast struct {
	base
	ID int `json:"id,omitempty"`
}

type Nested struct {
	Base  `json:"meta"`
	Title string `json:"title"`
}

type unexportedNested struct {
	base  `json:"meta"`
	Title string `json:"title"`
}

type ThroughUnexported struct {
	middle
	Own bool
}

type middle struct {
	*Base
	Level int
}

type UnexportedPointer struct {
	*base
	Start string `json:"start"`
}

type UnexportedPointerShadowed struct {
	*base
	ID   int    `json:"id"`
	Kind []byte `json:"kind"`
}

type NamedUnexportedPointer struct {
	*base `json:"meta"`
	Start string `json:"start"`
}

type Chain struct {
	*Chain
	Name string `json:"name"`
}

type Tree struct {
	Value int     `json:"value"`
	Left  *Tree   `json:"left"`
	More  []*Tree `json:"more"`
}

type Loop struct {
	*LoopBack
	A int
}

type LoopBack struct {
	*Loop
	B int
}

type Page[T any] struct {
	Items []T `json:"items"`
	Next  *T  `json:"next,omitempty"`
}

type Pages struct {
	Page[Base]
	*Numbers
	Total int
}

type Numbers = Page[int]

type Listing struct {
	Page[string]
	Total int
}

type Tie struct {
	Left
	Right
	Both int
}

type Left struct {
	Name string
	L    int
}

type Right struct {
	Name string
	R    int
}

type TieTagged struct {
	Left
	TaggedName
}

type TaggedName struct {
	Other int `json:"Name"`
}

type TaggedName2 struct {
	More int `json:"Name"`
}

type TieResolved struct {
	Left
	Right
	Name bool
}

type SameStruct struct {
	A int
	B string `json:"A"`
}

type DeepTie struct {
	Outer1
	Outer2
}

type Outer1 struct{ Left }

type Outer2 struct{ Right }

type Diamond struct {
	Outer1
	Outer3
}

type Outer3 struct{ Left }

// DeepDiamond shows that encoding/json counts copies for one level only: the
// fields of Deepest survive although there are two ways to them.
type DeepDiamond struct {
	Deep1
	Deep2
}

type Deep1 struct{ Deep }

type Deep2 struct{ *Deep }

type Deep struct {
	Deepest
	Lost int
}

type Deepest struct{ Kept int }

type TwoDepths struct {
	Deepest
	Deep
}

type Names struct {
	Dash      int `json:"-,"`
	Skipped   int `json:"-"`
	Empty     int `json:""`
	Comma     int `json:","`
	Apostr    int `json:"owner's"`
	Quote     int `json:"a\"b"`
	Backslash int `json:"a\\b"`
	Accent    int `json:"naïve"`
	Cyrillic  int `json:"имя"`
	Joiner    int `json:"a\u200db"`
	Combining int `json:"e\u0301"`
	Digit     int `json:"٣"`
	Emoji     int `json:"🙂"`
	HTML      int `json:"<a>&b"`
	Punct     int `json:"!#$%&()*+-./:;<=>?@[]^_{|}~ "`
	Blank     int `json:" "`
	Ünicode   int
	Case      int `json:"CASE"`
	Case2     int `json:"case"`
	Kelvin    int `json:"k"`
	Kelvin2   int `json:"K"`
}

type Options struct {
	Inline    Base    `json:",inline"`
	Camel     int     `json:"camel,omitEmpty"`
	Both      int     `json:"both,omitempty,string"`
	Zero      int     `json:"zero,omitzero"`
	ZeroTime  Instant `json:"zeroTime,omitzero"`
	ZeroNever Never   `json:"zeroNever,omitzero"`
	ZeroPtr   *Never  `json:"zeroPtr,omitzero"`
	Struct    Base    `json:"struct,omitempty"`
	Array0    [0]int  `json:"array0,omitempty"`
	Array     [2]int  `json:"array,omitempty"`
	Slice     []int   `json:"slice,omitempty"`
	Empty     string  `json:"empty,,omitempty"`
}

// Never is never the zero value.
type Never int

func (Never) IsZero() bool { return false }

// Instant has a zero value of its own, and the methods of no other type.
type Instant struct{ Seconds int }

func (i *Instant) IsZero() bool { return i.Seconds == 0 }

type Number int

type PointerToInt *int

type Strings struct {
	Bool       bool         `json:",string"`
	Int        int          `json:"int,string"`
	Int8       int8         `json:",string"`
	Int64      *int64       `json:",string"`
	Uint       uint         `json:",string"`
	Uintptr    uintptr      `json:",string"`
	Float      float32      `json:",string"`
	Float64    *float64     `json:",string"`
	String     string       `json:",string"`
	StringPtr  *string      `json:",string"`
	Named      Number       `json:",string"`
	JSONNumber json.Number  `json:",string"`
	Any        any          `json:",string"`
	Slice      []int        `json:",string"`
	Struct     Base         `json:",string"`
	Map        map[int]int  `json:",string"`
	TwoStars   **int        `json:",string"`
	NamedPtr   PointerToInt `json:",string"`
	Duration   time.Duration
}

type EmbedsNonStruct struct {
	Number
	text
	*Word
	Words `json:"words"`
}

type (
	text  string
	Word  string
	Words []string
)

type EmbedsInterface struct {
	fmt.Stringer
	A int
}

type loud string

func (l loud) String() string { return string(l) + "!" }

type EmbedsAny struct {
	Any
	B int
}

type Any any

type alias = base

type EmbedsAlias struct {
	alias
	A int
}

type Exported = base

type EmbedsExportedAlias struct {
	*Exported
	A int
}

type Anonymous struct {
	In struct {
		A int `json:"a"`
	} `json:"in"`
	Maps map[string]Base `json:"maps"`
}

type Empty struct{}

type EmbedsEmpty struct {
	Empty
	*Zone `json:",omitempty"`
}

// Types that vet refuses when they are written out.
var (
	tieOfTagged = structOf(
		promote[TaggedName](),
		promote[TaggedName2](),
		promote[Left](),
	)
	sameTag = structOf(
		field[int]("A", `json:"x"`),
		field[string]("B", `json:"x"`),
		field[bool]("C", ``),
	)
	badTags = structOf(
		field[string]("Street", `validate:"required", json:"street"`),
		field[string]("City", `json:"city"validate:"required"`),
		field[string]("Dash", `json:"-,omitempty"`),
		field[string]("Blank", `json:"blank, omitempty"`),
		field[string]("Zip", `json:"zip" jsonschema:"pattern=^\d+$"`),
		field[string]("hidden", `json:"hidden" validate:"required"`),
	)
)

func structOf(fields ...reflect.StructField) reflect.Type { return reflect.StructOf(fields) }

func field[T any](name string, tag reflect.StructTag) reflect.StructField {
	sf := reflect.StructField{Name: name, Type: reflect.TypeFor[T](), Tag: tag}
	if !token.IsExported(name) {
		sf.PkgPath = "example.com/test"
	}
	return sf
}

func promote[T any]() reflect.StructField {
	t := reflect.TypeFor[T]()
	return reflect.StructField{Name: t.Name(), Type: t, Anonymous: true}
}

var nasty = []reflect.Type{
	reflect.TypeFor[Plain](),
	reflect.TypeFor[Flat](),
	reflect.TypeFor[ShadowFirst](),
	reflect.TypeFor[ShadowLast](),
	reflect.TypeFor[Nested](),
	reflect.TypeFor[unexportedNested](),
	reflect.TypeFor[ThroughUnexported](),
	reflect.TypeFor[UnexportedPointer](),
	reflect.TypeFor[UnexportedPointerShadowed](),
	reflect.TypeFor[NamedUnexportedPointer](),
	reflect.TypeFor[Chain](),
	reflect.TypeFor[Tree](),
	reflect.TypeFor[Loop](),
	reflect.TypeFor[Page[int]](),
	reflect.TypeFor[Pages](),
	reflect.TypeFor[Listing](),
	reflect.TypeFor[Tie](),
	reflect.TypeFor[TieTagged](),
	tieOfTagged,
	reflect.TypeFor[TieResolved](),
	reflect.TypeFor[SameStruct](),
	sameTag,
	reflect.TypeFor[DeepTie](),
	reflect.TypeFor[Diamond](),
	reflect.TypeFor[DeepDiamond](),
	reflect.TypeFor[TwoDepths](),
	reflect.TypeFor[Names](),
	reflect.TypeFor[Options](),
	reflect.TypeFor[Strings](),
	reflect.TypeFor[EmbedsNonStruct](),
	reflect.TypeFor[EmbedsInterface](),
	reflect.TypeFor[EmbedsAny](),
	reflect.TypeFor[EmbedsAlias](),
	reflect.TypeFor[EmbedsExportedAlias](),
	reflect.TypeFor[Anonymous](),
	badTags,
	reflect.TypeFor[Empty](),
	reflect.TypeFor[EmbedsEmpty](),
}
