package typed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	invopop "github.com/invopop/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/typed"
	"github.com/toolnexus/go-sdk/typed/internal/casetypes/alpha"
	"github.com/toolnexus/go-sdk/typed/internal/casetypes/beta"
)

// compiled has an independent validator read a published schema.
func compiled(t *testing.T, raw []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("the schema is no JSON: %v\n%s", err, raw)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("mem:///schema.json", doc); err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	s, err := c.Compile("mem:///schema.json")
	if err != nil {
		t.Fatalf("the schema does not compile: %v\n%s", err, raw)
	}
	return s
}

// conforms asks the independent validator about a JSON text.
func conforms(t *testing.T, schema, text []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("no JSON: %v\n%s", err, text)
	}
	return compiled(t, schema).Validate(v)
}

// inputText is the published input schema of T, without the bounds that every
// int has, after the independent validator has compiled it.
func inputText[T any](t *testing.T, opts ...typed.Option) string {
	t.Helper()
	raw := define[T](t, opts...).InputSchema
	compiled(t, raw)
	return strings.ReplaceAll(string(raw), `,"minimum":-9223372036854775808,"maximum":9223372036854775807`, "")
}

// publishesText checks the schema to the byte, order included.
func publishesText[T any](t *testing.T, want string) {
	t.Helper()
	if got := inputText[T](t); got != want {
		t.Errorf("schema of %v:\n got %s\nwant %s", reflect.TypeFor[T](), got, want)
	}
}

// agrees checks that the args are accepted, or refused, both by the tool and
// by an independent validator that knows nothing but the published schema.
func agrees[T any](t *testing.T, want bool, args ...string) {
	t.Helper()
	p := define[T](t)
	for _, text := range args {
		r := p.Call(t.Context(), json.RawMessage(text))
		err := conforms(t, p.InputSchema, []byte(text))
		if got := !r.IsError(); got != want || (err == nil) != want {
			t.Errorf("%s: accepted is to be %t\ntool:   %v\nschema: %v", text, want, r.Error, err)
		}
	}
}

type Paging struct {
	Cursor string `json:"cursor,omitempty"`
	Size   int    `json:"size"`
}

type Region struct {
	Zone string `json:"zone"`
}

type EntityBase struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
}

type LimitSet struct {
	CPU int `json:"cpu"`
}

func TestCaseEMB01EmbeddedStructsArePromoted(t *testing.T) {
	type SearchVMs struct {
		Paging
		*Region
		Query string `json:"query"`
	}
	publishesText[SearchVMs](t, `{"type":"object","properties":{"cursor":{"type":"string"},"size":{"type":"integer"},"zone":{"type":"string"},"query":{"type":"string"}},"required":["size","zone","query"],"additionalProperties":false}`)
	accepts(t, `{"size":3,"zone":"eu","query":"q"}`, SearchVMs{Paging{Size: 3}, &Region{"eu"}, "q"})
	refuses[SearchVMs](t, `{"query":"q"}`, "size: is required", "zone: is required")
	agrees[SearchVMs](t, false, `{"Paging":{"size":3},"zone":"eu","query":"q"}`)

	// A nil embedded pointer leaves its properties out of a result.
	returns(t, SearchVMs{}, `{"size":0,"query":""}`)
	returns(t, SearchVMs{Region: &Region{"eu"}}, `{"size":0,"zone":"eu","query":""}`)
}

func TestCaseEMB01AnEmbeddedGenericIsPromoted(t *testing.T) {
	type Tagged struct {
		CaseBox[time.Duration]
		*CasePage[int]
		Name string `json:"name"`
	}
	accepts(t, `{"val":"5m","items":[1],"name":"n"}`, Tagged{CaseBox[time.Duration]{5 * time.Minute}, &CasePage[int]{Items: []int{1}}, "n"})
	refuses[Tagged](t, `{"val":5,"items":["x"],"name":"n"}`,
		"val: must be a duration such as 90s or 1h30m (got 5)", `items[0]: must be an integer (got "x")`)
	returns(t, Tagged{CaseBox[time.Duration]{time.Minute}, &CasePage[int]{}, "n"}, `{"val":"1m0s","items":[],"name":"n"}`)
}

func TestCaseEMB01EmbeddingSeveralLevelsDeep(t *testing.T) {
	type Inner struct{ Paging }
	type Outer struct {
		*Inner
		Name string `json:"name"`
	}
	accepts(t, `{"size":1,"name":"n"}`, Outer{&Inner{Paging{Size: 1}}, "n"})
	refuses[Outer](t, `{"name":"n"}`, "size: is required")
}

type innerOpts struct {
	Depth int `json:"depth"`
}

func TestCaseEMB02EmbeddedPointerToUnexportedStruct(t *testing.T) {
	type CrawlArgs struct {
		*innerOpts
		Start string `json:"start"`
	}
	undefinable[CrawlArgs](t, "CrawlArgs.innerOpts", "embedded pointer")

	type Named struct {
		*innerOpts `json:"opts"`
	}
	undefinable[Named](t, "Named.innerOpts")

	type Nested struct {
		Crawl CrawlArgs `json:"crawl"`
	}
	undefinable[Nested](t, "CrawlArgs.innerOpts")

	// By value encoding/json can set it, and it can write either form.
	type ByValue struct {
		innerOpts
		Start string `json:"start"`
	}
	accepts(t, `{"start":"u","depth":2}`, ByValue{innerOpts{2}, "u"})
	returns(t, CrawlArgs{&innerOpts{2}, "u"}, `{"depth":2,"start":"u"}`)
}

func TestCaseEMB03OuterFieldShadowsAnEmbeddedOne(t *testing.T) {
	type ShadowFirst struct {
		ID int `json:"id,omitempty"`
		EntityBase
	}
	type ShadowLast struct {
		EntityBase
		ID int `json:"id,omitempty"`
	}
	publishesText[ShadowFirst](t, `{"type":"object","properties":{"id":{"type":"integer"},"kind":{"type":"string"}},"required":["kind"],"additionalProperties":false}`)
	publishesText[ShadowLast](t, `{"type":"object","properties":{"kind":{"type":"string"},"id":{"type":"integer"}},"required":["kind"],"additionalProperties":false}`)
	accepts(t, `{"id":7,"kind":"k"}`, ShadowFirst{7, EntityBase{"", "k"}})
	accepts(t, `{"kind":"k"}`, ShadowFirst{0, EntityBase{"", "k"}})
	accepts(t, `{"id":7,"kind":"k"}`, ShadowLast{EntityBase{"", "k"}, 7})
	refuses[ShadowLast](t, `{"id":"x","kind":"k"}`, `id: must be an integer (got "x")`)
	returns(t, ShadowLast{EntityBase{"hidden", "k"}, 7}, `{"kind":"k","id":7}`)
}

func TestCaseEMB03RulesOfAShadowedFieldDoNotCount(t *testing.T) {
	type Base struct {
		N string `json:"n" validate:"required,email"`
	}
	type Outer struct {
		Base
		N int `json:"n" validate:"min=1"`
	}
	accepts(t, `{"n":3}`, Outer{N: 3})
	refuses[Outer](t, `{"n":0}`, "n: must be at least 1 (got 0)")
}

func TestCaseEMB03FieldsOfOneDepthAreAmbiguous(t *testing.T) {
	type Other struct {
		Kind string `json:"kind"`
	}
	// Pointers, because go vet sees through values.
	type Ambiguous struct {
		*EntityBase
		*Other
	}
	undefinable[Ambiguous](t, "EntityBase.Kind", "Other.Kind", `"kind"`)

	type Left struct{ Region }
	type Right struct{ Region }
	type Diamond struct {
		*Left
		*Right
	}
	undefinable[Diamond](t, "Region.Zone")

	// The outer field decides, so nothing is dropped.
	type Settled struct {
		*EntityBase
		*Other
		Kind int `json:"kind"`
	}
	accepts(t, `{"id":"a","kind":3}`, Settled{EntityBase: &EntityBase{ID: "a"}, Kind: 3})

	indescribable(t, []reflect.StructField{field("A", `json:"same"`), field("B", `json:"same"`)}, "A", "B", `"same"`)
}

func TestCaseEMB05EmbeddedStructWithANameStaysNested(t *testing.T) {
	type StampMeta struct {
		By string `json:"by"`
	}
	type PublishArgs struct {
		StampMeta `json:"meta"`
		Title     string `json:"title"`
	}
	publishesText[PublishArgs](t, `{"type":"object","properties":{"meta":{"type":"object","properties":{"by":{"type":"string"}},"required":["by"],"additionalProperties":false},"title":{"type":"string"}},"required":["meta","title"],"additionalProperties":false}`)
	accepts(t, `{"meta":{"by":"me"},"title":"t"}`, PublishArgs{StampMeta{"me"}, "t"})
	refuses[PublishArgs](t, `{"by":"me","title":"t"}`, "by: is not known here; known: meta, title", "meta: is required")

	type Optional struct {
		*StampMeta `json:"meta,omitempty"`
	}
	accepts(t, `{}`, Optional{})
	refuses[Optional](t, `{"meta":{}}`, "meta.by: is required")
}

func TestCaseEMB05EmbeddedNonStructsAreProperties(t *testing.T) {
	type Labels map[string]string
	type Code string
	type Args struct {
		Labels
		Code `json:"code"`
	}
	accepts(t, `{"Labels":{"a":"b"},"code":"c"}`, Args{Labels{"a": "b"}, "c"})
}

func TestCaseEMB06InlineIsNoOptionOfEncodingJSON(t *testing.T) {
	type DeployArgs struct {
		Limits LimitSet `json:",inline"`
		App    string   `json:"app"`
	}
	publishesText[DeployArgs](t, `{"type":"object","properties":{"Limits":{"type":"object","properties":{"cpu":{"type":"integer"}},"required":["cpu"],"additionalProperties":false},"app":{"type":"string"}},"required":["Limits","app"],"additionalProperties":false}`)
	agrees[DeployArgs](t, false, `{"cpu":2,"app":"a"}`)
	accepts(t, `{"Limits":{"cpu":2},"app":"a"}`, DeployArgs{LimitSet{2}, "a"})

	// An embedded struct is promoted with or without the option.
	type Embedded struct {
		LimitSet `json:",inline"`
	}
	accepts(t, `{"cpu":2}`, Embedded{LimitSet{2}})

	type Misspelt struct {
		App string `json:"app,omitEmpty"`
	}
	undefinable[Misspelt](t, "Misspelt.App", "omitEmpty", "omitempty")
	indescribable(t, []reflect.StructField{field("App", `json:"app, omitempty"`)}, "App", "omitempty")
}

func TestCaseTAG02AHiddenFieldCannotBeSet(t *testing.T) {
	type WipeArgs struct {
		Path  string `json:"path"`
		Owner string `json:"owner,omitempty" jsonschema:"-"`
	}
	publishesText[WipeArgs](t, `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`)
	accepts(t, `{"path":"/tmp/x"}`, WipeArgs{Path: "/tmp/x"})
	for _, key := range []string{"owner", "Owner", "OWNER", `own\u0065r`} {
		agrees[WipeArgs](t, false, `{"path":"/tmp/x","`+key+`":"root"}`)
	}
	// Unknown keys are left out here, and the hidden one is unknown.
	for _, key := range []string{"owner", "Owner", "OWNER", `own\u0065r`, "owneR"} {
		accepts(t, `{"path":"/tmp/x","`+key+`":"root"}`, WipeArgs{Path: "/tmp/x"}, typed.AllowUnknown())
	}
	// What the model does not see stays out of results as well.
	returns(t, WipeArgs{"/tmp/x", "root"}, `{"path":"/tmp/x"}`)
}

func TestCaseTAG02HiddenFieldsElsewhere(t *testing.T) {
	type Account struct {
		Name  string `json:"name"`
		Admin bool   `json:"admin" jsonschema:"-" validate:"required"`
	}
	type Args struct {
		Account
		Own  Account            `json:"own"`
		List []Account          `json:"list"`
		Map  map[string]Account `json:"map"`
	}
	args := `{"name":"a","own":{"name":"b"},"list":[{"name":"c"}],"map":{"k":{"name":"d"}}}`
	accepts(t, args, Args{Account{Name: "a"}, Account{Name: "b"}, []Account{{Name: "c"}}, map[string]Account{"k": {Name: "d"}}})
	refuses[Args](t, strings.ReplaceAll(args, `"}`, `","admin":true}`),
		"own.admin: is not known here; known: name", "list[0].admin: is not known here; known: name",
		"map.k.admin: is not known here; known: name")
	refuses[Args](t, strings.Replace(args, `"a"`, `"a","admin":true`, 1), "admin: is not known here; known: name, own, list, map")
	returns(t, Args{Account{"a", true}, Account{"b", true}, []Account{{"c", true}}, map[string]Account{"k": {"d", true}}}, args)
}

type ServerSide struct {
	Owner string `json:"owner"`
	Admin bool   `json:"admin,omitempty"`
}

// The tag on an embedded struct is about all that it brings along.
func TestCaseTAG02AHiddenEmbeddedStruct(t *testing.T) {
	type Args struct {
		ServerSide `jsonschema:"-"`
		Path       string `json:"path"`
	}
	publishesText[Args](t, `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`)
	accepts(t, `{"path":"p"}`, Args{Path: "p"})
	agrees[Args](t, false, `{"path":"p","owner":"root"}`, `{"path":"p","admin":true}`, `{"path":"p","ServerSide":{}}`)
	returns(t, Args{ServerSide{"root", true}, "p"}, `{"path":"p"}`)
}

// The dash hides a field whatever follows it, or it is a mistake; it is no
// description.
func TestCaseTAG02ADashWithMoreBehindIt(t *testing.T) {
	type Args struct {
		Path  string `json:"path"`
		Owner string `json:"owner,omitempty" jsonschema:"-,required"`
	}
	tool, err := typed.Define("wipe", "Wipes.", func(context.Context, Args) (typed.Text, error) { return "", nil })
	if err == nil && bytes.Contains(tool.InputSchema, []byte("owner")) {
		t.Errorf("published: %s", tool.InputSchema)
	}
}

