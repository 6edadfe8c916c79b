package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/invopop/jsonschema"

	"github.com/toolnexus/go-sdk/schema"
)

// randomKind is a type of field with the tags that make sense on it.
type randomKind struct {
	typ    reflect.Type
	rules  []string
	words  []string
	quoted bool // the json option string fits
}

var (
	textRules = strings.Fields(`min=2 max=5 len=3 gt=1 gte=2 lt=6 lte=4 eq=abc ne=abc oneof=a__b__'c_d' noneof=a__b oneofci=kg__lb
		eq_ignore_case=Sky ne_ignore_case=Sky alpha alphanum alphaunicode alphanumunicode alphaspace numeric number hexadecimal hexcolor rgb rgba hsl hsla
		e164 email url uri http_url https_url origin urn_rfc2141 base32 base64 base64url base64rawurl isbn10 isbn13 isbn issn uuid uuid4 uuid3 ulid ascii printascii
		multibyte datauri latitude longitude ssn ip ipv4 ipv6 cidr cidrv4 cidrv6 mac hostname hostname_rfc1123 hostname_port fqdn html html_encoded
		url_encoded dns_rfc1035_label datetime=2006-01-02 datetime=15:04 duration iso3166_1_alpha2 iso3166_1_alpha3 iso3166_2 iso4217 bcp47_language_tag semver
		credit_card luhn_checksum lowercase uppercase boolean json jwt contains=@ containsany=#@ containsrune=ß excludes=@ excludesall=xyz startswith=a endswith=.go
		startsnotwith=x endsnotwith=y md4 md5 sha256 mongodb cron timezone cve btc_addr btc_addr_bech32 eth_addr isdefault iscolor country_code
		eu_country_code postcode_iso3166_alpha2=US email|uuid min=3|eq=x ipv4|ipv6|eq= port bic ein spicedb validateFn file nosuch`)
	numberRules = strings.Fields(`min=1 max=10 len=3 gt=0 gte=1 lt=100 lte=50 eq=5 ne=5 oneof=1__2__3 noneof=1__2 min=0x10 max=1e2 gt=-1 gte=-3 lte=7
		eq=1|gt=5 port isdefault min=200 max=300 iso3166_1_alpha_numeric latitude longitude`)
	floatRules = strings.Fields(`min=1 max=10 gt=0 gte=0.1 lt=100 lte=0.3 eq=5 ne=5 ne=0.5 min=-1.5 max=1e3 gt=-0.1 lt=0.5|gt=7 isdefault oneof=1__2 latitude`)
	listRules  = strings.Fields(`min=1 max=3 len=2 gt=0 gte=1 lt=4 lte=2 unique eq=1 ne=2 min=2,unique isdefault`)
	itemText   = strings.Fields(`dive,min=1 dive,required dive,oneof=a__b min=1,dive,email max=3,dive,alpha dive,uuid dive,max=2 dive,omitempty,min=2`)
	itemNumber = strings.Fields(`dive,min=1 dive,required dive,oneof=1__2 min=1,dive,gt=0 max=2,dive,lte=9 dive,ne=3`)
	mapRules   = strings.Fields(`min=1 max=2 len=1 gt=0 lt=3 ne=1 dive,keys,min=2,endkeys dive,keys,alpha,endkeys,required min=1,dive,keys,oneof=a__b,endkeys dive,keys,max=3,endkeys dive`)

	textWords   = strings.Fields(`minLength=2 maxLength=5 pattern=^a+ pattern=[0-9]$ format=email format=uri format=date format=ipv4 format=hostname enum=a,enum=b enum=x const=k default=abc title=T deprecated writeOnly nullable required`)
	numberWords = strings.Fields(`minimum=0 maximum=9 multipleOf=3 exclusiveMinimum=0 exclusiveMaximum=8 enum=1,enum=2 const=4 default=5 minimum=-5,maximum=5 nullable required writeOnly example=3`)
	floatWords  = strings.Fields(`minimum=0.5 maximum=9.5 multipleOf=0.25 exclusiveMinimum=0 exclusiveMaximum=8.5 enum=1.5,enum=2 default=2.5 nullable required`)
	listWords   = strings.Fields(`minItems=1 maxItems=2 uniqueItems=true nullable required default=[] title=L`)
	objectWords = strings.Fields(`minProperties=1 maxProperties=2 nullable required default={}`)
	anyWords    = strings.Fields(`oneof_type=string;integer anyof_type=string;number;null enum=1,enum=a const=7 default=x nullable required anyof_required=g oneof_required=h`)
	choiceWords = strings.Fields(`anyof_required=g oneof_required=h nullable required`)
)

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

