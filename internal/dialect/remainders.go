package dialect

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// A remainder is a keyword for whatever names or items the others do not speak of.
// plain is the keyword for what those of the same schema do not speak of.
var remainders = []struct{ name, plain string }{
	{"unevaluatedProperties", "additionalProperties"},
	{"unevaluatedItems", "items"},
}

// speakers are the keywords whose schemas speak of names or items of the value
// around them, besides the plain keywords. If one of them goes, a remainder beside
// it would be for more.
var speakers = []string{"allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "contains"}

// settleRemainders says remainders by their plain keywords where nothing else
// speaks of names and items.
func (r *rewriter) settleRemainders() { r.eachValue(r.settleRemainder) }

func (r *rewriter) settleRemainder(o *jsondoc.Object) {
	if r.refs[o] != nil || slices.ContainsFunc(speakers, o.Has) {
		return
	}
	for _, rest := range remainders {
		v, ok := o.Lookup(rest.name)
		if !ok {
			continue
		}
		o.Delete(rest.name)
		if o.Has(rest.plain) { // which leaves nothing
			continue
		}
		if s, _ := v.(*jsondoc.Object); rest.plain == "additionalProperties" && s != nil && r.isNever(s) {
			v = jsondoc.FromBool(false)
		}
		o.Set(rest.plain, v)
	}
}

// freeRemainders says the remainders of a schema in words, since a keyword beside
// them goes that they depend on.
func (r *rewriter) freeRemainders(o *jsondoc.Object, gone string) {
	if gone != "patternProperties" && !slices.Contains(speakers, gone) {
		return
	}
	for _, rest := range remainders {
		if o.Has(rest.name) {
			r.describe(o, rest.name)
		}
	}
}

// speaksBesides reports whether a schema speaks of other names than those that it
// lists.
func (r *rewriter) speaksBesides(o *jsondoc.Object) bool {
	v, given := o.Lookup("additionalProperties")
	return given && v != jsondoc.Raw("false") || r.refs[o] != nil ||
		o.Has("patternProperties") || o.Has("unevaluatedProperties") || slices.ContainsFunc(speakers, o.Has)
}

// loseRemainder reports that a remainder of one part is for less where another part
// is merged with it, which speaks of names or items, too.
func (r *rewriter) loseRemainder(part, other *jsondoc.Object) {
	for _, rest := range remainders {
		v, ok := part.Lookup(rest.name)
		speaks := slices.ContainsFunc(other.Members, func(m jsondoc.Member) bool {
			return m.Name == rest.plain || keyword.HoldsOf(m.Name) != keyword.Data && m.Name != rest.name && !isOfConditions(m.Name) || m.Name == "if" || m.Name == "dependentSchemas"
		})
		if ok && !isFree(v) && (speaks || r.refs[other] != nil) {
			r.lose(part, rest.name, "what this part leaves over is taken here if another part speaks of it, and refused by the call")
		}
	}
}