// What a tag on a promoted struct asks for cannot be lost without a word.
func TestCaseTAG02OtherTagsOnAPromotedStruct(t *testing.T) {
	type Described struct {
		LimitSet `jsonschema:"description=The limits,minProperties=1"`
	}
	undefinable[Described](t, "Described.LimitSet", "jsonschema")
	type Validated struct {
		*LimitSet `validate:"required_with=X"`
		X         int `json:"x,omitempty"`
	}
	undefinable[Validated](t, "Validated.LimitSet", "validate")
}

func TestCaseTAG02AHiddenFieldMayHaveAnyType(t *testing.T) {
	type Args struct {
		Path string   `json:"path"`
		Log  chan int `json:"log" jsonschema:"-"`
	}
	accepts(t, `{"path":"p"}`, Args{Path: "p"})
	// encoding/json writes the field whatever the schema says, and would fail
	// on every call.
	undefinableOut[Args](t, "Args.Log", "chan int")
}

func TestCaseTAG03KeysMatchExactly(t *testing.T) {
	type CityArgs struct {
		City string `json:"city"`
		ID   string `json:"id"`
	}
	refuses[CityArgs](t, `{"CITY":"Oslo","Id":"9"}`,
		`CITY: is not known here; did you mean "city"?`, `Id: is not known here; did you mean "id"?`,
		"city: is required", "id: is required")
	refuses[CityArgs](t, `{"city":"Oslo","id":"1","ID":"2"}`, `ID: is not known here; did you mean "id"?`)
	// Letters that only Unicode folds to ASCII ones.
	type Kelvin struct {
		K string `json:"k,omitempty"`
		S string `json:"s,omitempty"`
	}
	agrees[Kelvin](t, false, "{\"\u212a\":\"x\"}", "{\"\u017f\":\"x\"}")
	for _, key := range []string{"K", "\u212a"} {
		accepts(t, `{"`+key+`":"x"}`, Kelvin{}, typed.AllowUnknown())
		accepts(t, `{"k":"kept","`+key+`":"x"}`, Kelvin{K: "kept"}, typed.AllowUnknown())
		accepts(t, `{"`+key+`":"x","k":"kept"}`, Kelvin{K: "kept"}, typed.AllowUnknown())
	}
	// Two properties that differ only by case are two properties.
	type Both struct {
		A string `json:"id"`
		B string `json:"ID,omitempty"`
	}
	accepts(t, `{"ID":"2","id":"1"}`, Both{"1", "2"})
	accepts(t, `{"id":"1"}`, Both{A: "1"})
	refuses[Both](t, `{"ID":"2"}`, "id: is required")
	refuses[Both](t, `{"Id":"2"}`)
}

func TestCaseTAG04DuplicateKeys(t *testing.T) {
	type WireArgs struct {
		Amount int            `json:"amount"`
		Memo   map[string]any `json:"memo,omitempty"`
		Raw    any            `json:"raw,omitempty"`
	}
	refuses[WireArgs](t, `{"amount":1,"amount":999}`, "amount: is given twice")
	refuses[WireArgs](t, `{"amount":1,"\u0061mount":1}`, "amount: is given twice")
	refuses[WireArgs](t, `{"amount":1,"memo":{"a":1,"a":2}}`, "memo.a: is given twice")
	refuses[WireArgs](t, `{"amount":1,"memo":{"b":[{"a":1,"a":2}]}}`, "memo.b[0].a: is given twice")
	refuses[WireArgs](t, `{"amount":1,"raw":{"a":1,"a":2}}`, "raw.a: is given twice")
	// The document is sent inside a string: still the same fault.
	refuses[WireArgs](t, `"{\"amount\":1,\"amount\":999}"`, "amount: is given twice")
	p := define[WireArgs](t, typed.AllowUnknown())
	if r := p.Call(t.Context(), json.RawMessage(`{"amount":1,"x":1,"x":2}`)); !r.IsError() {
		t.Error("an unknown name may not be given twice either")
	}
}

func TestCaseTAG06UnknownKeys(t *testing.T) {
	type QueryOpts struct {
		Limit int `json:"limit,omitempty"`
	}
	type QueryArgs struct {
		Q    string      `json:"q"`
		Opts QueryOpts   `json:"opts,omitempty"`
		More []QueryOpts `json:"more,omitempty"`
	}
	refuses[QueryArgs](t, `{"q":"x","limt":5,"explanation":"why"}`,
		"limt: is not known here; known: q, opts, more", "explanation: is not known here; known: q, opts, more")
	refuses[QueryArgs](t, `{"q":"x","opts":{"limt":5}}`, `opts.limt: is not known here; did you mean "limit"?`)
	refuses[QueryArgs](t, `{"q":"x","more":[{},{"limt":5}]}`, `more[1].limt: is not known here; did you mean "limit"?`)
	accepts(t, `{"q":"x","limt":5,"opts":{"limt":5,"limit":2},"more":[{"a":1}]}`,
		QueryArgs{"x", QueryOpts{2}, []QueryOpts{{}}}, typed.AllowUnknown())
}

func TestCaseTAG07NameThatEncodingJSONRejects(t *testing.T) {
	type OddName struct {
		Owner string `json:"owner's"`
	}
	publishesText[OddName](t, `{"type":"object","properties":{"Owner":{"type":"string"}},"required":["Owner"],"additionalProperties":false}`)
	accepts(t, `{"Owner":"a"}`, OddName{"a"})
	p := define[OddName](t)
	if r := p.Call(t.Context(), json.RawMessage(`{"owner's":"a"}`)); !r.IsError() {
		t.Error("encoding/json does not know this name")
	}
	// The option after the name still counts.
	type Quoted struct {
		Owner string "json:\"own\\\\er,omitempty\""
	}
	accepts(t, `{}`, Quoted{})
	returns(t, Quoted{"a"}, `{"Owner":"a"}`)
}

func TestCaseTAG07OddNamesThatEncodingJSONTakes(t *testing.T) {
	type Args struct {
		Dash   string `json:"-,"`
		Hidden string `json:"-"`
		Path   string `json:"a b.c/~d"`
		Word   string `json:"ключ"`
		Empty  string `json:""`
		Dollar string `json:"$ref"`
	}
	args := `{"-":"1","a b.c/~d":"2","ключ":"3","Empty":"4","$ref":"5"}`
	accepts(t, args, Args{"1", "", "2", "3", "4", "5"})
	agrees[Args](t, true, args)
	p := define[Args](t)
	r := p.Call(t.Context(), json.RawMessage(`{"-":1,"a b.c/~d":1,"ключ":1,"Empty":1,"$ref":1}`))
	var refused *typed.ArgumentError
	if !errors.As(r.Error, &refused) || len(refused.Problems) != 5 {
		t.Fatalf("got %v", r.Error)
	}
	for i, want := range []string{"/-", "/a b.c~1~0d", "/ключ", "/Empty", "/$ref"} {
		if got := refused.Problems[i].Path; got != want {
			t.Errorf("path %q, want %q", got, want)
		}
	}
}

// field makes a field with a tag that go vet would not let through.
func field(name string, tag reflect.StructTag) reflect.StructField {
	return reflect.StructField{Name: name, Type: reflect.TypeFor[string](), Tag: tag}
}

// indescribable checks that a struct of these fields is refused, by itself and
// inside others, in both directions, in an error that holds the words.
func indescribable(t *testing.T, fields []reflect.StructField, words ...string) {
	t.Helper()
	one := reflect.StructOf(fields)
	inside := reflect.StructOf([]reflect.StructField{{Name: "In", Type: reflect.MapOf(reflect.TypeFor[string](), reflect.SliceOf(one))}})
	for _, typ := range []reflect.Type{one, inside} {
		for _, direction := range []schema.Direction{schema.Input, schema.Output} {
			_, err := schema.ForType(typ, direction)
			if err == nil {
				t.Errorf("%v: accepted as %v", typ, direction)
				continue
			}
			for _, word := range words {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("%v\nshould say %q", err, word)
				}
			}
		}
	}
}

func TestCaseTAG09MalformedStructTag(t *testing.T) {
	for name, tag := range map[string]reflect.StructTag{
		"comma between":     `validate:"required", json:"street"`,
		"no quotes":         `json:street`,
		"blank after colon": `json: "street"`,
		"no value":          `json`,
		"no closing quote":  `json:"street`,
		"given twice":       `json:"street" json:"road"`,
		"bad escape":        `json:"street" jsonschema:"pattern=^\d+$"`,
		"semicolon":         `json:"street"; validate:"required"`,
	} {
		t.Run(name, func(t *testing.T) {
			indescribable(t, []reflect.StructField{field("Street", tag)}, "Street", "tag")
		})
	}
	// Pairs without a blank between them are read like others.
	if _, err := schema.ForType(reflect.StructOf([]reflect.StructField{field("Street", `validate:"required"json:"street"`)}), schema.Input); err != nil {
		t.Error(err)
	}
}

func TestCaseTAG10UnexportedFieldsAndNoTag(t *testing.T) {
	type PlainArgs struct {
		Region string
		hidden int
	}
	publishesText[PlainArgs](t, `{"type":"object","properties":{"Region":{"type":"string"}},"required":["Region"],"additionalProperties":false}`)
	accepts(t, `{"Region":"eu"}`, PlainArgs{"eu", 0})
	// encoding/json would take any case; names of a schema are exact.
	agrees[PlainArgs](t, false, `{"region":"eu"}`, `{"Region":"eu","hidden":3}`, `{"Region":"eu","Hidden":3}`)

	// A tag on a field that JSON cannot see is a mistake.
	for _, tag := range []reflect.StructTag{`json:"hidden"`, `validate:"required"`, `jsonschema:"minLength=1"`} {
		hidden := field("hidden", tag)
		hidden.PkgPath = "example.com/x"
		indescribable(t, []reflect.StructField{field("Region", ""), hidden}, "hidden", "unexported")
	}
}

func TestCaseSTR01StringOption(t *testing.T) {
	type BigRef struct {
		ID   int64 `json:"id,string" jsonschema:"minimum=1"`
		Keep bool  `json:"keep,string"`
	}
	accepts(t, `{"id":"42","keep":"true"}`, BigRef{42, true})
	accepts(t, `{"id":"9007199254740993","keep":"false"}`, BigRef{9007199254740993, false})
	// A bare number is refused: the schema says that a string travels.
	refuses[BigRef](t, `{"id":42,"keep":true}`,
		`id: must be a string that holds a whole number, such as "42" (got 42)`,
		`keep: must be "true" or "false", as a string (got true)`)
	refuses[BigRef](t, `{"id":"abc","keep":"yes"}`,
		`id: must be a string that holds a whole number, such as "42" (got "abc")`,
		`keep: must be "true" or "false", as a string (got "yes")`)
	refuses[BigRef](t, `{"id":"0","keep":"true"}`, "id: must be at least 1 (got 0)")
	agrees[BigRef](t, false, `{"id":"","keep":"true"}`, `{"id":" 1","keep":"true"}`, `{"id":"01","keep":"true"}`,
		`{"id":"1.0","keep":"true"}`, `{"id":null,"keep":"true"}`, `{"id":"1","keep":"TRUE"}`)
	returns(t, BigRef{9007199254740993, false}, `{"id":"9007199254740993","keep":"false"}`)
}

func TestCaseSTR01StringOptionOnOtherKinds(t *testing.T) {
	type Args struct {
		U uint8   `json:"u,string"`
		F float64 `json:"f,string"`
		S string  `json:"s,string"`
		P *int    `json:"p,omitempty,string"`
	}
	five := 5
	accepts(t, `{"u":"255","f":"-1.5e3","s":"\"a\"","p":"5"}`, Args{255, -1500, "a", &five})
	accepts(t, `{"u":"0","f":"0","s":"\"\"","p":null}`, Args{})
	returns(t, Args{U: 1, F: 1.5, S: `a"b`}, `{"u":"1","f":"1.5","s":"\"a\\\"b\""}`)
	problems := refuses[Args](t, `{"u":"256","f":"1e400","s":"\"a\""}`).Problems
	if len(problems) != 2 || problems[0].Path != "/u" || problems[1].Path != "/f" {
		t.Errorf("got %+v", problems)
	}
	agrees[Args](t, false, `{"u":"-1","f":"0","s":"\"\""}`, `{"u":"1","f":"0","s":"bare"}`, `{"u":"1","f":"NaN","s":"\"\""}`)

	// Rules and defaults speak of the number in the string.
	type Ruled struct {
		N int `json:"n,string" validate:"min=1,max=5"`
		E int `json:"e,string,omitempty" jsonschema:"enum=1,enum=2"`
		D int `json:"d,string" jsonschema:"default=3"`
	}
	accepts(t, `{"n":"5","e":"2"}`, Ruled{5, 2, 3})
	refuses[Ruled](t, `{"n":"6","e":"3"}`, "n: must be at most 5 (got 6)", `e: must be one of "1", "2" (got "3")`)

	type OnList struct {
		L []int `json:"l,string"`
	}
	undefinable[OnList](t, "OnList.L", `"string"`)
	type OnDuration struct {
		D time.Duration `json:"d,string"`
	}
	undefinable[OnDuration](t, "OnDuration.D", `"string"`)
}