var randomKinds = []randomKind{
	{typeOf[string](), textRules, textWords, true},
	{typeOf[string](), textRules, textWords, false},
	{typeOf[*string](), textRules, textWords, true},
	{typeOf[int](), numberRules, numberWords, true},
	{typeOf[int8](), numberRules, numberWords, true},
	{typeOf[int32](), numberRules, numberWords, true},
	{typeOf[int64](), numberRules, numberWords, true},
	{typeOf[*int](), numberRules, numberWords, true},
	{typeOf[uint](), numberRules, numberWords, true},
	{typeOf[uint8](), numberRules, numberWords, true},
	{typeOf[uint64](), numberRules, numberWords, true},
	{typeOf[float32](), floatRules, floatWords, true},
	{typeOf[float64](), floatRules, floatWords, true},
	{typeOf[*float64](), floatRules, floatWords, true},
	{typeOf[bool](), strings.Fields(`eq=true ne=false required isdefault`), strings.Fields(`default=true const=true enum=false nullable`), true},
	{typeOf[*bool](), strings.Fields(`eq=true required`), strings.Fields(`default=false`), true},
	{typeOf[[]string](), append(listRules, itemText...), append(listWords, "minLength=2", "enum=a,enum=b", "pattern=^[a-c]+$"), false},
	{typeOf[*[]string](), append(listRules, itemText...), listWords, false},
	{typeOf[[]*string](), itemText, listWords, false},
	{typeOf[[]int](), append(listRules, itemNumber...), append(listWords, "minimum=2", "enum=1,enum=2"), false},
	{typeOf[[]float64](), append(listRules, itemNumber...), listWords, false},
	{typeOf[[2]int](), []string{"unique", "dive,min=1"}, nil, false},
	{typeOf[[][]int8](), []string{"min=1", "dive,min=1", "dive,max=2,dive,gt=3"}, listWords, false},
	{typeOf[[]byte](), []string{"min=1", "max=4", "len=3", "unique", "dive,min=1"}, textWords, false},
	{typeOf[map[string]int](), mapRules, objectWords, false},
	{typeOf[map[string]string](), append(mapRules, "dive,min=2", "dive,keys,email,endkeys,url"), objectWords, false},
	{typeOf[map[string][]string](), []string{"dive,min=1", "dive,dive,alpha", "max=2"}, objectWords, false},
	{typeOf[map[int8]string](), mapRules, objectWords, false},
	{typeOf[map[uint16]bool](), []string{"min=1", "max=2"}, objectWords, false},
	{typeOf[map[int]int](), []string{"min=1", "dive,gt=2"}, nil, false},
	{typeOf[time.Time](), []string{"gt", "eq=3", "isdefault"}, choiceWords, false},
	{typeOf[*time.Time](), nil, choiceWords, false},
	{typeOf[time.Duration](), []string{"min=1s", "max=1h", "gt=0", "lte=90s"}, choiceWords, false},
	{typeOf[url.URL](), nil, choiceWords, false},
	{typeOf[*url.URL](), nil, choiceWords, false},
	{typeOf[json.RawMessage](), nil, anyWords, false},
	{typeOf[any](), nil, anyWords, false},
	{typeOf[json.Number](), nil, numberWords, false},
	{typeOf[big.Int](), nil, nil, false},
	{typeOf[netip.Addr](), nil, choiceWords, false},
	{typeOf[netip.Prefix](), nil, nil, false},
	{typeOf[uuid.UUID](), []string{"uuid", "uuid4"}, choiceWords, false},
	{typeOf[level](), []string{"oneof=1__2"}, choiceWords, false},
	{typeOf[map[level]int](), nil, nil, false},
	{typeOf[map[netip.Addr]string](), nil, nil, false},
}

