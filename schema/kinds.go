package schema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"strconv"
	"time"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/rules"
)

// integerBound is the range of an integer kind.
type integerBound struct{ low, high string }

// integerBounds are the ranges that encoding/json keeps to. int and uint are
// taken as 64 bits wide on every platform, so that a schema does not depend on
// where it was made.
var integerBounds = map[reflect.Kind]integerBound{
	reflect.Int8:   {"-128", "127"},
	reflect.Int16:  {"-32768", "32767"},
	reflect.Int32:  {"-2147483648", "2147483647"},
	reflect.Int64:  {strconv.Itoa(math.MinInt64), strconv.Itoa(math.MaxInt64)},
	reflect.Int:    {strconv.Itoa(math.MinInt64), strconv.Itoa(math.MaxInt64)},
	reflect.Uint8:  {"0", "255"},
	reflect.Uint16: {"0", "65535"},
	reflect.Uint32: {"0", "4294967295"},
	reflect.Uint64: {"0", strconv.FormatUint(math.MaxUint64, 10)},
	reflect.Uint:   {"0", strconv.FormatUint(math.MaxUint64, 10)},
	// A uintptr is a number like any other to encoding/json.
	reflect.Uintptr: {"0", strconv.FormatUint(math.MaxUint64, 10)},
}

// The largest float32, exactly and as encoding/json writes it.
const (
	maxFloat32        = "3.4028234663852886e+38"
	maxFloat32Written = "3.4028235e+38"
)

// Patterns of the text forms, readable alike by Go and ECMA-262.
const (
	base64Pattern = `^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`
	// What time.Time refuses of RFC 3339: lower-case t and z, leap seconds.
	timePattern       = `^[^t]{16}:[0-5][^z]+$`
	durationPattern   = `^[-+]?(?:0|(?:[0-9]+(?:\.[0-9]*)?(?:ns|us|µs|ms|s|m|h))+)$`
	integerPattern    = `^(?:0|-?[1-9][0-9]*)$`
	unsignedPattern   = `^(?:0|[1-9][0-9]*)$`
	quotedTextPattern = `^"[\s\S]*"$`
	numberPattern     = `^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$`
	userInfoPattern   = `^[^:/?#]+://[^/?#]*@`
)

var (
	jsonMarshaler   = reflect.TypeFor[json.Marshaler]()
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	errorType       = reflect.TypeFor[error]()

	timeType       = reflect.TypeFor[time.Time]()
	durationType   = reflect.TypeFor[time.Duration]()
	urlType        = reflect.TypeFor[url.URL]()
	rawMessageType = reflect.TypeFor[json.RawMessage]()
	numberType     = reflect.TypeFor[json.Number]()
	bigIntType     = reflect.TypeFor[big.Int]()
	netIPType      = reflect.TypeFor[net.IP]()
	addrType       = reflect.TypeFor[netip.Addr]()
	addrPortType   = reflect.TypeFor[netip.AddrPort]()
	prefixType     = reflect.TypeFor[netip.Prefix]()
)

// form is how a type travels as JSON.
type form uint8

const (
	formGo     form = iota // by its Go kind
	formKnown              // a type of the table of known types
	formCustom             // its own MarshalJSON or UnmarshalJSON
	formString             // its own MarshalText or UnmarshalText
)

// wireForm says how encoding/json carries t in the given direction. On output
// a method on the pointer counts only where the value can be addressed.
func wireForm(t reflect.Type, dir Direction, addressable bool) form {
	if _, ok := knownTypes[t]; ok {
		return formKnown
	}
	custom, text := jsonUnmarshaler, textUnmarshaler
	if dir == Output {
		custom, text = jsonMarshaler, textMarshaler
	}
	has := func(i reflect.Type) bool {
		return t.Implements(i) || (dir == Input || addressable) && reflect.PointerTo(t).Implements(i)
	}
	switch {
	case t.Kind() == reflect.Interface:
		return formGo
	case has(custom):
		return formCustom
	case has(text):
		return formString
	default:
		return formGo
	}
}

