package docs

import (
	"fmt"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// partNames say what the schema of a keyword speaks of.
var partNames = map[string]string{
	"propertyNames": "each name", "contentSchema": "the JSON in the text",
	"if": "if it is like this", "then": "then", "else": "else", "not": "must not be like this",
}

func sayPart(d *describer, f *field, n node) bool {
	if !isSchema(n.Value) {
		return false
	}
	d.part(f, partNames[n.Name], n.Value)
	return true
}

// sayConsequence says then and else, which mean nothing without a condition.
func sayConsequence(d *describer, f *field, n node) bool {
	return n.schema.Has("if") && sayPart(d, f, n)
}

// sayContains says how many items must be like this.
func sayContains(d *describer, f *field, n node) bool {
	if !isSchema(n.Value) {
		return false
	}
	least, most := "1", ""
	if v := jsondoc.Child(n.schema, "minContains"); isNumber(v) {
		least = keyword.Text(n.schema, "minContains")
	}
	if v := jsondoc.Child(n.schema, "maxContains"); isNumber(v) {
		most = keyword.Text(n.schema, "maxContains")
	}
	words := "at least " + keyword.Counted(least, "minItems")
	switch {
	case most == "" && least == "0":
		words = "any number of items"
	case most != "" && least == most:
		words = keyword.Counted(most, "minItems")
	case most != "":
		words = least + " to " + keyword.Counted(most, "minItems")
	}
	d.part(f, words, n.Value)
	return true
}

// sayContainsCount leaves to contains what it says.
func sayContainsCount(_ *describer, _ *field, n node) bool {
	return isNumber(n.Value) && isSchema(jsondoc.Child(n.schema, "contains"))
}

func sayNot(d *describer, f *field, n node) bool {
	excluded, ok := n.Value.(*jsondoc.Object)
	if !ok {
		return sayPart(d, f, n)
	}
	switch {
	case len(excluded.Members) == 0:
		f.demand(wordsLeftOut, "")
	case isOnly(excluded, "required"), isOnly(excluded, "const"), isOnly(excluded, "enum"), isOnly(excluded, "pattern"):
		f.demandWords(n, wordsIsNoneOf, wordsIsNot, wordsNoPattern)
	default:
		return sayPart(d, f, n)
	}
	return true
}

// isOnly reports whether a schema has one keyword, with a value as it should be.
func isOnly(v jsondoc.Value, name string) bool {
	o, _ := v.(*jsondoc.Object)
	if o == nil || len(o.Members) != 1 || o.Members[0].Name != name {
		return false
	}
	value := o.Members[0].Value
	switch name {
	case "required":
		_, ok := texts(value)
		return ok
	case "pattern":
		_, ok := jsondoc.String(value)
		return ok
	case "enum":
		list, _ := value.(jsondoc.Array)
		return len(list) > 0
	case "type":
		return sayType(nil, &field{}, node{schema: o, Member: o.Members[0]})
	}
	return true
}

func sayDependentSchemas(d *describer, f *field, n node) bool {
	named, ok := n.Value.(*jsondoc.Object)
	if !ok || len(named.Members) == 0 {
		return false
	}
	for _, m := range named.Members {
		d.part(f, "if it has "+string(written(jsondoc.FromString(clean(m.Name)))), m.Value)
	}
	return true
}

// sayAllOf says what all parts demand as if one schema did. A schema that is closed
// knows its own properties alone, so then each part stands for itself.
func sayAllOf(d *describer, f *field, n node) bool {
	list, ok := n.Value.(jsondoc.Array)
	if !ok || len(list) == 0 {
		return false
	}
	apart := isClosed(n.schema) || len(n.schema.Members)+len(list) > 2 && slices.ContainsFunc(list, isClosed)
	for i, part := range list {
		if apart {
			d.part(f, fmt.Sprintf("part %d of %d", i+1, len(list)), part)
		} else {
			d.describe(f, part)
		}
	}
	return true
}

// isClosed reports whether a schema does not take all properties that it does not
// name.
func isClosed(v jsondoc.Value) bool {
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return false
	}
	others := jsondoc.Child(o, "additionalProperties")
	return others != nil && !isTrue(others)
}

// sayChoice says a choice of forms as simply as it can.
func sayChoice(d *describer, f *field, n node) bool {
	forms, ok := n.Value.(jsondoc.Array)
	if !ok || len(forms) == 0 {
		return false
	}
	allOnly := func(name string) bool {
		return !slices.ContainsFunc(forms, func(form jsondoc.Value) bool { return !isOnly(form, name) })
	}
	switch other := otherThanNull(forms); {
	case other >= 0 && f.isNew() && !demandsBeside(n) && (n.Name == "anyOf" || d.excludesNull(forms[other])):
		d.describe(f, forms[other])
		f.addNull()
	case allOnly("type") && (n.Name == "anyOf" || areDisjoint(forms)), allOnly("required"):
		f.demandWords(n)
	default:
		f.choices++
		if len(forms) > 1 {
			f.demand(choiceWords(n.Name, len(forms)), "")
		}
		for i, form := range forms {
			d.part(f, formWords(i, len(forms), f.choices), form)
		}
	}
	return true
}

// areDisjoint reports whether no value is of the types of two forms.
func areDisjoint(forms jsondoc.Array) bool {
	var types []string
	for _, form := range forms {
		o, _ := form.(*jsondoc.Object)
		types = append(types, keyword.Types(o)...)
	}
	return keyword.AreApart(types)
}

// formWords names a form, as in "form 1 of 3".
func formWords(i, n, choice int) string {
	words := fmt.Sprintf("form %d of %d", i+1, n)
	if choice > 1 {
		words = fmt.Sprintf("choice %d, %s", choice, words)
	}
	return words
}

func choiceWords(name string, n int) string {
	if name == "oneOf" {
		return fmt.Sprintf("must fit exactly one of %d forms", n)
	}
	return fmt.Sprintf("must fit one of %d forms", n)
}

// otherThanNull is the place of the one form beside null, or -1.
func otherThanNull(forms jsondoc.Array) int {
	if len(forms) != 2 {
		return -1
	}
	for i, form := range forms {
		o, _ := form.(*jsondoc.Object)
		if isOnly(form, "type") && slices.Equal(keyword.Types(o), []string{"null"}) {
			if _, ok := forms[1-i].(*jsondoc.Object); ok && !isOnly(forms[1-i], "required") {
				return 1 - i
			}
		}
	}
	return -1
}

// excludesNull reports whether the types of a form are named and null is not one
// of them. With oneOf, a null that fits both forms fits none.
func (d *describer) excludesNull(form jsondoc.Value) bool {
	o, _ := form.(*jsondoc.Object)
	types := keyword.Types(o)
	if ref := keyword.Text(o, "$ref"); types == nil && ref != "" {
		target, _ := d.references.resolve(ref).(*jsondoc.Object)
		types = keyword.Types(target)
	}
	return len(types) > 0 && !slices.Contains(types, "null")
}

// demandsBeside reports whether a schema demands something beside a keyword.
func demandsBeside(n node) bool {
	return slices.ContainsFunc(n.schema.Members, func(m jsondoc.Member) bool {
		return m.Name != n.Name && !keyword.IsAnnotation(m.Name) && m.Name != "$defs"
	})
}

// addNull lets the field be null, too.
func (f *field) addNull() {
	f.nullable = true
	if len(f.types) > 0 && !slices.Contains(f.types, "null") {
		f.types = append(slices.Clone(f.types), "null")
	}
	for i, r := range f.rules {
		if r.lists() {
			f.rules[i] = rule{wordsOneOf, r.code + ", null"}
		}
	}
}