// randomType makes a struct type of random fields with random tags.
func randomType(rnd *rand.Rand, c *tally) reflect.Type {
	n := 1 + rnd.IntN(9)
	if rnd.IntN(40) == 0 {
		n = 70
	}
	return randomStruct(rnd, c, n, 0)
}

func randomStruct(rnd *rand.Rand, c *tally, n, depth int) reflect.Type {
	var fields []reflect.StructField
	for i := 0; len(fields) < n && i < 20*n; i++ {
		f := randomField(rnd, c, len(fields), depth)
		if acceptable(f) {
			fields = append(fields, f)
			c.fields++
		} else {
			c.refused++
		}
	}
	t := reflect.StructOf(fields)
	for _, rule := range []string{"required_with=F0", "eqfield=F0", "gtfield=F0", "required_without=F1", "excluded_with=F0", "nefield=F1", "required_if=F0 abc", "lteField=F0"} {
		if rnd.IntN(6) > 0 || len(fields) < 2 {
			continue
		}
		changed := append([]reflect.StructField{}, fields...)
		i := rnd.IntN(len(fields))
		tag := string(changed[i].Tag)
		if strings.Contains(tag, "validate:") {
			tag = strings.Replace(tag, `validate:"`, `validate:"`+rule+`,`, 1)
		} else {
			tag += ` validate:"` + rule + `"`
		}
		changed[i].Tag = reflect.StructTag(tag)
		if _, err := schema.ForType(reflect.StructOf(changed), schema.Input); err == nil {
			t, fields = reflect.StructOf(changed), changed
		}
	}
	return t
}

// acceptable reports whether a field can be described, alone in a struct.
func acceptable(f reflect.StructField) bool {
	t := reflect.StructOf([]reflect.StructField{f})
	for _, d := range []schema.Direction{schema.Input, schema.Output} {
		if _, err := schema.ForType(t, d); err != nil {
			if _, ok := errors.AsType[*schema.TypeError](err); !ok {
				panic(fmt.Sprintf("%v: %v", t, err))
			}
			return false
		}
	}
	return true
}

func randomField(rnd *rand.Rand, c *tally, i, depth int) reflect.StructField {
	kind := randomKinds[rnd.IntN(len(randomKinds))]
	if depth < 3 && rnd.IntN(6) == 0 {
		kind = randomKind{typ: randomStruct(rnd, c, 1+rnd.IntN(4), depth+1), rules: []string{"required", "omitempty"}, words: choiceWords}
		switch rnd.IntN(5) {
		case 0:
			kind = randomKind{typ: reflect.SliceOf(kind.typ), rules: append(listRules, "dive", "min=1,dive"), words: listWords}
		case 1:
			kind = randomKind{typ: reflect.MapOf(typeOf[string](), kind.typ), rules: mapRules, words: objectWords}
		case 2:
			kind.typ = reflect.PointerTo(kind.typ)
		}
	}
	return reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: kind.typ, Tag: randomTag(rnd, kind, i)}
}

// oddFieldNames are names that escaping and looking up may get wrong.
var oddFieldNames = []string{"a-b", "é", "a.b", "a/b", "a b", "$ref", "Name", "x~y", "x%y", "k!", "日本", "<&>", "properties", "#", "ſ", "K"}