func TestCaseDESC01ACommaInADescription(t *testing.T) {
	type ZipArgs struct {
		Deep  bool   `json:"deep" jsonschema:"description=If true, descend into folders, and follow links"`
		Safe  string `json:"safe" jsonschema:"description=Kept whole\\, with a comma"`
		Also  string `json:"also" jsonschema_description:"One, two, three"`
		First string `json:"first" jsonschema:"The first, of many"`
		Mix   string `json:"mix" jsonschema:"title=A, b,description=C, d and e, f,minLength=2"`
	}
	for name, want := range map[string]string{
		"deep":  `{"type":"boolean","description":"If true, descend into folders, and follow links"}`,
		"safe":  `{"type":"string","description":"Kept whole, with a comma"}`,
		"also":  `{"type":"string","description":"One, two, three"}`,
		"first": `{"type":"string","description":"The first, of many"}`,
		"mix":   `{"type":"string","title":"A, b","description":"C, d and e, f","minLength":2}`,
	} {
		publishes[ZipArgs](t, want, name)
	}
}

func TestCaseDESC02DescriptionsArriveWhole(t *testing.T) {
	type HelpArgs struct {
		A string "json:\"a\" jsonschema_description:\"Run `ls`\\nthen say \\\"ok\\\" = 100% – fin\""
		B string `json:"b" jsonschema:"description=k=v pairs; use a=b"`
		C string `json:"c" jsonschema:"description=a < b && c > d"`
		D string `json:"d" jsonschema_description:"  padded, minimum=3, required  "`
		E string "json:\"e\" jsonschema_description:\"\\u2028 \\x00 \\U0001F600 \\\\\""
	}
	for name, want := range map[string]string{
		"a": "Run `ls`\nthen say \"ok\" = 100% – fin",
		"b": "k=v pairs; use a=b",
		"c": "a < b && c > d",
		"d": "  padded, minimum=3, required  ",
		"e": "\u2028 \x00 \U0001F600 \\",
	} {
		if got := property(t, schemaOf[HelpArgs](t), name)["description"]; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestCaseDESC04BlankAfterAComma(t *testing.T) {
	type StarArgs struct {
		Stars int `json:"stars" jsonschema:"minimum=1, maximum=5"`
	}
	publishes[StarArgs](t, `{"type":"integer","minimum":1,"maximum":5}`, "stars")
	refuses[StarArgs](t, `{"stars":99}`, "stars: must be at most 5 (got 99)")

	type Nick struct {
		Nick string `json:"nick" jsonschema:"min=3,maxlength=9,desc=typo keywords"`
	}
	undefinable[Nick](t, "Nick.Nick", "jsonschema", "min")
	type Case struct {
		Nick string `json:"nick" jsonschema:"maxlength=9"`
	}
	undefinable[Case](t, "Case.Nick", "maxlength", "maxLength")
	type Later struct {
		Nick string `json:"nick" jsonschema:"description=A nick, desc=b"`
	}
	undefinable[Later](t, "Later.Nick", "desc")
	type Misfit struct {
		Nick string `json:"nick" jsonschema:"minimum=3"`
	}
	undefinable[Misfit](t, "Misfit.Nick", "minimum")
	type NoNumber struct {
		N int `json:"n" jsonschema:"minimum=few"`
	}
	undefinable[NoNumber](t, "NoNumber.N", "minimum=few")
}

func TestCaseDESC05CommaInAPattern(t *testing.T) {
	type PlateArgs struct {
		Plate string `json:"plate" jsonschema:"pattern=^[A-Z]{0,3}$,maxLength=10"`
	}
	publishes[PlateArgs](t, `{"type":"string","pattern":"^[A-Z]{0,3}$","maxLength":10}`, "plate")
	accepts(t, `{"plate":"AB"}`, PlateArgs{"AB"})
	agrees[PlateArgs](t, true, `{"plate":""}`, `{"plate":"ABC"}`)
	agrees[PlateArgs](t, false, `{"plate":"ABCD"}`, `{"plate":"ab"}`)
	type Odd struct {
		Plate string `json:"plate" jsonschema:"pattern=^(a,b|c=d)$"`
	}
	accepts(t, `{"plate":"a,b"}`, Odd{"a,b"})
	accepts(t, `{"plate":"c=d"}`, Odd{"c=d"})
	agrees[Odd](t, false, `{"plate":"a"}`)
	type Broken struct {
		Plate string `json:"plate" jsonschema:"pattern=^[A-Z"`
	}
	undefinable[Broken](t, "Broken.Plate", "pattern")
}

func TestCaseDESC07DefaultsOfTheRightType(t *testing.T) {
	type Ports struct {
		Ports []int `json:"ports,omitempty" jsonschema:"default=80,default=443"`
	}
	publishes[Ports](t, `{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"default":[80,443]}`, "ports")
	accepts(t, `{}`, Ports{[]int{80, 443}})
	accepts(t, `{"ports":[]}`, Ports{[]int{}})

	type N struct {
		N int `json:"n,omitempty" jsonschema:"default=many"`
	}
	undefinable[N](t, "N.N", "default=many")
	type E struct {
		N int `json:"n,omitempty" jsonschema:"enum=1,enum=two"`
	}
	undefinable[E](t, "E.N", "enum=two")
	type B struct {
		On bool `json:"on,omitempty" jsonschema:"default=yes"`
	}
	undefinable[B](t, "B.On", "default=yes")
	type Example struct {
		N int `json:"n" jsonschema:"example=x"`
	}
	undefinable[Example](t, "Example.N", "example=x")
	type Range struct {
		N int8 `json:"n" jsonschema:"default=300"`
	}
	undefinable[Range](t, "Range.N", "300")
	type Broken struct {
		S string `json:"s" jsonschema:"default=abc" validate:"max=2"`
	}
	undefinable[Broken](t, "Broken.S", "abc")
	type Outside struct {
		S string `json:"s" jsonschema:"default=c" validate:"oneof=a b"`
	}
	undefinable[Outside](t, "Outside.S", `"c"`)
	type Fraction struct {
		N int `json:"n" jsonschema:"default=1.5"`
	}
	undefinable[Fraction](t, "Fraction.N", "1.5")
	type Time struct {
		T time.Time `json:"t" jsonschema:"default=tomorrow"`
	}
	undefinable[Time](t, "Time.T", "tomorrow")
}

// A default is what is filled in, so it must get through decoding, too.
func TestCaseDESC07DefaultsOfTypesWithAFormOfTheirOwn(t *testing.T) {
	type Args struct {
		D time.Duration     `json:"d" jsonschema:"default=5m"`
		T time.Time         `json:"t" jsonschema:"default=2026-01-01T00:00:00Z"`
		U *url.URL          `json:"u" jsonschema:"default=https://a.test/x"`
		A netip.Addr        `json:"a" jsonschema:"default=192.0.2.1"`
		M map[string]int    `json:"m" jsonschema:"default={\"a\":1}"`
		L []time.Duration   `json:"l" jsonschema:"default=1s,default=2s"`
		B []byte            `json:"b" jsonschema:"default=aGk="`
		S LimitSet          `json:"s" jsonschema:"default={\"cpu\":1}"`
		F float64           `json:"f" jsonschema:"default=1.5"`
		P *bool             `json:"p" jsonschema:"default=true"`
		R json.RawMessage   `json:"r" jsonschema:"default={\"x\":1}"`
		X map[string]string `json:"x,omitempty"`
	}
	link, _ := url.Parse("https://a.test/x")
	yes := true
	accepts(t, `{}`, Args{
		D: 5 * time.Minute, T: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), U: link, A: netip.MustParseAddr("192.0.2.1"),
		M: map[string]int{"a": 1}, L: []time.Duration{time.Second, 2 * time.Second}, B: []byte("hi"), S: LimitSet{1},
		F: 1.5, P: &yes, R: json.RawMessage(`{"x":1}`),
	})
}

func TestCaseDESC08Annotations(t *testing.T) {
	type OldArgs struct {
		A string `json:"a,omitempty" jsonschema:"deprecated=true,title=Letter A,example=q"`
		B int    `json:"b,omitempty" jsonschema:"readOnly=true,example=3,example=4"`
		C string `json:"c,omitempty" jsonschema_extras:"deprecated=true,x-order=3"`
		D []int  `json:"d,omitempty" jsonschema:"deprecated,example=[1]"`
		E *bool  `json:"e,omitempty" jsonschema:"example=true"`
	}
	for name, want := range map[string]string{
		"a": `{"type":"string","title":"Letter A","examples":["q"],"deprecated":true}`,
		"b": `{"type":"integer","examples":[3,4],"readOnly":true}`,
		"c": `{"type":"string","deprecated":true,"x-order":3}`,
		"d": `{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"examples":[[1]],"deprecated":true}`,
		"e": `{"type":"boolean","examples":[true]}`,
	} {
		publishes[OldArgs](t, want, name)
	}
	accepts(t, `{"a":"x"}`, OldArgs{A: "x"})

	type Unknown struct {
		C string `json:"c" jsonschema_extras:"depricated=true"`
	}
	undefinable[Unknown](t, "Unknown.C", "jsonschema_extras", "depricated")
}

func TestCaseDESC10Nullable(t *testing.T) {
	type NickArgs struct {
		Nick *string `json:"nick" jsonschema:"nullable,description=Nick name,maxLength=9"`
	}
	// The pointer makes the key optional, as every pointer does.
	publishesText[NickArgs](t, `{"type":"object","properties":{"nick":{"type":["string","null"],"description":"Nick name","maxLength":9}},"additionalProperties":false}`)
	nine := "ninechars"
	accepts(t, `{"nick":null}`, NickArgs{})
	accepts(t, `{"nick":"ninechars"}`, NickArgs{&nine})
	refuses[NickArgs](t, `{"nick":"toolongname"}`, `nick: must have at most 9 characters (got "toolongname")`)
	agrees[NickArgs](t, true, `{"nick":null}`, `{}`)
	agrees[NickArgs](t, false, `{"nick":3}`)

	type More struct {
		N *int      `json:"n" jsonschema:"nullable,enum=1,enum=2"`
		L *LimitSet `json:"l" jsonschema:"nullable"`
		S []string  `json:"s" jsonschema:"nullable"`
		C *CaseList `json:"c" jsonschema:"nullable"`
	}
	agrees[More](t, true, `{"n":null,"l":null,"s":null,"c":null}`, `{"n":2,"l":{"cpu":1},"s":[],"c":{"v":1,"next":{"v":2}}}`)
	agrees[More](t, false, `{"n":3,"s":null}`, `{"l":{},"s":null}`, `{"s":3}`, `{}`)
	if text := inputText[More](t); strings.Contains(text, "oneOf") {
		t.Errorf("oneOf is refused by strict providers: %s", text)
	}
}

type CaseList struct {
	V    int       `json:"v"`
	Next *CaseList `json:"next,omitempty"`
}

func TestCaseDESC11OneOfRequired(t *testing.T) {
	type PickOne struct {
		ByID   string `json:"by_id,omitempty" jsonschema:"oneof_required=id"`
		ByName string `json:"by_name,omitempty" jsonschema:"oneof_required=name"`
	}
	accepts(t, `{"by_id":"1"}`, PickOne{ByID: "1"})
	accepts(t, `{"by_name":"n"}`, PickOne{ByName: "n"})
	agrees[PickOne](t, false, `{"by_id":"1","by_name":"n"}`, `{}`)
	refuses[PickOne](t, `{}`, "arguments: must have exactly one of by_id, by_name (got an object)")

	type Nested struct {
		Pick []PickOne `json:"pick"`
	}
	refuses[Nested](t, `{"pick":[{"by_id":"1"},{}]}`, "pick[1]: must have exactly one of by_id, by_name (got an object)")

	type Groups struct {
		ID   string `json:"id,omitempty" jsonschema:"oneof_required=id"`
		Name string `json:"name,omitempty" jsonschema:"oneof_required=name"`
		Town string `json:"town,omitempty" jsonschema:"oneof_required=name"`
	}
	agrees[Groups](t, true, `{"id":"1"}`, `{"name":"n","town":"t"}`, `{"id":"1","town":"t"}`)
	agrees[Groups](t, false, `{"name":"n"}`, `{"id":"1","name":"n","town":"t"}`)
	// Null for an optional key is no key.
	accepts(t, `{"by_id":"1","by_name":null}`, PickOne{ByID: "1"})
}

const (
	rfc3339Hint  = "must be an RFC 3339 date and time with a time zone, such as 2026-05-01T10:00:00Z"
	durationHint = "must be a duration such as 90s or 1h30m"
)

func TestCaseTYP01Time(t *testing.T) {
	type Appointment struct {
		At time.Time `json:"at"`
	}
	if got := property(t, schemaOf[Appointment](t), "at"); got["type"] != "string" || got["format"] != "date-time" {
		t.Errorf("got %v", got)
	}
	for _, text := range []string{
		"2026-05-01", "2026-05-01T10:00:00", "tomorrow", "2026-05-01 10:00:00Z", "", "2026-13-01T10:00:00Z",
		"2026-05-01t10:00:00z", "2026-05-01T10:00:60Z", "2026-02-30T10:00:00Z", "2026-05-01T10:00Z", "2026-05-01T24:00:00Z",
	} {
		refuses[Appointment](t, `{"at":"`+text+`"}`, `at: `+rfc3339Hint+` (got "`+text+`")`)
		agrees[Appointment](t, false, `{"at":"`+text+`"}`)
	}
	refuses[Appointment](t, `{"at":1777629600}`, `at: `+rfc3339Hint+` (got 1777629600)`)
	at := time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)
	for _, text := range []string{"2026-05-01T10:00:00+02:00", "2026-05-01T08:00:00Z", "2026-05-01T08:00:00.000000000Z"} {
		p := define[Appointment](t)
		if r := p.Call(t.Context(), json.RawMessage(`{"at":"`+text+`"}`)); r.IsError() || !p.got[0].At.Equal(at) {
			t.Errorf("%s: got %v, %v", text, p.got, r.Error)
		}
	}
}