// keywordsOf makes a schema of alternating keyword names and values: strings
// become JSON strings, jsondoc values stay.
func keywordsOf(pairs ...any) *jsondoc.Object {
	o := &jsondoc.Object{}
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case string:
			o.Set(name, jsondoc.FromString(v))
		default:
			o.Set(name, v)
		}
	}
	return o
}

// knownType is a type whose JSON form is known beyond its methods.
type knownType struct {
	input, output func() *jsondoc.Object
	kind          rules.Kind
	wants         map[string]string // demands in words, by keyword
}

const (
	timeWant     = "must be an RFC 3339 date and time with a time zone, such as 2026-05-01T10:00:00Z"
	durationWant = "must be a duration such as 90s or 1h30m"
	base64Want   = "must be base64 text"
)

// knownTypes is the table of known types.
var knownTypes = map[reflect.Type]knownType{
	timeType: {
		input: func() *jsondoc.Object {
			return keywordsOf("type", "string", "format", "date-time", "pattern", timePattern)
		},
		output: func() *jsondoc.Object { return keywordsOf("type", "string", "format", "date-time") },
		kind:   rules.Time,
		wants:  map[string]string{"pattern": timeWant, "format": timeWant, "type": timeWant},
	},
	durationType: {
		input: func() *jsondoc.Object {
			return keywordsOf("type", "string", "description", "A duration such as 90s or 1h30m.", "pattern", durationPattern)
		},
		output: func() *jsondoc.Object {
			return keywordsOf("type", "string", "description", "A duration such as 1m30s or 1h30m0s.")
		},
		kind:  rules.Duration,
		wants: map[string]string{"pattern": durationWant, "type": durationWant},
	},
	urlType: {
		input: func() *jsondoc.Object {
			return keywordsOf("type", "string", "format", "uri", "not", keywordsOf("pattern", userInfoPattern))
		},
		output: func() *jsondoc.Object { return keywordsOf("type", "string") },
		kind:   rules.Text,
		wants:  map[string]string{"not": "must be a URL without a user name or password"},
	},
	rawMessageType: {input: anything, output: anything, kind: rules.Any},
	numberType:     {input: typed("number"), output: typed("number"), kind: rules.Any},
	bigIntType:     {input: typed("integer"), output: typed("integer"), kind: rules.Text},
	addrType:       textual("an IP address such as 192.0.2.1 or 2001:db8::1"),
	netIPType:      textual("an IP address such as 192.0.2.1 or 2001:db8::1"),
	addrPortType:   textual("an IP address and port such as 192.0.2.1:80 or [2001:db8::1]:80"),
	prefixType:     textual("an IP network such as 192.0.2.0/24 or 2001:db8::/32"),
}

func anything() *jsondoc.Object { return &jsondoc.Object{} }

func typed(name string) func() *jsondoc.Object {
	return func() *jsondoc.Object { return keywordsOf("type", name) }
}

// textual is a type that reads its own text, which is described in words only.
func textual(what string) knownType {
	return knownType{
		input: func() *jsondoc.Object {
			return keywordsOf("type", "string", "description", "A"+what[1:]+".")
		},
		output: typed("string"),
		kind:   rules.Text,
		wants:  map[string]string{keywordDecode: "must be " + what, "type": "must be " + what},
	}
}

// textForm is the schema of a type with a text form of its own. An array of 16
// bytes that writes itself as a UUID is one.
func textForm(t reflect.Type) *jsondoc.Object {
	const nilUUID = "00000000-0000-0000-0000-000000000000"
	if t.Kind() == reflect.Array && t.Len() == 16 && t.Elem().Kind() == reflect.Uint8 {
		if m, ok := reflect.TypeAssert[encoding.TextMarshaler](reflect.New(t)); ok {
			if text, err := m.MarshalText(); err == nil && string(text) == nilUUID {
				return keywordsOf("type", "string", "format", "uuid")
			}
		}
	}
	return keywordsOf("type", "string")
}

