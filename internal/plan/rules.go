package plan

import (
	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsontext"
	"github.com/toolnexus/go-sdk/internal/pattern"
)

// numberRules are the keywords that only numbers answer to.
type numberRules struct {
	bounds     []bound
	multipleOf []byte
}

// bound is one limit of a number. dec refers to text.
type bound struct {
	keyword   string
	text      []byte
	dec       decimal.Number
	small     int64
	isSmall   bool
	lower     bool
	exclusive bool
}

// stringRules are the keywords that only strings answer to.
type stringRules struct {
	minLength, maxLength int // in runes; maxLength -1 is none
	pattern              *pattern.Matcher
	format               func([]byte) bool
}

// arrayRules are the keywords that only arrays answer to.
type arrayRules struct {
	prefix      []*Node
	items       *Node
	minItems    int
	maxItems    int // -1 is none
	unique      bool
	contains    *Node
	minContains int
	maxContains int // -1 is none
}

// objectRules are the keywords that only objects answer to.
type objectRules struct {
	properties    []property
	byName        map[string]int
	required      int    // how many properties are required
	requiredLow   uint64 // of the first 64, as a set
	patterns      []patternProperty
	additional    *Node // nil: anything
	propertyNames *Node
	minProperties int
	maxProperties int // -1 is none
	dependent     []dependency
	defaults      int // how many properties have a default
}

type property struct {
	name     string
	quoted   []byte // the name as most texts spell it
	node     *Node  // nil for a name that is only in required
	required bool
	fill     []byte // the default, as JSON; nil for none
	fillWire []byte // the same as encoding/json wants it
}

type patternProperty struct {
	match *pattern.Matcher
	node  *Node
}

// dependency is one entry of dependentRequired.
type dependency struct {
	name     string
	required []string
}

// namedNode is one entry of dependentSchemas.
type namedNode struct {
	name string
	node *Node
}

// wholeRules are the keywords that look at a value as a whole, after its parts.
type wholeRules struct {
	allOf, anyOf, oneOf []*Node
	not                 *Node
	cond, then, other   *Node
	dependent           []namedNode
}

func (n *Node) numberRules() *numberRules {
	if n.number == nil {
		n.number = &numberRules{}
	}
	return n.number
}

func (n *Node) textRules() *stringRules {
	if n.text == nil {
		n.text = &stringRules{maxLength: -1}
	}
	return n.text
}

func (n *Node) arrayRules() *arrayRules {
	if n.array == nil {
		n.array = &arrayRules{maxItems: -1, maxContains: -1, minContains: 1}
	}
	return n.array
}

func (n *Node) objectRules() *objectRules {
	if n.object == nil {
		n.object = &objectRules{byName: map[string]int{}, maxProperties: -1}
	}
	return n.object
}

func (n *Node) wholeRules() *wholeRules {
	if n.whole == nil {
		n.whole = &wholeRules{}
	}
	return n.whole
}

// slot returns the property of the given name, added if it is new.
func (o *objectRules) slot(name string) *property {
	i, ok := o.byName[name]
	if !ok {
		i = len(o.properties)
		o.byName[name] = i
		o.properties = append(o.properties, property{name: name, quoted: jsontext.AppendString(nil, name)})
	}
	return &o.properties[i]
}