func TestCaseTYP01TimesInListsMapsAndPointers(t *testing.T) {
	type Args struct {
		List []time.Time           `json:"list"`
		Map  map[string]*time.Time `json:"map"`
		Opt  *time.Time            `json:"opt"`
	}
	refuses[Args](t, `{"list":["x"],"map":{"a b":"y"},"opt":"z"}`,
		`list[0]: `+rfc3339Hint+` (got "x")`, `map["a b"]: `+rfc3339Hint+` (got "y")`, `opt: `+rfc3339Hint+` (got "z")`)
	at := time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)
	accepts(t, `{"list":["2026-05-01T08:00:00Z"],"map":{"k":"2026-05-01T08:00:00Z"},"opt":null}`,
		Args{[]time.Time{at}, map[string]*time.Time{"k": &at}, nil})
	returns(t, Args{[]time.Time{at}, map[string]*time.Time{"k": nil}, &at},
		`{"list":["2026-05-01T08:00:00Z"],"map":{"k":null},"opt":"2026-05-01T08:00:00Z"}`)
	// encoding/json cannot write such a year.
	failsToWrite(t, Args{List: []time.Time{time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC)}}, "")
}

func TestCaseTYP02Duration(t *testing.T) {
	type WaitArgs struct {
		For time.Duration `json:"for"`
	}
	if got := property(t, schemaOf[WaitArgs](t), "for"); got["type"] != "string" || !strings.Contains(fmt.Sprint(got["description"]), "1h30m") {
		t.Errorf("got %v", got)
	}
	for text, want := range map[string]time.Duration{
		"5m": 5 * time.Minute, "90s": 90 * time.Second, "1h30m": 90 * time.Minute, "1.5h": 90 * time.Minute, "-2s": -2 * time.Second,
		"0": 0, "0s": 0, "250ms": 250 * time.Millisecond, "100ns": 100, "1h30m0s": 90 * time.Minute,
		"1209600s": 14 * 24 * time.Hour, "86400000ms": 24 * time.Hour,
	} {
		accepts(t, `{"for":"`+text+`"}`, WaitArgs{want})
		agrees[WaitArgs](t, true, `{"for":"`+text+`"}`)
	}
	for _, text := range []string{`5`, `"5"`, `1.5`, `""`, `"5 minutes"`, `"1d"`, `"PT5M"`, `" 5m"`, `"5m "`, `"m"`, `true`} {
		refuses[WaitArgs](t, `{"for":`+text+`}`, "for: "+durationHint+" (got "+text+")")
		agrees[WaitArgs](t, false, `{"for":`+text+`}`)
	}
	if r := define[WaitArgs](t).Call(t.Context(), json.RawMessage(`{"for":"999999h"}`)); r.IsError() {
		t.Errorf("114 years are a duration: %s", r.Output)
	}
	refuses[WaitArgs](t, `{"for":"999999h999999h999999h"}`)
	returns(t, WaitArgs{90 * time.Second}, `{"for":"1m30s"}`)
}

// What one tool writes, another one reads.
func TestCaseTYP02DurationsComeBack(t *testing.T) {
	type WaitArgs struct {
		For time.Duration `json:"for"`
	}
	for _, d := range []time.Duration{0, 1, 1500, 1500 * time.Microsecond, time.Second, -time.Minute, 26*time.Hour + 3, math.MaxInt64, math.MinInt64} {
		r := returned(t, WaitArgs{d})
		accepts(t, r.Output, WaitArgs{d})
	}
}

func TestCaseTYP02DurationsElsewhere(t *testing.T) {
	type Args struct {
		List []time.Duration            `json:"list"`
		Map  map[string]time.Duration   `json:"map"`
		Ptr  *time.Duration             `json:"ptr"`
		Deep map[string][]time.Duration `json:"deep"`
		Arr  [1]time.Duration           `json:"arr"`
	}
	m := time.Minute
	args := `{"list":["1m0s"],"map":{"a":"1m0s"},"ptr":"1m0s","deep":{"b":["1m0s"]},"arr":["1m0s"]}`
	value := Args{[]time.Duration{m}, map[string]time.Duration{"a": m}, &m, map[string][]time.Duration{"b": {m}}, [1]time.Duration{m}}
	accepts(t, args, value)
	returns(t, value, args)
	returns(t, Args{}, `{"list":[],"map":{},"ptr":null,"deep":{},"arr":["0s"]}`)
	refuses[Args](t, `{"list":[1],"map":{"a":1},"ptr":1,"deep":{"b":[1]},"arr":[1]}`,
		"list[0]: "+durationHint+" (got 1)", "map.a: "+durationHint+" (got 1)", "ptr: "+durationHint+" (got 1)",
		"deep.b[0]: "+durationHint+" (got 1)", "arr[0]: "+durationHint+" (got 1)")
	returns(t, time.Minute, `"1m0s"`)
	returns(t, []time.Duration{time.Minute}, `["1m0s"]`)
	returns(t, map[string]*time.Duration{"a": &m, "b": nil}, `{"a":"1m0s","b":null}`)
}

func TestCaseTYP02DurationsOfARecursiveType(t *testing.T) {
	args := `{"took":"1m0s","parts":[{"took":"30s"}]}`
	value := CaseSpan{Took: time.Minute, Parts: []CaseSpan{{Took: 30 * time.Second}}}
	accepts(t, args, value)
	returns(t, value, args)
}

type CaseSpan struct {
	Took  time.Duration `json:"took"`
	Parts []CaseSpan    `json:"parts,omitempty"`
}

func TestCaseTYP04RawMessage(t *testing.T) {
	type PatchDoc struct {
		Patch json.RawMessage `json:"patch"`
		N     int             `json:"n,omitempty"`
	}
	publishes[PatchDoc](t, `{}`, "patch")
	for _, raw := range []string{`{"n":9007199254740993}`, `null`, `[1,"a"]`, `"text"`, `{ "a" : [ 1.0 ,  2e1 ] }`, `1.50`, `"\u003c"`} {
		accepts(t, `{"patch":`+raw+`}`, PatchDoc{Patch: json.RawMessage(raw)})
		// A repair beside it does not touch it.
		accepts(t, `{"n":3.0,"patch":`+raw+`}`, PatchDoc{Patch: json.RawMessage(raw), N: 3})
	}
	refuses[PatchDoc](t, `{}`, "patch: is required")

	type Elsewhere struct {
		List []json.RawMessage          `json:"list"`
		Map  map[string]json.RawMessage `json:"map"`
		Ptr  *json.RawMessage           `json:"ptr"`
	}
	raw := json.RawMessage(`{"a":1.0}`)
	accepts(t, `{"list":[{"a":1.0},"5"],"map":{"k":{"a":1.0}},"ptr":{"a":1.0}}`,
		Elsewhere{[]json.RawMessage{raw, json.RawMessage(`"5"`)}, map[string]json.RawMessage{"k": raw}, &raw})
	returns(t, PatchDoc{}, `{"patch":null}`)
}

func TestCaseTYP05Bytes(t *testing.T) {
	type StoreBlob struct {
		Data []byte `json:"data"`
	}
	if got := property(t, schemaOf[StoreBlob](t), "data"); got["type"] != "string" || got["contentEncoding"] != "base64" {
		t.Errorf("got %v", got)
	}
	accepts(t, `{"data":"aGVsbG8="}`, StoreBlob{[]byte("hello")})
	accepts(t, `{"data":""}`, StoreBlob{[]byte{}})
	for _, text := range []string{"hello world", "aGVsbG8", "aGVs bG8=", "-_-_", "aGVsbG8=\\n"} {
		refuses[StoreBlob](t, `{"data":"`+text+`"}`, `data: must be base64 text (got "`+text+`")`)
	}
	// encoding/json would take the numbers, but the schema says text.
	refuses[StoreBlob](t, `{"data":[104,105]}`, "data: must be base64 text (got an array)")
	agrees[StoreBlob](t, false, `{"data":[104,105]}`, `{"data":"hello world"}`, `{"data":null}`)

	type Elsewhere struct {
		List [][]byte          `json:"list"`
		Map  map[string][]byte `json:"map"`
		Opt  *[]byte           `json:"opt"`
		Name CaseBytes         `json:"name"`
	}
	hi := []byte("hi")
	accepts(t, `{"list":["aGk="],"map":{"k":"aGk="},"opt":"aGk=","name":"aGk="}`,
		Elsewhere{[][]byte{hi}, map[string][]byte{"k": hi}, &hi, CaseBytes(hi)})
	returns(t, Elsewhere{List: [][]byte{nil}, Map: map[string][]byte{"k": nil}}, `{"list":[""],"map":{"k":""},"opt":null,"name":""}`)
}

type CaseBytes []byte

func TestCaseTYP06FixedArrays(t *testing.T) {
	type RGBArgs struct {
		RGB [3]int  `json:"rgb"`
		MAC [2]byte `json:"mac"`
	}
	accepts(t, `{"rgb":[1,2,3],"mac":[1,255]}`, RGBArgs{[3]int{1, 2, 3}, [2]byte{1, 255}})
	refuses[RGBArgs](t, `{"rgb":[1,2],"mac":[1,2]}`, "rgb: must have exactly 3 items (got 2 items)")
	refuses[RGBArgs](t, `{"rgb":[1,2,3,4],"mac":[1,300]}`, "rgb: must have exactly 3 items (got 4 items)", "mac[1]: must be at most 255 (got 300)")
	agrees[RGBArgs](t, false, `{"rgb":[],"mac":[1,2]}`, `{"rgb":[1,2,3],"mac":"AQI="}`, `{"rgb":[1,null,3],"mac":[1,2]}`)
	returns(t, RGBArgs{}, `{"rgb":[0,0,0],"mac":[0,0]}`)

	type Grid struct {
		Cells [2][2]string `json:"cells"`
		None  [0]int       `json:"none"`
		Opt   *[1]bool     `json:"opt"`
	}
	accepts(t, `{"cells":[["a","b"],["c","d"]],"none":[]}`, Grid{Cells: [2][2]string{{"a", "b"}, {"c", "d"}}})
	refuses[Grid](t, `{"cells":[["a"],["c","d"]],"none":[1],"opt":[]}`,
		"cells[0]: must have exactly 2 items (got 1 item)", "none: must have exactly 0 items (got 1 item)", "opt: must have exactly 1 item (got [])")
}

func TestCaseTYP07SizedIntegers(t *testing.T) {
	type Knobs struct {
		Level int8    `json:"level"`
		Port  uint16  `json:"port"`
		Count uint    `json:"count"`
		Ratio float32 `json:"ratio"`
		Opt   *int32  `json:"opt"`
		List  []uint8 `json:"-"`
	}
	publishes[Knobs](t, `{"type":"integer","minimum":-128,"maximum":127}`, "level")
	publishes[Knobs](t, `{"type":"integer","minimum":0,"maximum":65535}`, "port")
	publishes[Knobs](t, `{"type":"integer","minimum":0,"maximum":18446744073709551615}`, "count")
	refuses[Knobs](t, `{"level":300,"port":70000,"count":-1,"ratio":1e39,"opt":2147483648}`,
		"level: must be at most 127 (got 300)", "port: must be at most 65535 (got 70000)", "count: must be at least 0 (got -1)",
		"ratio: must be at most 3.4028234663852886e+38 (got 1e39)", "opt: must be at most 2147483647 (got 2147483648)")
	agrees[Knobs](t, true, `{"level":-128,"port":65535,"count":0,"ratio":-3.4028234663852886e38}`)
	agrees[Knobs](t, false, `{"level":-129,"port":0,"count":0,"ratio":0}`)

	// Rules narrow the range of the type; they cannot leave it.
	type Ruled struct {
		N int8 `json:"n" validate:"min=10"`
	}
	publishes[Ruled](t, `{"type":"integer","minimum":10,"maximum":127}`, "n")
	type Impossible struct {
		N int8 `json:"n" validate:"min=200"`
	}
	undefinable[Impossible](t, "Impossible.N", "200")
}

func TestCaseTYP08WholeNumbers(t *testing.T) {
	type TopK struct {
		K int `json:"k"`
	}
	for text, want := range map[string]int{
		"3.0": 3, "1e3": 1000, "-0": 0, "-0.0": 0, "1.5e1": 15, "100e-2": 1, "9007199254740993.0": 9007199254740993,
		"9223372036854775807e0": math.MaxInt64, "0e99999": 0, "1E+2": 100,
	} {
		accepts(t, `{"k":`+text+`}`, TopK{want})
		agrees[TopK](t, true, `{"k":`+text+`}`)
	}
	for _, text := range []string{"3.5", "1e-3", "9007199254740993.5"} {
		refuses[TopK](t, `{"k":`+text+`}`, "k: must be an integer (got "+text+")")
	}
	refuses[TopK](t, `{"k":9223372036854775808}`, "k: must be at most 9223372036854775807 (got 9223372036854775808)")
	refuses[TopK](t, `{"k":1e19}`, "k: must be at most 9223372036854775807 (got 1e19)")
	refuses[TopK](t, `{"k":-9223372036854775809.0}`, "k: must be at least -9223372036854775808 (got -9223372036854775809.0)")

	type Elsewhere struct {
		L []int8         `json:"l"`
		M map[string]int `json:"m"`
		P *uint          `json:"p"`
	}
	two := uint(2)
	accepts(t, `{"l":[1.0],"m":{"a":1e1},"p":2.0}`, Elsewhere{[]int8{1}, map[string]int{"a": 10}, &two})
	// The noted repair is for the host.
	r := accepts(t, `{"k":3.0}`, TopK{3})
	repairs, _ := r.Metadata["repairs"].([]schema.Repair)
	if len(repairs) != 1 || repairs[0].Path != "/k" {
		t.Errorf("metadata %v", r.Metadata)
	}
}