// scalar is the schema of a boolean, number or string kind.
func scalar(t reflect.Type, dir Direction) (*jsondoc.Object, bool) {
	switch k := t.Kind(); k {
	case reflect.Bool:
		return keywordsOf("type", "boolean"), true
	case reflect.String:
		return keywordsOf("type", "string"), true
	case reflect.Float64:
		return keywordsOf("type", "number"), true
	case reflect.Float32:
		limit := maxFloat32
		if dir == Output {
			limit = maxFloat32Written
		}
		return keywordsOf("type", "number", "minimum", jsondoc.Raw("-"+limit), "maximum", jsondoc.Raw(limit)), true
	default:
		b, ok := integerBounds[k]
		if !ok {
			return nil, false
		}
		return keywordsOf("type", "integer", "minimum", jsondoc.Raw(b.low), "maximum", jsondoc.Raw(b.high)), true
	}
}

// quotedForm is the schema of a number or boolean that the json option
// ",string" puts into a string. What is demanded of the value inside is said
// by contentSchema.
func quotedForm(t reflect.Type) *jsondoc.Object {
	switch k := deref(t).Kind(); {
	case k == reflect.Bool:
		return keywordsOf("type", "string", "enum", jsondoc.Array{jsondoc.Raw(`"true"`), jsondoc.Raw(`"false"`)})
	case k == reflect.String:
		return keywordsOf("type", "string", "pattern", quotedTextPattern)
	case k == reflect.Float32 || k == reflect.Float64:
		return keywordsOf("type", "string", "pattern", numberPattern)
	case integerBounds[k].low == "0":
		return keywordsOf("type", "string", "pattern", unsignedPattern)
	default:
		return keywordsOf("type", "string", "pattern", integerPattern)
	}
}

// deref follows pointers. A type that is nothing but pointers comes back as a
// pointer.
func deref(t reflect.Type) reflect.Type {
	const enough = 16
	for i := 0; t.Kind() == reflect.Pointer && i < enough; i++ {
		t = t.Elem()
	}
	return t
}

// isBytes reports whether encoding/json writes the slice as base64.
func isBytes(t reflect.Type) bool {
	if t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.Uint8 {
		return false
	}
	p := reflect.PointerTo(t.Elem())
	return !p.Implements(jsonMarshaler) && !p.Implements(textMarshaler)
}

// mapKey says how the keys of a map travel.
type mapKey struct {
	pattern string // of integer keys
	bits    int    // of integer keys, negative for signed ones
	decodes bool   // the keys read their own text
}

func keyForm(t reflect.Type, dir Direction) (mapKey, error) {
	own := dir == Input && reflect.PointerTo(t).Implements(textUnmarshaler) ||
		dir == Output && t.Kind() != reflect.String && t.Implements(textMarshaler)
	switch {
	case own:
		return mapKey{decodes: dir == Input}, nil
	case t.Kind() == reflect.String:
		return mapKey{}, nil
	case integerBounds[t.Kind()].low == "0":
		return mapKey{pattern: unsignedPattern, bits: t.Bits()}, nil
	case integerBounds[t.Kind()].low != "":
		return mapKey{pattern: integerPattern, bits: -t.Bits()}, nil
	default:
		return mapKey{}, fmt.Errorf("map keys must be strings, integers or have a text form, not %v", t)
	}
}

// ruleKind is what the rules of a validate tag see in a type.
func ruleKind(t reflect.Type, dir Direction) rules.Kind {
	if known, ok := knownTypes[t]; ok {
		return known.kind
	}
	switch f := wireForm(t, dir, true); {
	case f == formCustom:
		return rules.Any
	case f == formString && t.Kind() != reflect.String:
		return rules.Text
	}
	switch k := t.Kind(); {
	case k == reflect.String:
		return rules.String
	case k == reflect.Bool:
		return rules.Bool
	case k == reflect.Float32 || k == reflect.Float64:
		return rules.Float
	case integerBounds[k].low == "0":
		return rules.Uint
	case integerBounds[k].low != "":
		return rules.Int
	case isBytes(t):
		return rules.Bytes
	case k == reflect.Slice:
		return rules.Slice
	case k == reflect.Array:
		return rules.Array
	case k == reflect.Map:
		return rules.Map
	case k == reflect.Struct:
		return rules.Struct
	default:
		return rules.Any
	}
}