func randomTag(rnd *rand.Rand, kind randomKind, i int) reflect.StructTag {
	name := fmt.Sprintf("f%d", i)
	if rnd.IntN(6) == 0 {
		name = oddFieldNames[rnd.IntN(len(oddFieldNames))] + name
	}
	name += []string{"", "", "", ",omitempty", ",omitzero", ",omitempty,omitzero"}[rnd.IntN(6)]
	if kind.quoted && rnd.IntN(5) == 0 {
		name += ",string"
	}
	tag := fmt.Sprintf("json:%q", name)
	if rules := randomRules(rnd, kind.rules); rules != "" {
		tag += fmt.Sprintf(" validate:%q", rules)
	}
	if len(kind.words) > 0 && rnd.IntN(3) == 0 {
		words := kind.words[rnd.IntN(len(kind.words))]
		if rnd.IntN(3) == 0 {
			words += "," + kind.words[rnd.IntN(len(kind.words))]
		}
		tag += fmt.Sprintf(" jsonschema:%q", words)
	}
	return reflect.StructTag(tag)
}

func randomRules(rnd *rand.Rand, rules []string) string {
	var parts []string
	if head := []string{"", "", "", "omitempty", "required", "omitnil", "omitzero"}[rnd.IntN(7)]; head != "" {
		parts = append(parts, head)
	}
	if len(rules) == 0 || rnd.IntN(3) == 0 {
		return strings.Join(parts, ",")
	}
	for range 1 + rnd.IntN(2)*rnd.IntN(3) {
		parts = append(parts, ruleOf(rules[rnd.IntN(len(rules))]))
	}
	return strings.Join(parts, ",")
}

// ruleOf puts the blanks back into a rule of the lists above.
func ruleOf(text string) string {
	return strings.NewReplacer("__", " ", "_d'", " d'").Replace(text)
}

// level is an enumeration with a text form of its own.
type level int

func (l level) MarshalText() ([]byte, error) {
	switch l {
	case 0:
		return []byte("low"), nil
	case 1:
		return []byte("high"), nil
	default:
		return fmt.Appendf(nil, "level %d", int(l)), nil
	}
}

func (l *level) UnmarshalText(text []byte) error {
	switch string(text) {
	case "low":
		*l = 0
	case "high":
		*l = 1
	default:
		return fmt.Errorf("%q is no level", text)
	}
	return nil
}

// The types below are what reflect.StructOf cannot make.