func TestCaseTYP09BigIntegers(t *testing.T) {
	type GetTweet struct {
		ID   int64  `json:"id"`
		Mask uint64 `json:"mask,omitempty"`
	}
	accepts(t, `{"id":9007199254740993,"mask":18446744073709551615}`, GetTweet{9007199254740993, math.MaxUint64})
	accepts(t, `{"id":"9007199254740993"}`, GetTweet{ID: 9007199254740993})
	accepts(t, `{"id":-9223372036854775808}`, GetTweet{ID: math.MinInt64})
	refuses[GetTweet](t, `{"id":9223372036854775808,"mask":18446744073709551616}`,
		"id: must be at most 9223372036854775807 (got 9223372036854775808)", "mask: must be at most 18446744073709551615 (got 18446744073709551616)")

	// Through every detour that a call can take: repairs, defaults, any.
	type Detours struct {
		Any  any              `json:"any"`
		Def  int64            `json:"def" jsonschema:"default=9007199254740993"`
		List []int64          `json:"list"`
		Num  json.Number      `json:"num"`
		Big  *big.Int         `json:"big"`
		Map  map[string]int64 `json:"map"`
	}
	p := define[Detours](t)
	r := p.Call(t.Context(), json.RawMessage(
		`{"any":1,"list":"[9007199254740993]","num":9007199254740993.10,"big":123456789012345678901234567890,"map":{"a":9007199254740993.0}}`))
	if r.IsError() {
		t.Fatal(r.Output)
	}
	got := p.got[0]
	if got.Def != 9007199254740993 || got.List[0] != 9007199254740993 || got.Num != "9007199254740993.10" ||
		got.Big.String() != "123456789012345678901234567890" || got.Map["a"] != 9007199254740993 {
		t.Errorf("got %+v", got)
	}
	returns(t, Detours{Any: int64(9007199254740993), Num: "1e3", Big: got.Big},
		`{"any":9007199254740993,"def":0,"list":[],"num":1e3,"big":123456789012345678901234567890,"map":{}}`)
}

func TestCaseTYP09BigIntIsANumber(t *testing.T) {
	type Args struct {
		N big.Int             `json:"n"`
		L []*big.Int          `json:"l,omitempty"`
		M map[string]*big.Int `json:"m,omitempty"`
	}
	publishes[Args](t, `{"type":"integer"}`, "n")
	agrees[Args](t, true, `{"n":1}`, `{"n":123456789012345678901234567890}`, `{"n":-3.0}`, `{"n":1,"l":[2],"m":{"a":3}}`)
	agrees[Args](t, false, `{"n":1.5}`, `{"n":{}}`, `{"n":null}`)
	refuses[Args](t, `{"n":"x","l":[1.5]}`, `n: must be an integer (got "x")`, `l[0]: must be an integer (got 1.5)`)
	// A number that would take a gigabyte to write out does no harm.
	p := define[Args](t)
	if r := p.Call(t.Context(), json.RawMessage(`{"n":1e999999999}`)); !r.IsError() {
		t.Error("1e999999999 was accepted")
	}
	accepts(t, `{"n":1e30}`, Args{N: *new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)})
}

func TestCaseTYP12URL(t *testing.T) {
	type FetchArgs struct {
		Link url.URL `json:"link"`
	}
	if got := property(t, schemaOf[FetchArgs](t), "link"); got["type"] != "string" || got["format"] != "uri" {
		t.Errorf("got %v", got)
	}
	accepts(t, `{"link":"https://a.test/x?q=1#f"}`, FetchArgs{url.URL{Scheme: "https", Host: "a.test", Path: "/x", RawQuery: "q=1", Fragment: "f"}})
	accepts(t, `{"link":"mailto:a@b.test"}`, FetchArgs{url.URL{Scheme: "mailto", Opaque: "a@b.test"}})
	accepts(t, `{"link":"https://a.test/x%2Fy"}`, FetchArgs{url.URL{Scheme: "https", Host: "a.test", Path: "/x/y", RawPath: "/x%2Fy"}})
	for _, text := range []string{"a.test/x", "/x", "", "https://a b", "http://[::1", "%zz:", "http://a:port/"} {
		refuses[FetchArgs](t, `{"link":"`+text+`"}`, `link: must be an absolute URI such as https://example.com/path (got "`+text+`")`)
	}
	refuses[FetchArgs](t, `{"link":{"Scheme":"https","Host":"a.test"}}`)
	returns(t, FetchArgs{url.URL{Scheme: "https", Host: "a.test", RawQuery: "a=1&b=<2>"}}, `{"link":"https://a.test?a=1&b=<2>"}`)
	returns(t, FetchArgs{}, `{"link":""}`)
}

func TestCaseTYP12URLsElsewhere(t *testing.T) {
	type Args struct {
		Ptr  *url.URL            `json:"ptr"`
		List []*url.URL          `json:"list"`
		Map  map[string]url.URL  `json:"map"`
		Deep map[string]*url.URL `json:"deep"`
		Opt  *url.URL            `json:"opt,omitempty"`
	}
	u, _ := url.Parse("https://a.test/x")
	args := `{"ptr":"https://a.test/x","list":["https://a.test/x"],"map":{"k":"https://a.test/x"},"deep":{"k":"https://a.test/x"}}`
	accepts(t, args, Args{Ptr: u, List: []*url.URL{u}, Map: map[string]url.URL{"k": *u}, Deep: map[string]*url.URL{"k": u}})
	returns(t, Args{u, []*url.URL{u, nil}, map[string]url.URL{"k": *u}, map[string]*url.URL{"k": nil}, nil},
		`{"ptr":"https://a.test/x","list":["https://a.test/x",null],"map":{"k":"https://a.test/x"},"deep":{"k":null}}`)
	returns(t, u, `"https://a.test/x"`)
}

func TestCaseTYP13UUID(t *testing.T) {
	type GetJob struct {
		Job  uuid.UUID            `json:"job"`
		Par  *uuid.UUID           `json:"par,omitempty"`
		List []uuid.UUID          `json:"list,omitempty"`
		Keys map[uuid.UUID]string `json:"keys,omitempty"`
	}
	const text = "6f2b7a30-8a55-4a3c-9c39-0d6a8f3b7a11"
	publishes[GetJob](t, `{"type":"string","format":"uuid"}`, "job")
	publishes[GetJob](t, `{"type":"string","format":"uuid"}`, "par")
	id := uuid.MustParse(text)
	args := `{"job":"` + text + `","par":"` + text + `","list":["` + text + `"],"keys":{"` + text + `":"a"}}`
	accepts(t, args, GetJob{id, &id, []uuid.UUID{id}, map[uuid.UUID]string{id: "a"}})
	refuses[GetJob](t, `{"job":"nope","list":["`+text+`",3]}`,
		`job: must be a UUID such as 123e4567-e89b-12d3-a456-426614174000 (got "nope")`,
		`list[1]: must be a string (got 3)`)
	refuses[GetJob](t, `{"job":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}`)
	refuses[GetJob](t, `{"job":"`+text+`","keys":{"nope":"a"}}`)
	returns(t, GetJob{id, &id, []uuid.UUID{id}, map[uuid.UUID]string{id: "a"}}, args)

	// Any array of 16 bytes that writes itself as a UUID is one.
	type Own struct {
		ID CaseUUID `json:"id"`
	}
	publishes[Own](t, `{"type":"string","format":"uuid"}`, "id")
}

type CaseUUID uuid.UUID

func (u CaseUUID) MarshalText() ([]byte, error)     { return uuid.UUID(u).MarshalText() }
func (u *CaseUUID) UnmarshalText(text []byte) error { return (*uuid.UUID)(u).UnmarshalText(text) }

func TestCaseTYP14IPAddresses(t *testing.T) {
	type RouteArgs struct {
		Dst netip.Addr     `json:"dst"`
		Net netip.Prefix   `json:"net"`
		GW  net.IP         `json:"gw"`
		Via netip.AddrPort `json:"via,omitzero"`
	}
	for _, name := range []string{"dst", "net", "gw", "via"} {
		if got := property(t, schemaOf[RouteArgs](t), name); got["type"] != "string" || got["format"] != nil {
			t.Errorf("%s: got %v; IPv6 is fine, too", name, got)
		}
	}
	if got := property(t, schemaOf[RouteArgs](t), "dst")["description"]; got == nil {
		t.Error("dst: nothing tells the model what kind of text is wanted")
	}
	accepts(t, `{"dst":"10.0.0.1","net":"10.0.0.0/8","gw":"fe80::1","via":"[::1]:80"}`,
		RouteArgs{netip.MustParseAddr("10.0.0.1"), netip.MustParsePrefix("10.0.0.0/8"), net.ParseIP("fe80::1"), netip.MustParseAddrPort("[::1]:80")})
	problems := refuses[RouteArgs](t, `{"dst":"x","net":"10.0.0.0","gw":"1.1.1","via":"y"}`).Problems
	if len(problems) != 4 {
		t.Fatalf("%d problems, want all 4", len(problems))
	}
	for i, path := range []string{"/dst", "/net", "/gw", "/via"} {
		if problems[i].Path != path {
			t.Errorf("problem %d is at %s, want %s", i, problems[i].Path, path)
		}
		assertPlain(t, problems[i].Message, "netip", "ParseAddr", "ParsePrefix", "ParseAddrPort")
	}
	returns(t, RouteArgs{}, `{"dst":"","net":"","gw":""}`)
	returns(t, RouteArgs{Dst: netip.MustParseAddr("::1"), GW: net.IPv4(1, 2, 3, 4)}, `{"dst":"::1","net":"","gw":"1.2.3.4"}`)
}

// The words of Go's parsers stay out, wherever the address is.
func TestCaseTYP14RefusalsInListsAndMaps(t *testing.T) {
	type Args struct {
		List []netip.Addr           `json:"list"`
		Map  map[string]*netip.Addr `json:"map"`
		Keys map[netip.Addr]int     `json:"keys"`
	}
	e := refuses[Args](t, `{"list":["10.0.0.1","x"],"map":{"a":"y"},"keys":{"z":1}}`)
	var got []string
	for _, p := range e.Problems {
		got = append(got, p.Path)
		assertPlain(t, p.Message, "netip", "ParseAddr")
	}
	if want := []string{"/list/1", "/map/a", "/keys/z"}; !reflect.DeepEqual(got, want) {
		t.Errorf("problems at %q, want %q", got, want)
	}
}

// A fault that only decoding finds is reported beside those of the schema.
func TestCaseTYP14EveryFaultAtOnce(t *testing.T) {
	type Args struct {
		Dst  netip.Addr `json:"dst"`
		Port int        `json:"port"`
	}
	if problems := refuses[Args](t, `{"dst":"x","port":"y"}`).Problems; len(problems) != 2 {
		t.Errorf("%d problems, want 2", len(problems))
	}
}

// CaseTier is an integer that travels as text.
type CaseTier int

func (c CaseTier) MarshalText() ([]byte, error) {
	if c < 0 || c > 1 {
		return nil, errors.New("no such tier")
	}
	return []byte([]string{"free", "pro"}[c]), nil
}

func (c *CaseTier) UnmarshalText(text []byte) error {
	switch string(text) {
	case "free":
		*c = 0
	case "pro":
		*c = 1
	default:
		return errors.New("must be free or pro")
	}
	return nil
}

func TestCaseTYP16AnIntegerWithATextForm(t *testing.T) {
	type Upgrade struct {
		To   CaseTier            `json:"to"`
		Opt  *CaseTier           `json:"opt,omitempty"`
		List []CaseTier          `json:"list,omitempty"`
		Map  map[string]CaseTier `json:"map,omitempty"`
	}
	publishes[Upgrade](t, `{"type":"string"}`, "to")
	pro := CaseTier(1)
	args := `{"to":"pro","opt":"pro","list":["free","pro"],"map":{"a":"pro"}}`
	accepts(t, args, Upgrade{1, &pro, []CaseTier{0, 1}, map[string]CaseTier{"a": 1}})
	refuses[Upgrade](t, `{"to":1}`, "to: must be a string (got 1)")
	refuses[Upgrade](t, `{"to":"gold","opt":"x","list":["free","y"],"map":{"a":"z"}}`,
		`to: is refused: must be free or pro (got "gold")`, `opt: is refused: must be free or pro (got "x")`,
		`list[1]: is refused: must be free or pro (got "y")`, `map.a: is refused: must be free or pro (got "z")`)
	returns(t, Upgrade{1, &pro, []CaseTier{0, 1}, map[string]CaseTier{"a": 1}}, args)
	failsToWrite(t, Upgrade{To: 7}, "no such tier")
}

// CaseClock is refused by a parser that speaks of itself.
type CaseClock time.Duration

func (c CaseClock) MarshalText() ([]byte, error) { return []byte(time.Duration(c).String()), nil }

func (c *CaseClock) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*c = CaseClock(d)
	return err
}

// The standard library names itself in its errors; a model has no use for it.
func TestCaseTYP16RefusalsOfTheStandardLibrary(t *testing.T) {
	type Args struct {
		F *big.Float `json:"f"`
		R *big.Rat   `json:"r"`
		C CaseClock  `json:"c"`
	}
	accepts(t, `{"f":"1.5","r":null,"c":"5s"}`, Args{F: big.NewFloat(1.5).SetPrec(64), C: CaseClock(5 * time.Second)})
	e := refuses[Args](t, `{"f":"x","r":"1/0","c":"y"}`)
	if len(e.Problems) != 3 {
		t.Fatalf("%d problems, want 3", len(e.Problems))
	}
	for _, p := range e.Problems {
		assertPlain(t, p.Message, "math/big", "big", "Float", "Rat", "time:")
	}
}

// CaseWriter has a text form only for writing, CaseReader only for reading.
type (
	CaseWriter struct{ N int }
	CaseReader struct{ N int }
)

func (CaseWriter) MarshalText() ([]byte, error)         { return []byte("text"), nil }
func (r *CaseReader) UnmarshalText(text []byte) error   { r.N = len(text); return nil }
func (*CasePointerText) MarshalText() ([]byte, error)   { return []byte("by pointer"), nil }
func (p *CasePointerText) UnmarshalText(b []byte) error { p.N = len(b); return nil }

