package sample

import (
	"slices"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// hop leads from one schema to another: to that of a part of its values, or to
// another one for the same values.
type hop struct {
	from, to string // pointers
	place    func(s *Sampler, from string, v jsondoc.Value) (jsondoc.Value, bool)
}

// Embed makes an instance of the whole document that has a value where the schema
// at a JSON Pointer speaks of it. It returns false where no way leads there, or
// what comes of it is not accepted.
func (s *Sampler) Embed(pointer string, v jsondoc.Value) (jsondoc.Value, bool) {
	way, ok := s.way(pointer)
	for i := len(way) - 1; i >= 0 && ok; i-- {
		v, ok = way[i].place(s, way[i].from, v)
	}
	return v, ok && s.Accepts("", v)
}

// way is the shortest way from the root to a schema.
func (s *Sampler) way(pointer string) ([]hop, bool) {
	if s.came == nil {
		s.came = s.ways()
	}
	if _, met := s.came[pointer]; !met {
		return nil, false
	}
	var way []hop
	for at := pointer; at != ""; at = s.came[at].from {
		way = append(way, s.came[at])
	}
	slices.Reverse(way)
	return way, true
}

// ways has the last hop of the shortest way to each schema that can be reached.
func (s *Sampler) ways() map[string]hop {
	came := map[string]hop{"": {}}
	for queue := []string{""}; len(queue) > 0; queue = queue[1:] {
		for _, h := range s.hops(queue[0]) {
			if _, met := came[h.to]; !met {
				came[h.to] = h
				queue = append(queue, h.to)
			}
		}
	}
	return came
}

// hops are the ways that lead on from a schema.
func (s *Sampler) hops(from string) []hop {
	o, _ := jsondoc.At(s.root, from).(*jsondoc.Object)
	var all []hop
	if target, ok := reference(o); ok {
		all = append(all, hop{from, target, same})
	}
	for _, name := range []string{"if", "then", "else"} {
		if o.Has(name) {
			all = append(all, hop{from, from + "/" + name, same})
		}
	}
	if o.Has("propertyNames") {
		all = append(all, hop{from, from + "/propertyNames", asName})
	}
	for _, m := range o.Object("properties").Names() {
		all = append(all, hop{from, from + "/properties/" + jsondoc.EscapePointer(m), inObject(m)})
	}
	for _, name := range []string{"allOf", "anyOf", "oneOf", "prefixItems"} {
		list, _ := jsondoc.At(o, "/"+name).(jsondoc.Array)
		for i := range list {
			step := same
			if name == "prefixItems" {
				step = inList(i)
			}
			all = append(all, hop{from, from + "/" + name + "/" + strconv.Itoa(i), step})
		}
	}
	if o.Has("items") {
		prefix, _ := jsondoc.At(o, "/prefixItems").(jsondoc.Array)
		all = append(all, hop{from, from + "/items", inList(len(prefix))})
	}
	if o.Has("additionalProperties") {
		all = append(all, hop{from, from + "/additionalProperties", underOther})
	}
	for _, expr := range o.Object("patternProperties").Names() {
		for _, name := range matches(expr)[:min(len(matches(expr)), 1)] {
			all = append(all, hop{from, from + "/patternProperties/" + jsondoc.EscapePointer(expr), inObject(name)})
		}
	}
	return all
}

func same(_ *Sampler, _ string, v jsondoc.Value) (jsondoc.Value, bool) { return v, true }

// inObject puts a value under a name, beside what else is required.
func inObject(name string) func(*Sampler, string, jsondoc.Value) (jsondoc.Value, bool) {
	return func(s *Sampler, from string, v jsondoc.Value) (jsondoc.Value, bool) {
		at, ok := s.at(from)
		if !ok {
			return nil, false
		}
		required, _ := jsondoc.At(at.keywords, "/required").(jsondoc.Array)
		at.keywords.Set("required", slices.DeleteFunc(slices.Clone(required), func(r jsondoc.Value) bool {
			n, _ := jsondoc.String(r)
			return n == name
		}))
		base, ok := s.base(at)
		if !ok {
			return nil, false
		}
		return with(base, name, v), true
	}
}

// asName gives something the name that a value is.
func asName(s *Sampler, from string, v jsondoc.Value) (jsondoc.Value, bool) {
	at, ok := s.at(from)
	name, isName := jsondoc.String(v)
	if !ok || !isName {
		return nil, false
	}
	value, ok := s.property(at, name)
	if !ok {
		return nil, false
	}
	return inObject(name)(s, from, value)
}

func underOther(s *Sampler, from string, v jsondoc.Value) (jsondoc.Value, bool) {
	at, ok := s.at(from)
	if !ok {
		return nil, false
	}
	return inObject(s.unlistedName(at, 0))(s, from, v)
}

// inList puts a value at a place of a list that is no longer than it has to be.
func inList(i int) func(*Sampler, string, jsondoc.Value) (jsondoc.Value, bool) {
	return func(s *Sampler, from string, v jsondoc.Value) (jsondoc.Value, bool) {
		at, ok := s.at(from)
		if !ok {
			return nil, false
		}
		list, ok := s.list(at, i)
		if !ok {
			return nil, false
		}
		list = append(list, v)
		for n := count(at, "minItems"); len(list) < min(n, longestText); {
			item, ok := s.item(at, len(list), list, jsondoc.At(at.keywords, "/uniqueItems") == jsondoc.Raw("true"))
			if !ok {
				return nil, false
			}
			list = append(list, item)
		}
		return list, true
	}
}