type (
	tree struct {
		Value int8            `json:"value"`
		Kids  []tree          `json:"kids,omitempty" validate:"max=3"`
		Named map[string]tree `json:"named,omitempty"`
		Next  *tree           `json:"next,omitempty"`
	}

	person struct {
		Name    string   `json:"name" validate:"required,max=20"`
		Manager *person  `json:"manager,omitempty"`
		Company *company `json:"company,omitempty"`
	}
	company struct {
		Staff  []person           `json:"staff" validate:"max=4"`
		Owners map[string]*person `json:"owners,omitempty" validate:"dive,keys,min=2,endkeys"`
	}

	// bounded refers to itself with demands beside the reference.
	bounded struct {
		Wait time.Duration `json:"wait,omitempty"`
		N    int           `json:"n,omitempty"`
		Next *bounded      `json:"next,omitempty" jsonschema:"minProperties=1"`
		Kids []bounded     `json:"kids,omitempty" validate:"max=3"`
	}

	page[T any] struct {
		Items []T     `json:"items" validate:"max=4,dive"`
		Next  *string `json:"next,omitempty" validate:"omitempty,uuid4"`
		Total uint32  `json:"total"`
	}
	chain[T any] struct {
		Value T         `json:"value"`
		Next  *chain[T] `json:"next,omitempty"`
	}

	base struct {
		ID   string    `json:"id" validate:"alphanum,max=8"`
		Made time.Time `json:"made"`
		Note string    `json:"note,omitempty" validate:"max=5"`
	}
	Extra struct {
		Vip  bool  `json:"vip"`
		Rank int16 `json:"rank,omitempty" validate:"gte=-3,lte=3"`
	}
	embedding struct {
		base
		*Extra
		Named Extra  `json:"named"`
		Note  []byte `json:"note"` // hides the one of base
		Odd   int    `json:"odd name!"`
	}
	shadowing struct {
		left
		right
		Kept string `json:"kept"`
	}
	left struct {
		Both int    `json:"both"`
		Kept []int  `json:"kept"`
		Left string `json:"left"`
	}
	right struct {
		Right map[string]bool `json:"right"`
	}

	odd struct {
		Quote     string         `json:"it's"`
		Slash     int            `json:"a/b~c"`
		Percent   float32        `json:"100%"`
		Space     *bool          `json:"two words,omitempty"`
		Umlaut    string         `json:"größe,omitempty" validate:"len=2"`
		Kanji     []string       `json:"日本語,omitempty" validate:"unique"`
		Dollar    map[string]int `json:"$defs,omitempty"`
		Dash      int            `json:"-,"`
		Capital   int            `json:"ID"`
		small     int            //nolint:unused // as invisible as it should be
		Hidden    int            `json:"-"`
		Plain     string
		Kelvin    string `json:"K"` // not the letter k
		LongSlash string `json:"long/ſ"`
		Low       uint8  `json:"low.est"`
		High      uint8  `json:"high/est" validate:"gtefield=Low"`
	}

	// wire has a type of every form of its own.
	wire struct {
		ID       uuid.UUID             `json:"id"`
		IDs      []uuid.UUID           `json:"ids,omitempty" validate:"unique,max=3"`
		Addr     netip.Addr            `json:"addr"`
		AddrPort *netip.AddrPort       `json:"addr_port,omitempty"`
		Prefix   netip.Prefix          `json:"prefix,omitzero"`
		Home     url.URL               `json:"home"`
		Links    map[string]*url.URL   `json:"links,omitempty"`
		Wait     time.Duration         `json:"wait" validate:"min=1s,max=1h"`
		Waits    []time.Duration       `json:"waits,omitempty"`
		Steps    []float64             `json:"steps,omitempty" validate:"max=5" jsonschema:"uniqueItems"`
		At       time.Time             `json:"at"`
		Level    level                 `json:"level"`
		ByLevel  map[level][]byte      `json:"by_level,omitempty"`
		ByTime   map[uuid.UUID]float64 `json:"by_id,omitempty"`
		Big      big.Int               `json:"big"`
		Raw      json.RawMessage       `json:"raw,omitempty"`
		Num      json.Number           `json:"num"`
		Color    color                 `json:"color"`
		Mood     mood                  `json:"mood"`
		Moods    map[string]mood       `json:"moods,omitempty"`
		Range    span                  `json:"range"`
		Even     even                  `json:"even,omitempty"`
	}

	quoted struct {
		I    int     `json:"i,string"`
		U    *uint8  `json:"u,omitempty,string"`
		F    float32 `json:"f,string" validate:"gt=0"`
		B    bool    `json:"b,string"`
		S    string  `json:"s,string,omitempty"`
		Min  int64   `json:"min,string" validate:"min=3,max=300"`
		Word *bool   `json:"word,string"`
	}

	defaults struct {
		Unit   string        `json:"unit,omitempty" validate:"oneof=c f" jsonschema:"default=c"`
		Limit  int           `json:"limit" validate:"min=1,max=50" jsonschema:"default=10"`
		Ratio  *float64      `json:"ratio,omitempty" jsonschema:"default=0.5"`
		Tags   []string      `json:"tags,omitempty" jsonschema:"default=a,default=b"`
		Deep   *defaults     `json:"deep,omitempty"`
		Wait   time.Duration `json:"wait,omitempty" jsonschema:"default=90s"`
		Strict bool          `json:"strict,omitempty" jsonschema:"default=true"`
	}

	crossed struct {
		Start int       `json:"start"`
		Stop  int       `json:"stop" validate:"gtfield=Start"`
		From  time.Time `json:"from"`
		To    time.Time `json:"to" validate:"gtefield=From"`
		Mode  string    `json:"mode,omitempty" validate:"oneof=soft hard"`
		Why   string    `json:"why,omitempty" validate:"required_if=Mode hard,max=8"`
		Card  string    `json:"card,omitempty" validate:"omitempty,credit_card"`
		ISBN  []string  `json:"isbn,omitempty" validate:"dive,isbn"`
		A     string    `json:"a,omitempty" validate:"required_without=B"`
		B     *string   `json:"b,omitempty" validate:"excluded_with=C"`
		C     int       `json:"c,omitempty"`
	}

	choices struct {
		Phone string          `json:"phone,omitempty" jsonschema:"anyof_required=contact"`
		Mail  string          `json:"mail,omitempty" validate:"omitempty,email" jsonschema:"anyof_required=mail"`
		One   *int            `json:"one,omitempty" jsonschema:"oneof_required=one"`
		Two   *int            `json:"two,omitempty" jsonschema:"oneof_required=two"`
		Any   any             `json:"any,omitempty" jsonschema:"oneof_type=string;integer"`
		Raw   json.RawMessage `json:"raw,omitempty" jsonschema:"anyof_type=array;null"`
	}
)