// CasePointerText has its methods on the pointer.
type CasePointerText struct{ N int }

// The two directions of a type differ where encoding/json has them differ.
func TestCaseTYP16ATextFormInOneDirectionOnly(t *testing.T) {
	type Args struct {
		W CaseWriter `json:"w"`
		R CaseReader `json:"r"`
	}
	publishesText[Args](t, `{"type":"object","properties":{"w":{"type":"object","properties":{"N":{"type":"integer"}},"required":["N"],"additionalProperties":false},"r":{"type":"string"}},"required":["w","r"],"additionalProperties":false}`)
	accepts(t, `{"w":{"N":1},"r":"abc"}`, Args{CaseWriter{1}, CaseReader{3}})
	returns(t, Args{R: CaseReader{3}}, `{"w":"text","r":{"N":3}}`)
}

// encoding/json calls a method of the pointer only where there is one: not for
// the values of maps, nor for what a handler returns by value.
func TestCaseTYP16PointerReceivers(t *testing.T) {
	type Args struct {
		Map  map[string]CasePointerText  `json:"map"`
		PMap map[string]*CasePointerText `json:"pmap"`
		List []CasePointerText           `json:"list"`
		Ptr  *CasePointerText            `json:"ptr"`
	}
	accepts(t, `{"map":{"a":"x"},"pmap":{"a":"xy"},"list":["xyz"],"ptr":""}`, Args{
		map[string]CasePointerText{"a": {1}}, map[string]*CasePointerText{"a": {2}}, []CasePointerText{{3}}, &CasePointerText{},
	})
	returns(t, Args{
		map[string]CasePointerText{"a": {1}}, map[string]*CasePointerText{"a": {}, "b": nil}, []CasePointerText{{3}}, nil,
	}, `{"map":{"a":{"N":1}},"pmap":{"a":"by pointer","b":null},"list":["by pointer"],"ptr":null}`)
	returns(t, []CasePointerText{{}}, `["by pointer"]`)
	returns(t, map[string]CasePointerText{"a": {1}}, `{"a":{"N":1}}`)
	// Whatever the root is written as, the schema says so; returned checks it.
	returned(t, CasePointerText{})
	returned(t, &CasePointerText{})
	returned(t, [1]CasePointerText{})
	returned(t, struct {
		A CasePointerText    `json:"a"`
		B [1]CasePointerText `json:"b"`
		C any                `json:"c"`
	}{C: CasePointerText{}})
}

func TestCaseTYP17MapKeys(t *testing.T) {
	type SeatMap struct {
		ByTier map[CaseTier]int `json:"by_tier"`
		ByRow  map[int]string   `json:"by_row"`
		ByCol  map[uint8]bool   `json:"by_col"`
	}
	args := `{"by_tier":{"free":1,"pro":2},"by_row":{"-1":"a"},"by_col":{"3":true}}`
	value := SeatMap{map[CaseTier]int{0: 1, 1: 2}, map[int]string{-1: "a"}, map[uint8]bool{3: true}}
	accepts(t, args, value)
	agrees[SeatMap](t, true, args)
	returns(t, value, args)
	refuses[SeatMap](t, `{"by_tier":{},"by_row":{"x":"a","1.5":"b","01":"c"},"by_col":{"x":true,"-1":true,"300":true}}`,
		"by_row.x: must be a whole number, as a name", `by_row["1.5"]: must be a whole number, as a name`, `by_row["01"]: must be a whole number, as a name`,
		"by_col.x: must be a whole number from 0 up, as a name", `by_col["-1"]: must be a whole number from 0 up, as a name`,
		`by_col["300"]: must be a whole number of at most 8 bits, as a name`)
	refuses[SeatMap](t, `{"by_tier":{"gold":2},"by_row":{},"by_col":{}}`, "by_tier.gold: is no good name: it is refused: must be free or pro")
}

func TestCaseTYP17OtherMapKeys(t *testing.T) {
	type Code string
	type Args struct {
		Addr map[netip.Addr]int    `json:"addr"`
		Dur  map[time.Duration]int `json:"dur"`
		Code map[Code]int          `json:"code"`
		Read map[CaseReaderKey]int `json:"read"`
		Deep map[int]map[int8]int  `json:"deep"`
	}
	accepts(t, `{"addr":{"::1":1},"dur":{"5":1},"code":{"x":1},"read":{"abc":1},"deep":{"1":{"-128":2}}}`, Args{
		map[netip.Addr]int{netip.IPv6Loopback(): 1},
		map[time.Duration]int{5: 1},
		map[Code]int{"x": 1},
		map[CaseReaderKey]int{3: 1},
		map[int]map[int8]int{1: {-128: 2}},
	})
	refuses[Args](t, `{"addr":{},"dur":{},"code":{},"read":{},"deep":{"1":{"128":2}}}`,
		`deep["1"]["128"]: must be a whole number of at most 8 bits, sign included, as a name`)

	type Float struct {
		M map[float64]int `json:"m"`
	}
	undefinable[Float](t, "Float.M", "float64")
	type Iface struct {
		M map[any]int `json:"m"`
	}
	undefinable[Iface](t, "Iface.M")
	type Struct struct {
		L []map[LimitSet]int `json:"l"`
	}
	undefinable[Struct](t, "Struct.L", "LimitSet")
}

type CaseReaderKey int

func (k *CaseReaderKey) UnmarshalText(text []byte) error {
	*k = CaseReaderKey(len(text))
	return nil
}

// Two names of one key would leave a value to chance.
func TestCaseTYP17TwoNamesOfOneKey(t *testing.T) {
	type Args struct {
		M map[netip.Addr]int `json:"m"`
	}
	refuses[Args](t, `{"m":{"::1":1,"0:0:0:0:0:0:0:1":2}}`)
}

func TestCaseTYP18Maps(t *testing.T) {
	type LabelArgs struct {
		Labels map[string]string         `json:"labels"`
		Extra  map[string]any            `json:"extra"`
		Deep   map[string]map[string]int `json:"deep,omitempty"`
	}
	publishes[LabelArgs](t, `{"type":"object","additionalProperties":{"type":"string"}}`, "labels")
	publishes[LabelArgs](t, `{"type":"object"}`, "extra")
	accepts(t, `{"labels":{"a":"b"},"extra":{"x":[1]}}`, LabelArgs{Labels: map[string]string{"a": "b"}, Extra: map[string]any{"x": []any{1.0}}})
	refuses[LabelArgs](t, `{"labels":{"a":1},"extra":{},"deep":{"odd key":{"b":"c"}}}`,
		"labels.a: must be a string (got 1)", `deep["odd key"].b: must be an integer (got "c")`)
	refuses[LabelArgs](t, `{"labels":{"a":null},"extra":[]}`, "labels.a: must be a string (got null)", "extra: must be an object (got an array)")
}

// CaseCash has a JSON form of its own and does not describe it.
type CaseCash struct {
	Minor int
	Cur   string
}

func (c CaseCash) MarshalJSON() ([]byte, error) {
	return json.Marshal(fmt.Sprintf("%d.%02d %s", c.Minor/100, c.Minor%100, c.Cur))
}

func (c *CaseCash) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	var whole, cents int
	if _, err := fmt.Sscanf(s, "%d.%d %s", &whole, &cents, &c.Cur); err != nil {
		return errors.New("must be an amount such as 12.50 EUR")
	}
	c.Minor = whole*100 + cents
	return nil
}

// CaseMoney is the same and describes it.
type CaseMoney struct{ CaseCash }

func (*CaseMoney) JSONSchema() *invopop.Schema {
	return &invopop.Schema{Type: "string", Pattern: `^[0-9]+\.[0-9]{2} [A-Z]{3}$`, Description: "An amount such as 12.50 EUR"}
}

func TestCaseTYP19CustomJSON(t *testing.T) {
	type Refund struct {
		Sum  CaseCash            `json:"sum"`
		Opt  *CaseCash           `json:"opt,omitempty"`
		List []CaseCash          `json:"list,omitempty"`
		Map  map[string]CaseCash `json:"map,omitempty"`
	}
	for _, raw := range []json.RawMessage{define[Refund](t).InputSchema, outputSchema[Refund](t)} {
		schema, _ := decoded(t, raw).(map[string]any)
		got := property(t, schema, "sum")
		if len(got) != 1 || got["description"] == nil {
			t.Errorf("got %v, want {} with a reason", got)
		}
		if bytes.Contains(raw, []byte("Minor")) {
			t.Errorf("the Go fields are not the JSON form: %s", raw)
		}
	}
	args := `{"sum":"12.50 EUR","opt":"1.00 SEK","list":["2.00 USD"],"map":{"k":"3.00 CHF"}}`
	value := Refund{CaseCash{1250, "EUR"}, &CaseCash{100, "SEK"}, []CaseCash{{200, "USD"}}, map[string]CaseCash{"k": {300, "CHF"}}}
	accepts(t, args, value)
	returns(t, value, args)
	refuses[Refund](t, `{"sum":"x","list":["1.00 EUR","y"],"map":{"k":"z"}}`,
		`sum: is refused: must be an amount such as 12.50 EUR (got "x")`,
		`list[1]: is refused: must be an amount such as 12.50 EUR (got "y")`,
		`map.k: is refused: must be an amount such as 12.50 EUR (got "z")`)
	refuses[Refund](t, `{"sum":{"Minor":1250,"Cur":"EUR"}}`)
	refuses[Refund](t, `{}`, "sum: is required")
}

func TestCaseTYP19CustomJSONThatDescribesItself(t *testing.T) {
	type Refund struct {
		Sum  CaseMoney  `json:"sum" jsonschema:"description=What to pay back"`
		Opt  *CaseMoney `json:"opt,omitempty"`
		List []CaseMoney
	}
	publishes[Refund](t, `{"type":"string","description":"What to pay back","pattern":"^[0-9]+\\.[0-9]{2} [A-Z]{3}$"}`, "sum")
	agrees[Refund](t, true, `{"sum":"12.50 EUR","opt":"1.00 SEK","List":["1.00 SEK"]}`)
	agrees[Refund](t, false, `{"sum":"12.5 EUR","List":[]}`, `{"sum":{"Minor":1},"List":[]}`, `{"sum":"12.50 EUR","List":["x"]}`)
}

// CasePanics panics in every method that the SDK calls.
type CasePanics struct{ X int }

func (*CasePanics) UnmarshalJSON([]byte) error { panic("secret of the author") }
func (CasePanics) MarshalJSON() ([]byte, error) {
	panic("secret of the author")
}

func TestCaseTYP19APanicInUserCodeIsContained(t *testing.T) {
	type Args struct {
		A CasePanics `json:"a"`
	}
	p := define[Args](t)
	r := p.Call(t.Context(), json.RawMessage(`{"a":1}`))
	if !r.IsError() || strings.Contains(r.Output, "secret") {
		t.Errorf("got %q, %v", r.Output, r.Error)
	}
}

func TestCaseTYP22UnsupportedKinds(t *testing.T) {
	type HookArgs struct {
		Name string   `json:"name"`
		Done chan int `json:"done"`
	}
	undefinable[HookArgs](t, "HookArgs.Done", "chan int")
	type ComplexArgs struct {
		Z complex128 `json:"z"`
	}
	undefinable[ComplexArgs](t, "ComplexArgs.Z", "complex128")
	type FuncArgs struct {
		F []func() `json:"f"`
	}
	undefinable[FuncArgs](t, "FuncArgs.F", "func()")
	type Deep struct {
		Hooks map[string][]*HookArgs `json:"hooks"`
	}
	undefinable[Deep](t, "HookArgs.Done")
	type Stringer struct {
		S fmt.Stringer `json:"s"`
	}
	undefinable[Stringer](t, "Stringer.S", "fmt.Stringer")
	type Err struct {
		E error `json:"e"`
	}
	undefinable[Err](t, "Err.E")
	type Private struct {
		M sync.Mutex `json:"m"`
	}
	undefinable[Private](t, "Private.M", "Mutex")
	type NoText struct {
		U CaseOwnURL `json:"u"`
	}
	undefinable[NoText](t, "CaseOwnURL.User")

	type CallbackArgs struct {
		Name string   `json:"name"`
		On   func()   `json:"-"`
		Ch   chan int `json:"-"`
	}
	accepts(t, `{"name":"a"}`, CallbackArgs{Name: "a"})
	var typeError *schema.TypeError
	_, err := typed.Define("hook", "Hooks.", func(context.Context, HookArgs) (typed.Text, error) { return "", nil })
	if !errors.As(err, &typeError) || typeError.Field != "Done" || typeError.Type != reflect.TypeFor[HookArgs]() {
		t.Errorf("got %v, want a TypeError with the field", err)
	}
}

// CaseOwnURL has none of the methods of url.URL.
type CaseOwnURL url.URL

// CasePhase lists its values by a method.
type CasePhase string

func (CasePhase) Enum() []CasePhase { return []CasePhase{"draft", "final"} }

// CaseLevel does so on the pointer, and is a number.
type CaseLevel int

func (*CaseLevel) Enum() []any { return []any{1, 2, 3} }

// CaseNoValues lists none.
type CaseNoValues string

func (CaseNoValues) Enum() []string { return nil }

// CaseStrayValues lists what the type cannot be.
type CaseStrayValues int

func (CaseStrayValues) Enum() []string { return []string{"a"} }

