package agree

import (
	"errors"
	"math/big"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// place is a schema and where it stands in the document.
type place struct {
	schema  jsondoc.Value
	pointer string
}

// types is a set of JSON types.
type types uint8

const (
	tNull types = 1 << iota
	tBoolean
	tInteger
	tNumber
	tString
	tArray
	tObject
	tAny = tNull | tBoolean | tInteger | tNumber | tString | tArray | tObject
)

var typeNames = map[string]types{
	"null": tNull, "boolean": tBoolean, "integer": tInteger, "number": tNumber | tInteger,
	"string": tString, "array": tArray, "object": tObject,
}

// limit is one bound of a number.
type limit struct {
	at        *big.Rat
	lower     bool
	exclusive bool
}

// named is what is known of one property name.
type named struct {
	name     string
	schema   place
	declared bool
	required bool
}

// view is what a schema and the schemas it is made of demand together, as far
// as a maker of instances can use it. What it cannot use makes it hard: its
// instances are shown to the judge before they are used.
type view struct {
	types    types
	never    bool
	enums    []jsondoc.Array
	limits   []limit
	multiple *big.Rat

	minLength, maxLength int
	patterns             []string
	format               string
	content              place

	items              place
	prefix             []place
	contains           place
	minItems, maxItems int
	unique             bool

	properties         []named
	additional         place
	closed             bool
	names              place
	namePatterns       []named
	minProps, maxProps int

	hard bool
}

func newView() *view {
	return &view{types: tAny, maxLength: -1, maxItems: -1, maxProps: -1}
}

// resolve follows a reference that says nothing besides.
func (g *Generator) resolve(at place) place {
	for range 64 {
		doc, ok := at.schema.(*jsondoc.Object)
		if !ok {
			return at
		}
		v, has := doc.Lookup("$ref")
		ref, isText := jsondoc.String(v)
		if !has || !isText {
			return at
		}
		at = g.at(strings.TrimPrefix(ref, "#"))
	}
	return at
}

// at returns the schema at a JSON Pointer.
func (g *Generator) at(pointer string) place {
	v := g.root
	if pointer != "" {
		for segment := range strings.SplitSeq(pointer[1:], "/") {
			segment = strings.ReplaceAll(strings.ReplaceAll(segment, "~1", "/"), "~0", "~")
			switch x := v.(type) {
			case *jsondoc.Object:
				v, _ = x.Lookup(segment)
			case jsondoc.Array:
				if i, err := strconv.Atoi(segment); err == nil && i < len(x) {
					v = x[i]
				}
			}
		}
	}
	return place{v, pointer}
}

// below is the schema under a keyword.
func (at place) below(v jsondoc.Value, path ...string) place {
	var pointer strings.Builder
	pointer.WriteString(at.pointer)
	for _, p := range path {
		pointer.WriteString("/" + strings.ReplaceAll(strings.ReplaceAll(p, "~", "~0"), "/", "~1"))
	}
	return place{v, pointer.String()}
}

func arrayAt(o *jsondoc.Object, name string) (jsondoc.Array, bool) {
	v, _ := o.Lookup(name)
	list, ok := v.(jsondoc.Array)
	return list, ok
}

// viewOf gathers what a schema demands; of alternatives it picks one.
func (m *maker) viewOf(at place) *view {
	v := newView()
	m.fold(v, at, 0)
	return v
}

func (m *maker) fold(v *view, at place, depth int) {
	doc, ok := at.schema.(*jsondoc.Object)
	if !ok {
		v.never = v.never || at.schema == jsondoc.Value(jsondoc.Raw("false"))
		return
	}
	if depth > 16 {
		return
	}
	for _, k := range doc.Members {
		if !v.scalarKeyword(k.Name, k.Value) && !v.partKeyword(at, k.Name, k.Value) {
			m.applicator(v, at, k.Name, k.Value, depth)
		}
	}
	required, _ := arrayAt(doc, "required")
	for _, r := range required {
		name, _ := jsondoc.String(r)
		v.property(name).required = true
	}
}

// applicator folds the schemas that speak of the same value.
func (m *maker) applicator(v *view, at place, name string, value jsondoc.Value, depth int) {
	list, _ := value.(jsondoc.Array)
	switch name {
	case "$ref":
		m.fold(v, m.resolve(place{jsondoc.NewObject(jsondoc.Member{Name: "$ref", Value: value}), ""}), depth+1)
	case "allOf":
		v.hard = true
		for _, part := range list {
			m.fold(v, place{part, at.pointer}, depth+1)
		}
	case "anyOf", "oneOf":
		v.hard = v.hard || name == "oneOf" || len(list) != 2
		m.fold(v, place{m.alternative(list), at.pointer}, depth+1)
	case "not", "if", "dependentRequired", "dependentSchemas", "maxContains", "minContains":
		v.hard = true
	}
}

// alternative picks one schema; deep inside, the one that ends soonest.
func (m *maker) alternative(list jsondoc.Array) jsondoc.Value {
	if len(list) == 0 {
		return jsondoc.Raw("true")
	}
	if m.depth >= deep {
		return list[len(list)-1]
	}
	return list[m.rnd.IntN(len(list))]
}

// scalarKeyword reads a keyword whose value is no schema.
func (v *view) scalarKeyword(name string, value jsondoc.Value) bool {
	switch name {
	case "type":
		v.narrow(value)
	case "enum":
		list, _ := value.(jsondoc.Array)
		v.enums = append(v.enums, list)
		v.hard = true
	case "const":
		v.enums = append(v.enums, jsondoc.Array{value})
		v.hard = true
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum":
		if r := ratOf(value); r != nil {
			v.limits = append(v.limits, limit{r, strings.HasSuffix(name, "inimum"), strings.HasPrefix(name, "exclusive")})
		}
	case "multipleOf":
		v.multiple = ratOf(value)
	case "minLength":
		v.minLength = max(v.minLength, countOf(value))
	case "maxLength":
		v.maxLength = lower(v.maxLength, countOf(value))
	case "pattern":
		text, _ := jsondoc.String(value)
		v.hard = v.hard || len(v.patterns) > 0 || v.format != ""
		v.patterns = append(v.patterns, text)
	case "format":
		text, _ := jsondoc.String(value)
		v.hard = v.hard || v.format != "" || len(v.patterns) > 0
		v.format = text
	case "minItems":
		v.minItems = max(v.minItems, countOf(value))
	case "maxItems":
		v.maxItems = lower(v.maxItems, countOf(value))
	case "uniqueItems":
		v.unique = value == jsondoc.Value(jsondoc.Raw("true"))
		v.hard = v.hard || v.unique
	case "minProperties":
		v.minProps = max(v.minProps, countOf(value))
	case "maxProperties":
		v.maxProps = lower(v.maxProps, countOf(value))
	default:
		return false
	}
	return true
}

// partKeyword reads a keyword about the parts of a value.
func (v *view) partKeyword(at place, name string, value jsondoc.Value) bool {
	here := at.below(value, name)
	switch name {
	case "contentSchema":
		v.content = here
	case "items":
		v.items = here
	case "contains":
		v.contains, v.hard = here, true
	case "prefixItems":
		list, _ := value.(jsondoc.Array)
		for i, e := range list {
			v.prefix = append(v.prefix, at.below(e, name, strconv.Itoa(i)))
		}
	case "properties":
		object, _ := value.(*jsondoc.Object)
		for _, p := range object.Members {
			n := v.property(p.Name)
			n.schema, n.declared = at.below(p.Value, name, p.Name), true
		}
	case "additionalProperties":
		v.additional = here
		v.closed = value == jsondoc.Value(jsondoc.Raw("false"))
	case "propertyNames":
		v.names = here
	case "patternProperties":
		object, _ := value.(*jsondoc.Object)
		for _, p := range object.Members {
			v.namePatterns = append(v.namePatterns, named{name: p.Name, schema: at.below(p.Value, name, p.Name)})
		}
	default:
		return false
	}
	return true
}

func (v *view) property(name string) *named {
	for i := range v.properties {
		if v.properties[i].name == name {
			return &v.properties[i]
		}
	}
	v.properties = append(v.properties, named{name: name})
	return &v.properties[len(v.properties)-1]
}

func (v *view) narrow(value jsondoc.Value) {
	list, ok := value.(jsondoc.Array)
	if !ok {
		list = jsondoc.Array{value}
	}
	var set types
	for _, e := range list {
		name, _ := jsondoc.String(e)
		set |= typeNames[name]
	}
	v.types &= set
}

// lower is the smaller of two maxima, -1 standing for none.
func lower(a, b int) int {
	if a < 0 {
		return b
	}
	return min(a, b)
}

// mostParts bounds what is made where a schema demands absurdly much.
const mostParts = 5000

func countOf(v jsondoc.Value) int {
	raw, _ := v.(jsondoc.Raw)
	n, err := strconv.ParseUint(string(raw), 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return int(min(n, mostParts))
}

func ratOf(v jsondoc.Value) *big.Rat {
	raw, _ := v.(jsondoc.Raw)
	if raw == "" || tooCostly([]byte(raw)) {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(raw))
	if !ok {
		return nil
	}
	return r
}