type house struct {
	Zoo  zoo   `json:"zoo"`
	Zoos []zoo `json:"zoos,omitempty" validate:"max=2"`
}

// zoo publishes every keyword that the check knows, and reads anything.
type zoo map[string]json.RawMessage

func (zoo) JSONSchema() *jsonschema.Schema {
	const published = `{
		"type": "object",
		"properties": {
			"list": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer", "minimum": 2}], "items": {"type": "boolean"}, "maxItems": 4},
			"some": {"type": "array", "items": {"type": "number"}, "contains": {"type": "integer", "exclusiveMinimum": 5}, "minContains": 1, "maxContains": 1},
			"set": {"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": "string"}, {"type": "array"}]}, "uniqueItems": true, "maxItems": 4},
			"both": {"allOf": [{"type": "string", "pattern": "^[a-f]+$"}, {"minLength": 2}, {"maxLength": 6}]},
			"one": {"oneOf": [{"type": "integer", "multipleOf": 2}, {"type": "integer", "multipleOf": 3}, {"type": "null"}]},
			"no": {"oneOf": [{"type": "string"}, {"type": "integer"}], "not": {"enum": ["a", 1, 1.5]}},
			"kind": {"enum": ["x", 1, null, [1.0, {"a": 2}], {"b": [], "a": 1e1}]},
			"cents": {"type": "number", "multipleOf": 0.01, "minimum": -1, "maximum": 2.5},
			"when": {"type": "string", "format": "date"},
			"cond": {"if": {"type": "string"}, "then": {"minLength": 3}, "else": {"type": "integer"}},
			"fixed": {"const": {"a": [1, "\u00e9"]}}
		},
		"required": ["both"],
		"patternProperties": {"^x_": {"type": "integer"}, "_s$": {"maximum": 10}, "t$": {"minItems": 1}},
		"additionalProperties": {"type": "boolean"},
		"propertyNames": {"maxLength": 6, "not": {"const": "bad"}},
		"dependentRequired": {"list": ["some"], "set": ["one", "no"]},
		"dependentSchemas": {"cents": {"required": ["when"], "maxProperties": 4}},
		"maxProperties": 8
	}`
	s := &jsonschema.Schema{}
	if err := json.Unmarshal([]byte(published), s); err != nil {
		panic(err)
	}
	return s
}