func TestCaseTYP23TypedConstants(t *testing.T) {
	type AdvanceArgs struct {
		To   CasePhase            `json:"to"`
		List []CasePhase          `json:"list,omitempty"`
		Opt  *CasePhase           `json:"opt,omitempty"`
		Map  map[string]CasePhase `json:"map,omitempty"`
	}
	publishes[AdvanceArgs](t, `{"type":"string","enum":["draft","final"]}`, "to")
	accepts(t, `{"to":"final"}`, AdvanceArgs{To: "final"})
	refuses[AdvanceArgs](t, `{"to":"shipped","list":["draft","x"],"opt":"y","map":{"a":"z"}}`,
		`to: must be one of "draft", "final" (got "shipped")`, `list[1]: must be one of "draft", "final" (got "x")`,
		`opt: must be one of "draft", "final" (got "y")`, `map.a: must be one of "draft", "final" (got "z")`)

	type LevelArgs struct {
		L CaseLevel `json:"l" validate:"min=2"`
	}
	publishes[LevelArgs](t, `{"type":"integer","enum":[2,3]}`, "l")
	agrees[LevelArgs](t, false, `{"l":1}`, `{"l":4}`)

	type None struct {
		N CaseNoValues `json:"n"`
	}
	undefinable[None](t, "None.N", "Enum")
	type Stray struct {
		N CaseStrayValues `json:"n"`
	}
	undefinable[Stray](t, "Stray.N")
}

func TestCaseTYP23TypedConstantsAsMapKeys(t *testing.T) {
	type Args struct {
		M map[CasePhase]int `json:"m"`
	}
	accepts(t, `{"m":{"draft":1}}`, Args{map[CasePhase]int{"draft": 1}})
	agrees[Args](t, false, `{"m":{"shipped":1}}`)
}

type CaseAliasMap = map[string]int

func TestCaseTYP24AliasesAndNamedTypes(t *testing.T) {
	type IDList []string
	type Name string
	type Inner struct {
		X Name `json:"x"`
	}
	type Renamed Inner
	type NamedArgs struct {
		IDs  IDList       `json:"ids"`
		By   CaseAliasMap `json:"by"`
		Name *Name        `json:"name,omitempty"`
		PP   **int        `json:"pp,omitempty"`
		R    Renamed      `json:"r,omitempty"`
	}
	publishesText[NamedArgs](t, `{"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"}},"by":{"type":"object","additionalProperties":{"type":"integer"}},"name":{"type":"string"},"pp":{"type":"integer"},"r":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"],"additionalProperties":false}},"required":["ids","by"],"additionalProperties":false}`)
	name, three := Name("n"), 3
	pointer := &three
	accepts(t, `{"ids":["a"],"by":{"a":1},"name":"n","pp":3,"r":{"x":"y"}}`,
		NamedArgs{IDList{"a"}, CaseAliasMap{"a": 1}, &name, &pointer, Renamed{"y"}})
	returns(t, NamedArgs{}, `{"ids":[],"by":{},"r":{"x":""}}`)
	var none *int
	returns(t, NamedArgs{PP: &none}, `{"ids":[],"by":{},"pp":null,"r":{"x":""}}`)
}

type CaseBox[T any] struct {
	Val T `json:"val"`
}

type CasePage[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}

type CaseLink[T any] struct {
	V    T            `json:"v"`
	Next *CaseLink[T] `json:"next,omitempty"`
}

type CasePair[K comparable, V any] struct {
	M map[K]*CasePair[K, V] `json:"m,omitempty"`
	V V                     `json:"v"`
}

func TestCaseGEN01Generics(t *testing.T) {
	type WrapGen struct {
		Page CasePage[alpha.Window] `json:"page"`
	}
	publishesText[WrapGen](t, `{"type":"object","properties":{"page":{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"opens_at":{"type":"string"}},"required":["opens_at"],"additionalProperties":false}},"next":{"type":"string"}},"required":["items"],"additionalProperties":false}},"required":["page"],"additionalProperties":false}`)
	accepts(t, `{"page":{"items":[{"opens_at":"9"}]}}`, WrapGen{CasePage[alpha.Window]{Items: []alpha.Window{{OpensAt: "9"}}}})
	accepts(t, `{"items":[{"opens_at":"9"}]}`, CasePage[alpha.Window]{Items: []alpha.Window{{OpensAt: "9"}}})
	refuses[WrapGen](t, `{"page":{"items":[{}]}}`, "page.items[0].opens_at: is required")
	returns(t, CasePage[CasePage[int]]{Items: []CasePage[int]{{}}}, `{"items":[{"items":[]}]}`)
}

// Names of definitions need no escaping and do not collide, whatever the type
// arguments are.
func TestCaseGEN01RecursiveGenericsInDefinitions(t *testing.T) {
	type Local struct {
		N int `json:"n"`
	}
	type Args struct {
		A CaseLink[alpha.Window]             `json:"a"`
		B CaseLink[beta.Window]              `json:"b"`
		C CaseLink[[]map[string]*Local]      `json:"c"`
		D CaseLink[CaseLink[int]]            `json:"d"`
		E CasePair[string, struct{ X int }]  `json:"e"`
		F CasePair[CaseTier, CasePage[Node]] `json:"f"`
		G CaseLink[Node]                     `json:"g"`
	}
	raw := define[Args](t).InputSchema
	compiled(t, raw)
	defs, _ := schemaOf[Args](t)["$defs"].(map[string]any)
	if len(defs) != 9 {
		t.Errorf("%d definitions, want one for each of the 9 recursive types: %s", len(defs), raw)
	}
	for name := range defs {
		if !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name) {
			t.Errorf("definition %q", name)
		}
	}
	args := `{"a":{"v":{"opens_at":"9"},"next":{"v":{"opens_at":"10"}}},"b":{"v":{"width_mm":3}},"c":{"v":[{"k":{"n":1}}]},"d":{"v":{"v":1},"next":{"v":{"v":2,"next":{"v":3}}}},"e":{"v":{"X":1}},"f":{"v":{"items":[]},"m":{"pro":{"v":{"items":[{"name":"a"}]}}}},"g":{"v":{"name":"x"}}}`
	agrees[Args](t, true, args)
	agrees[Args](t, false, strings.Replace(args, `"width_mm":3`, `"opens_at":"9"`, 1), strings.Replace(args, `{"v":3}`, `{}`, 1))
	compiled(t, outputSchema[Args](t))
}

// Node shares its name with types of other packages.
type Node struct {
	Name string `json:"name"`
	Kids []Node `json:"kids,omitempty"`
}

type CaseFolder struct {
	Name string       `json:"name"`
	Subs []CaseFolder `json:"subs,omitempty"`
}

type (
	CaseTree []CaseTree
	CaseMaps map[string]CaseMaps
	CaseLoop *CaseLoop
	CaseA    struct {
		B *CaseB `json:"b,omitempty"`
		N int    `json:"n"`
	}
	CaseB struct {
		List []CaseA           `json:"list,omitempty"`
		Map  map[string]*CaseA `json:"map,omitempty"`
		C    *CaseC            `json:"c,omitempty"`
	}
	CaseC struct {
		CaseA
		Arr [1]*CaseB `json:"arr,omitempty"`
		Any any       `json:"any,omitempty"`
	}
)

func TestCaseREC01RecursiveTypes(t *testing.T) {
	type TreeArgs struct {
		Root CaseFolder `json:"root"`
	}
	publishesText[TreeArgs](t, `{"type":"object","properties":{"root":{"$ref":"#/$defs/CaseFolder"}},"required":["root"],"additionalProperties":false,"$defs":{"CaseFolder":{"type":"object","properties":{"name":{"type":"string"},"subs":{"type":"array","items":{"$ref":"#/$defs/CaseFolder"}}},"required":["name"],"additionalProperties":false}}}`)
	accepts(t, `{"root":{"name":"a","subs":[{"name":"b"}]}}`, TreeArgs{CaseFolder{"a", []CaseFolder{{Name: "b"}}}})
	refuses[TreeArgs](t, `{"root":{"name":"a","subs":[{"name":"b","subs":[{"nam":1}]}]}}`,
		`root.subs[0].subs[0].nam: is not known here; did you mean "name"?`, "root.subs[0].subs[0].name: is required")
	returns(t, TreeArgs{CaseFolder{"a", []CaseFolder{{Name: "b"}}}}, `{"root":{"name":"a","subs":[{"name":"b"}]}}`)
}

func TestCaseREC01OtherRecursiveTypes(t *testing.T) {
	type Args struct {
		Tree CaseTree `json:"tree,omitempty"`
		Maps CaseMaps `json:"maps,omitempty"`
		A    *CaseA   `json:"a,omitempty"`
		B    *CaseB   `json:"b,omitempty"`
		C    *CaseC   `json:"c,omitempty"`
	}
	args := `{"tree":[[],[[]]],"maps":{"a":{"b":{}}},"a":{"b":{"list":[{"n":1}],"map":{"k":{"n":2}}},"n":3},"c":{"n":4,"arr":[{}]}}`
	accepts(t, args, Args{
		Tree: CaseTree{{}, {{}}}, Maps: CaseMaps{"a": {"b": {}}},
		A: &CaseA{&CaseB{List: []CaseA{{N: 1}}, Map: map[string]*CaseA{"k": {N: 2}}}, 3},
		C: &CaseC{CaseA: CaseA{N: 4}, Arr: [1]*CaseB{{}}},
	})
	agrees[Args](t, true, args)
	agrees[Args](t, false, `{"tree":[1]}`, `{"maps":{"a":{"b":1}}}`, `{"a":{"b":{"map":{"k":{}}},"n":3}}`, `{"c":{"n":4,"arr":[]}}`, `{"c":{"arr":[{}]}}`)
	returns(t, Args{Tree: CaseTree{nil, {nil}}, Maps: CaseMaps{"a": nil}}, `{"tree":[[],[[]]],"maps":{"a":{}}}`)
	returns(t, CaseTree{nil}, `[[]]`)
	returns(t, CaseMaps{"a": nil}, `{"a":{}}`)
	returned(t, Args{B: &CaseB{Map: map[string]*CaseA{"k": nil}}, C: &CaseC{}})

	type Loop struct {
		L CaseLoop `json:"l"`
	}
	undefinable[Loop](t, "Loop.L")
}

type (
	CasePtrSlice []*CasePtrSlice
	CaseKeyRec   map[CaseTier]CaseKeyRec
	CaseHidden   struct {
		A    int          `json:"a"`
		S    string       `json:"s,omitempty" jsonschema:"-"`
		Kids []CaseHidden `json:"kids,omitempty"`
	}
	CaseRuled struct {
		A    int                   `json:"a" validate:"min=1,gtfield=B"`
		B    int                   `json:"b"`
		Kids map[string]*CaseRuled `json:"kids,omitempty"`
	}
	CaseEmbeds struct {
		*CaseEmbedded
		X int `json:"x"`
	}
	CaseEmbedded struct {
		Kids []CaseEmbeds `json:"kids,omitempty"`
		Y    int          `json:"y"`
	}
	木 struct {
		Next *木  `json:"next,omitempty"`
		X    int `json:"x"`
	}
)

// Rules, hidden fields and names hold at every depth of a recursive type.
func TestCaseREC01WhatElseHoldsAtEveryDepth(t *testing.T) {
	type Tree struct {
		T CaseTree    `json:"t" validate:"min=1,dive,min=1" jsonschema:"description=A tree,maxItems=2"`
		F *CaseFolder `json:"f,omitempty" jsonschema:"default={\"name\":\"d\"}"`
	}
	accepts(t, `{"t":[[[]]]}`, Tree{CaseTree{{{}}}, &CaseFolder{Name: "d"}})
	agrees[Tree](t, false, `{"t":[]}`, `{"t":[[]]}`, `{"t":[[[]],[[]],[[]]]}`, `{"t":[[1]]}`)

	agrees[CaseHidden](t, false, `{"a":1,"kids":[{"a":1,"kids":[{"a":1,"s":"x"}]}]}`)
	returns(t, CaseHidden{S: "x", Kids: []CaseHidden{{S: "y"}}}, `{"a":0,"kids":[{"a":0}]}`)

	refuses[CaseRuled](t, `{"a":1,"b":0,"kids":{"k":{"a":0,"b":5,"kids":{"l":{"a":1,"b":1}}}}}`,
		"kids.k.a: must be at least 1 (got 0)", "kids.k.kids.l.a: must be greater than b (got 1)")

	accepts(t, `{"x":1,"y":2,"kids":[{"x":3,"y":4}]}`, CaseEmbeds{&CaseEmbedded{[]CaseEmbeds{{&CaseEmbedded{Y: 4}, 3}}, 2}, 1})
	refuses[CaseEmbeds](t, `{"x":1,"y":2,"kids":[{}]}`, "kids[0].y: is required", "kids[0].x: is required")

	type Keys struct {
		M CaseKeyRec   `json:"m"`
		P CasePtrSlice `json:"p"`
		A 木            `json:"a"`
		B CaseLink[木]  `json:"b"`
	}
	args := `{"m":{"pro":{"free":{}}},"p":[[],[[]]],"a":{"x":1,"next":{"x":2}},"b":{"v":{"x":3}}}`
	agrees[Keys](t, true, args)
	refuses[Keys](t, strings.Replace(args, "free", "gold", 1), "m.pro.gold: is no good name: it is refused: must be free or pro")
	returns(t, CasePtrSlice{nil, {}}, `[null,[]]`)
}

// CaseOpaqueTree is recursive in Go, but not in JSON: its form is its own.
type CaseOpaqueTree struct{ Kids []CaseOpaqueTree }

func (CaseOpaqueTree) MarshalText() ([]byte, error)  { return []byte("a(b,c)"), nil }
func (*CaseOpaqueTree) UnmarshalText([]byte) error   { return nil }
func (CaseOpaqueList) JSONSchema() *invopop.Schema   { return &invopop.Schema{Type: "string"} }
func (CaseOpaqueList) MarshalJSON() ([]byte, error)  { return []byte(`"a,b"`), nil }
func (l *CaseOpaqueList) UnmarshalJSON([]byte) error { return nil }

// CaseOpaqueList is another one, which describes itself.
type CaseOpaqueList struct{ Next *CaseOpaqueList }

