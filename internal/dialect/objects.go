package dialect

import (
	"fmt"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// describeRequired lists the properties that are required and not described.
func (r *rewriter) describeRequired() {
	r.eachValue(func(o *jsondoc.Object) {
		required := union(names(o, "required"), nil)
		if len(required) == 0 {
			return
		}
		known := map[string]bool{}
		for _, m := range members(o, "properties") {
			known[m.Name] = true
		}
		properties := jsondoc.NewObject(slices.Clone(members(o, "properties"))...)
		for _, n := range required {
			if !known[n] {
				if v, _ := o.Lookup("additionalProperties"); v == jsondoc.Raw("false") {
					r.lose(o, "required", fmt.Sprintf("%.80q is required, and refused since it is not listed; here it is listed", n))
				}
				properties.Members = append(properties.Members, jsondoc.Member{Name: n, Value: r.unlisted(o)})
			}
		}
		o.Set("properties", properties)
		setNames(o, "required", required)
	})
}

// unlisted is what a name that is not listed may have for a value. A pattern may
// speak of it, too.
func (r *rewriter) unlisted(o *jsondoc.Object) *jsondoc.Object {
	if o.Has("patternProperties") {
		return r.made(o)
	}
	if other := o.Object("additionalProperties"); other != nil {
		return r.clone(other)
	}
	return r.made(o)
}

// closeObjects has objects take the names that they list and no others.
func (r *rewriter) closeObjects() {
	r.eachValue(func(o *jsondoc.Object) {
		if !has(keyword.Types(o), "object") {
			return
		}
		other, given := o.Lookup("additionalProperties")
		_, isSchema := other.(*jsondoc.Object)
		listed := len(members(o, "properties")) > 0
		open := !listed && other != jsondoc.Raw("false") && (o != r.root || isSchema)
		switch {
		case o.Has("const") || o.Has("enum"):
			r.problemf(o, "an object cannot be one of the listed values in strict mode")
		case open || !listed && r.patterned[o]:
			r.problemf(o, "an object with names of any kind (a map) cannot be said in strict mode")
		case isSchema || !given || other == jsondoc.Raw("true") || r.patterned[o]:
			r.lose(o, "additionalProperties", "other names than those listed cannot be given")
		}
		if !o.Has("properties") {
			o.Set("properties", jsondoc.NewObject())
		}
		if !o.Has("required") && r.profile.AllRequired {
			setNames(o, "required", nil)
		}
		o.Set("additionalProperties", jsondoc.FromBool(false))
	})
}