// MarshalJSON keeps what the schema says for a zoo that was never filled.
func (z zoo) MarshalJSON() ([]byte, error) {
	if z == nil {
		z = zoo{"both": json.RawMessage(`"abc"`)}
	}
	return json.Marshal(map[string]json.RawMessage(z))
}

// color describes itself.
type color struct{ r, g, b uint8 }

func (color) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: "^#[0-9a-f]{6}$"}
}

func (c color) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "#%02x%02x%02x", c.r, c.g, c.b), nil
}

func (c *color) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "#%02x%02x%02x", &c.r, &c.g, &c.b)
	return err
}

// mood lists its values.
type mood string

func (mood) Enum() []mood { return []mood{"good", "so so", "bad"} }

// span extends its schema.
type span struct {
	Low  int  `json:"low"`
	High *int `json:"high,omitempty"`
}

func (*span) JSONSchemaExtend(s *jsonschema.Schema) {
	low, _ := s.Properties.Get("low")
	low.Minimum = "-5"
	s.MinProperties = new(uint64)
	*s.MinProperties = 1
}

// even reads itself from JSON and refuses odd numbers.
type even int

func (even) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "integer"} }

func (e *even) UnmarshalJSON(text []byte) error {
	var n int
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	if n%2 != 0 {
		return fmt.Errorf("%d is odd", n)
	}
	*e = even(n)
	return nil
}

// wideType is a struct of n fields of which every other one is required.
func wideType(n int) reflect.Type {
	var fields []reflect.StructField
	for i := range n {
		tag := fmt.Sprintf(`json:"w%d"`, i)
		if i%2 == 0 {
			tag = fmt.Sprintf(`json:"w%d,omitempty" validate:"min=1"`, i)
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("W%d", i), Type: typeOf[int8](), Tag: reflect.StructTag(tag)})
	}
	return reflect.StructOf(fields)
}

// namedTypes are all of them.
var namedTypes = []reflect.Type{
	typeOf[tree](), typeOf[bounded](), typeOf[person](), typeOf[company](), typeOf[page[base]](), typeOf[page[page[int8]]](), typeOf[chain[tree]](), typeOf[*chain[map[string]even]](),
	typeOf[embedding](), typeOf[shadowing](), typeOf[odd](), typeOf[wire](), typeOf[page[wire]](), typeOf[quoted](), typeOf[defaults](), typeOf[crossed](),
	typeOf[page[crossed]](), typeOf[choices](), wideType(80), typeOf[house](), typeOf[struct{}](), typeOf[map[string]tree](), typeOf[[]person](), typeOf[[3]quoted](),
}