func TestCaseREC01RecursionThatJSONDoesNotSee(t *testing.T) {
	type Args struct {
		T CaseOpaqueTree `json:"t"`
		L CaseOpaqueList `json:"l"`
	}
	publishesText[Args](t, `{"type":"object","properties":{"t":{"type":"string"},"l":{"type":"string"}},"required":["t","l"],"additionalProperties":false}`)
	returns(t, Args{}, `{"t":"a(b,c)","l":"a,b"}`)
}

// Each named recursive type is described once.
func TestCaseREC01DefinitionsAreNotRepeated(t *testing.T) {
	type Args struct {
		Maps CaseMaps   `json:"maps"`
		List []CaseMaps `json:"list"`
		A    CaseA      `json:"a"`
		M    map[string]CaseA
	}
	defs, _ := schemaOf[Args](t)["$defs"].(map[string]any)
	if len(defs) != 4 { // CaseMaps, CaseA, CaseB, CaseC
		t.Errorf("%d definitions, want 4: %s", len(defs), inputText[Args](t))
	}
}

func TestCaseREC01DeepArgumentsDoNoHarm(t *testing.T) {
	p := define[CaseFolder](t)
	for _, depth := range []int{400, 600, 5_000, 1_000_000} { // each folder takes two levels of the 1,000
		text := strings.Repeat(`{"name":"a","subs":[`, depth) + strings.Repeat(`]}`, depth)
		text = strings.Replace(text, "[]", `[{"name":"z"}]`, 1)
		for form, args := range map[string]string{"as it is": text, "in a string": string(mustJSON(t, text))} {
			r := p.Call(t.Context(), json.RawMessage(args))
			if want := depth > 400; r.IsError() != want {
				t.Errorf("depth %d, %s: refused is %t, want %t: %s", depth, form, r.IsError(), want, r.Output)
			}
		}
		for _, args := range []string{text[:len(text)/2], strings.Repeat("[", depth), strings.Repeat(`{"subs":`, depth)} {
			if r := p.Call(t.Context(), json.RawMessage(args)); !r.IsError() {
				t.Errorf("depth %d: a broken text was accepted", depth)
			}
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestCaseREC01DeepResultsDoNoHarm(t *testing.T) {
	for _, depth := range []int{900, 50_000, 300_000} {
		root := CaseFolder{Name: "a"}
		for range depth {
			root = CaseFolder{"a", []CaseFolder{root}}
		}
		tool := typed.MustDefine("deep", "Goes deep.", func(context.Context, struct{}) (CaseFolder, error) { return root, nil })
		if r := tool.Call(t.Context(), nil); r.IsError() && depth < 1000 {
			t.Errorf("depth %d: %v", depth, r.Error)
		}
	}
}

func TestCaseREC03OneTypeUsedTwiceIsNoRecursion(t *testing.T) {
	type Spot struct {
		Lat float64 `json:"lat"`
		Lon float64 `json:"lon"`
	}
	type DriveArgs struct {
		From Spot       `json:"from"`
		To   Spot       `json:"to"`
		Via  []Spot     `json:"via,omitempty"`
		Not  *time.Time `json:"not_before,omitempty"`
		End  *time.Time `json:"end,omitempty"`
	}
	spot := `{"type":"object","properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"required":["lat","lon"],"additionalProperties":false}`
	for _, path := range [][]string{{"from"}, {"to"}, {"via", "[]"}} {
		publishes[DriveArgs](t, spot, path...)
	}
	if text := inputText[DriveArgs](t); strings.Contains(text, "$ref") {
		t.Errorf("nothing is recursive here: %s", text)
	}
	refuses[DriveArgs](t, `{"from":{"lat":1,"lon":2},"to":{"lat":1},"via":[{}],"end":"x"}`,
		"to.lon: is required", "via[0].lat: is required", "via[0].lon: is required", `end: `+rfc3339Hint+` (got "x")`)

	// A recursive type does not make what it uses recursive.
	type Mixed struct {
		Folder CaseFolder `json:"folder"`
		Spot   Spot       `json:"spot"`
		List   CaseList   `json:"list"`
		Again  CaseList   `json:"again"`
	}
	publishes[Mixed](t, spot, "spot")
	publishes[Mixed](t, `{"$ref":"#/$defs/CaseList"}`, "again")
}

type (
	G0 struct {
		V int `json:"v"`
	}
	G1 struct{ A, B, C G0 }
	G2 struct{ A, B, C G1 }
	G3 struct{ A, B, C G2 }
	G4 struct{ A, B, C G3 }
	G5 struct{ A, B, C G4 }
	G6 struct{ A, B, C G5 }
	G7 struct{ A, B, C G6 }
	G8 struct{ A, B, C G7 }
	G9 struct{ A, B, C [3][3][3]G8 }
	GA struct{ A, B, C map[string]G9 }
	GB struct{ A, B, C GA }
	GC struct{ A, B, C GB }
	GD struct{ A, B, C GC }
	GE struct{ A, B, C GD }
	GF struct{ A, B, C GE }
)

func TestCaseREC04SchemaSize(t *testing.T) {
	compiled(t, define[G4](t).InputSchema)
	undefinable[G6](t, "G6", "100000")
	undefinableOut[G6](t, "G6", "100000")
	start := time.Now()
	undefinable[GF](t)
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}

type CaseChain struct {
	*CaseChain
	Name string `json:"name"`
}

type (
	CaseRing1 struct {
		*CaseRing2
		A string `json:"a"`
	}
	CaseRing2 struct {
		*CaseRing1
		B string `json:"b"`
	}
)

func TestCaseREC05StructThatEmbedsItself(t *testing.T) {
	publishesText[CaseChain](t, `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}`)
	accepts(t, `{"name":"a"}`, CaseChain{Name: "a"})
	returns(t, CaseChain{Name: "a"}, `{"name":"a"}`)
	returns(t, &CaseChain{&CaseChain{Name: "hidden"}, "a"}, `{"name":"a"}`)

	accepts(t, `{"a":"x","b":"y"}`, CaseRing1{&CaseRing2{B: "y"}, "x"})
	returns(t, CaseRing1{A: "x"}, `{"a":"x"}`)
	undefinable[struct{ CaseLoopStruct }](t)
}

// CaseLoopStruct has nothing but itself.
type CaseLoopStruct struct{ *CaseLoopStruct }

func TestCaseNAM01SameTypeNameInTwoPackages(t *testing.T) {
	type TwoWindows struct {
		Shop  alpha.Window `json:"shop"`
		Glass beta.Window  `json:"glass"`
	}
	publishesText[TwoWindows](t, `{"type":"object","properties":{"shop":{"type":"object","properties":{"opens_at":{"type":"string"}},"required":["opens_at"],"additionalProperties":false},"glass":{"type":"object","properties":{"width_mm":{"type":"integer"}},"required":["width_mm"],"additionalProperties":false}},"required":["shop","glass"],"additionalProperties":false}`)
	accepts(t, `{"shop":{"opens_at":"9"},"glass":{"width_mm":3}}`, TwoWindows{alpha.Window{OpensAt: "9"}, beta.Window{WidthMM: 3}})

	// Where they need definitions, each has its own.
	type Nodes struct {
		A alpha.Node `json:"a"`
		B beta.Node  `json:"b"`
		C Node       `json:"c"`
	}
	agrees[Nodes](t, true, `{"a":{"text":"x","next":{"text":"y"}},"b":{"count":1,"next":[{"count":2}]},"c":{"name":"n","kids":[{"name":"m"}]}}`)
	agrees[Nodes](t, false, `{"a":{"text":"x"},"b":{"text":"x"},"c":{"name":"n"}}`, `{"a":{"text":"x"},"b":{"count":1},"c":{"text":"n"}}`)
	text := inputText[Nodes](t)
	for _, leak := range []string{"alpha", "beta", "casetypes", "github"} {
		if strings.Contains(text, leak) {
			t.Errorf("the schema names a package: %s", text)
		}
	}
}

func TestCaseNAM01LocalTypesOfOneName(t *testing.T) {
	first := func() json.RawMessage {
		type Item struct {
			A    int    `json:"a"`
			Next []Item `json:"next,omitempty"`
		}
		type Args struct{ X Item }
		return define[Args](t).InputSchema
	}()
	second := func() json.RawMessage {
		type Item struct {
			B    int    `json:"b"`
			Next []Item `json:"next,omitempty"`
		}
		type Args struct{ X Item }
		return define[Args](t).InputSchema
	}()
	if bytes.Equal(first, second) {
		t.Errorf("two types have one schema: %s", first)
	}
}

func TestCaseNAM02AnonymousStructs(t *testing.T) {
	type AnonArgs struct {
		Box struct {
			W int `json:"w"`
		} `json:"box"`
		Pts []struct {
			X float64 `json:"x"`
		} `json:"pts"`
		Tree *struct {
			Folder CaseFolder `json:"folder"`
		} `json:"tree"`
	}
	publishesText[AnonArgs](t, `{"type":"object","properties":{"box":{"type":"object","properties":{"w":{"type":"integer"}},"required":["w"],"additionalProperties":false},"pts":{"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"],"additionalProperties":false}},"tree":{"type":"object","properties":{"folder":{"$ref":"#/$defs/CaseFolder"}},"required":["folder"],"additionalProperties":false}},"required":["box","pts"],"additionalProperties":false,"$defs":{"CaseFolder":{"type":"object","properties":{"name":{"type":"string"},"subs":{"type":"array","items":{"$ref":"#/$defs/CaseFolder"}}},"required":["name"],"additionalProperties":false}}}`)
	refuses[AnonArgs](t, `{"box":{},"pts":[{"x":1},{"y":1}]}`, "box.w: is required", "pts[1].y: is not known here; known: x", "pts[1].x: is required")
	// The whole input may be anonymous.
	accepts(t, `{"q":"x"}`, struct {
		Q string `json:"q"`
	}{"x"})
	type Rec struct {
		Kids []struct {
			Rec *CaseAnon `json:"rec,omitempty"`
		} `json:"kids"`
	}
	agrees[Rec](t, true, `{"kids":[{"rec":{"in":{"again":{"in":{}}}}}]}`)
	agrees[Rec](t, false, `{"kids":[{"rec":{"in":{"again":{}}}}]}`)
}

// CaseAnon is recursive through a struct without a name.
type CaseAnon struct {
	In struct {
		Again *CaseAnon `json:"again,omitempty"`
	} `json:"in"`
}

func TestCaseNAM03NoIDAndNoSchemaKeyword(t *testing.T) {
	check := func(raw json.RawMessage) {
		t.Helper()
		for _, word := range []string{"$schema", "$id", "alpha", "casetypes", "github"} {
			if bytes.Contains(raw, []byte(word)) {
				t.Errorf("%s in %s", word, raw)
			}
		}
	}
	check(define[alpha.Window](t).InputSchema)
	check(define[alpha.Node](t).InputSchema)
	check(outputSchema[alpha.Node](t))
	check(outputSchema[[]alpha.Window](t))
	type SelfMade struct {
		S CaseWithID `json:"s"`
	}
	check(define[SelfMade](t).InputSchema)
}

// CaseWithID describes itself as a reflector would.
type CaseWithID string

func (CaseWithID) JSONSchema() *invopop.Schema {
	return &invopop.Schema{Version: invopop.Version, ID: "https://github.com/x/y", Type: "string"}
}

func TestCaseDET01OrderIsThatOfTheFields(t *testing.T) {
	type Leaf struct {
		V int `json:"v"`
	}
	type ZetaArgs struct {
		Zeta string `json:"zeta"`
		Paging
		Alpha string `json:"alpha" validate:"oneof=z b a" jsonschema:"title=T"`
		Mid   Leaf   `json:"mid"`
	}
	const want = `{"type":"object","properties":{"zeta":{"type":"string"},"cursor":{"type":"string"},"size":{"type":"integer"},"alpha":{"type":"string","title":"T","enum":["z","b","a"]},"mid":{"type":"object","properties":{"v":{"type":"integer"}},"required":["v"],"additionalProperties":false}},"required":["zeta","size","alpha","mid"],"additionalProperties":false}`
	publishesText[ZetaArgs](t, want)
	// No rules are new rules: each schema is made anew.
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 25 {
				if got := inputText[ZetaArgs](t, typed.Rules()); got != want {
					t.Errorf("got %s", got)
				}
			}
		})
	}
	wg.Wait()
}

func TestCaseDET01RecursiveAndErrorTextsAreStable(t *testing.T) {
	type Args struct {
		A alpha.Node               `json:"a"`
		B beta.Node                `json:"b"`
		C CaseC                    `json:"c"`
		M map[string]CaseLink[int] `json:"m" validate:"min=1,dive,keys,min=2,endkeys"`
	}
	wantIn, wantText := "", ""
	for range 200 {
		p := define[Args](t, typed.Rules())
		r := p.Call(t.Context(), json.RawMessage(`{"a":{},"b":{"next":[{},{"count":"x"}]},"m":{"x":{},"y":1,"zz":{"v":1.5}},"q":1}`))
		if wantIn == "" {
			wantIn, wantText = string(p.InputSchema), r.Output
		}
		if string(p.InputSchema) != wantIn || r.Output != wantText {
			t.Fatalf("changed:\n%s\n%s\n%s\n%s", wantIn, p.InputSchema, wantText, r.Output)
		}
	}
}

func TestCaseDET01DefineErrorsAreStable(t *testing.T) {
	type Args struct {
		A chan int       `json:"a"`
		B func()         `json:"b"`
		C int            `json:"c" validate:"nosuch"`
		D map[any]string `json:"d"`
	}
	want := ""
	for range 50 {
		_, err := typed.Define("x", "X.", func(context.Context, Args) (typed.Text, error) { return "", nil })
		if err == nil {
			t.Fatal("defined")
		}
		if want == "" {
			want = err.Error()
		}
		if err.Error() != want {
			t.Fatalf("changed: %s, then %s", want, err)
		}
	}
}