// samples make values of types that have a form of their own.
var samples = map[reflect.Type]func(rnd *rand.Rand) any{
	typeOf[time.Time](): func(rnd *rand.Rand) any {
		zone := time.FixedZone("", 60*(rnd.IntN(2*1439)-1439))
		return oneOf(rnd, time.Time{}, time.Unix(rnd.Int64N(1<<33), rnd.Int64N(1e9)).In(zone), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC))
	},
	typeOf[time.Duration](): func(rnd *rand.Rand) any {
		return oneOf(rnd, 0, 1, -1, math.MinInt64, math.MaxInt64, time.Duration(rnd.Int64()), time.Duration(rnd.Int64N(1e12)), 90*time.Second)
	},
	typeOf[url.URL](): func(rnd *rand.Rand) any {
		u, _ := url.Parse(oneOf(rnd, "", "https://example.com/a%20b?q=1&r=%26#f", "mailto:a@b.co", "//host/x", "https://u:p@h/", "x y", "?", "#", "https://bücher.example/ä"))
		return *u
	},
	typeOf[json.RawMessage](): func(rnd *rand.Rand) any {
		return json.RawMessage(oneOf(rnd, "null", `{"a":[1,"<>"]}`, "1e2", `"x"`, " [ ] "))
	},
	typeOf[json.Number](): func(rnd *rand.Rand) any { return json.Number(oneOf(rnd, "0", "1e5", "-0", "12.50", "")) },
	typeOf[big.Int](): func(rnd *rand.Rand) any {
		return *big.NewInt(rnd.Int64()).Lsh(big.NewInt(rnd.Int64N(3)-1), uint(rnd.IntN(200)))
	},
	typeOf[netip.Addr](): func(rnd *rand.Rand) any {
		return oneOf(rnd, netip.Addr{}, netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("fe80::1%eth0"))
	},
	typeOf[netip.AddrPort](): func(rnd *rand.Rand) any {
		return oneOf(rnd, netip.AddrPort{}, netip.MustParseAddrPort("[::1]:80"))
	},
	typeOf[netip.Prefix](): func(rnd *rand.Rand) any { return oneOf(rnd, netip.Prefix{}, netip.MustParsePrefix("10.0.0.0/8")) },
	typeOf[uuid.UUID]():    func(rnd *rand.Rand) any { return oneOf(rnd, uuid.UUID{}, uuid.Max, uuid.UUID{1, 2, 3, 255}) },
	typeOf[color]():        func(rnd *rand.Rand) any { return color{uint8(rnd.IntN(256)), 0, 255} },
	typeOf[zoo]():          func(*rand.Rand) any { return zoo{"both": json.RawMessage(`"abc"`)} },
	typeOf[span]():         func(rnd *rand.Rand) any { high := rnd.Int(); return span{Low: rnd.IntN(9) - 5, High: &high} },
	typeOf[any](): func(rnd *rand.Rand) any {
		return oneOf[any](rnd, nil, true, "x", 1.5, json.Number("7"), []any{nil, 1}, map[string]any{"a": "\xff"})
	},
}

func oneOf[T any](rnd *rand.Rand, list ...T) T { return list[rnd.IntN(len(list))] }

// fill gives v a random value: zeros, nils, ends of ranges, odd texts.
func fill(rnd *rand.Rand, v reflect.Value, depth int) {
	if depth > 6 || rnd.IntN(8) == 0 {
		v.SetZero()
		return
	}
	if sample := samples[v.Type()]; sample != nil {
		if s := reflect.ValueOf(sample(rnd)); s.IsValid() {
			v.Set(s)
		}
		return
	}
	switch k := v.Kind(); k {
	case reflect.Bool:
		v.SetBool(rnd.IntN(2) == 0)
	case reflect.String:
		v.SetString(oneOf(rnd, "", "a", "abc", "<&>\u2028", "\xff\xfeb", "日本😀", "\x00\"\\", strings.Repeat("ß", 30)))
	case reflect.Float32, reflect.Float64:
		f := oneOf(rnd, 0, 1, -1.5, math.Copysign(0, -1), rnd.NormFloat64(), math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32)
		if k == reflect.Float64 {
			f = oneOf(rnd, f, math.MaxFloat64, math.SmallestNonzeroFloat64, 1e21, 1e-7)
		}
		v.SetFloat(f)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		low := int64(-1) << (v.Type().Bits() - 1)
		v.SetInt(oneOf(rnd, 0, 1, -1, low, ^low, int64(rnd.IntN(100)), rnd.Int64()>>(64-v.Type().Bits())))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		high := uint64(math.MaxUint64) >> (64 - v.Type().Bits())
		v.SetUint(oneOf(rnd, 0, 1, high, high-1, rnd.Uint64()&high))
	default:
		fillParts(rnd, v, depth+1)
	}
}

func fillParts(rnd *rand.Rand, v reflect.Value, depth int) {
	n := rnd.IntN(4)
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(rnd, v.Elem(), depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(rnd, v.Index(i), depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(rnd, v.Index(i), depth)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range n {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(rnd, key, depth)
			fill(rnd, value, depth)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				fill(rnd, f, depth)
			} else if v.Type().Field(i).Anonymous && f.Kind() == reflect.Struct {
				fillParts(rnd, f, depth)
			}
		}
	}
}
