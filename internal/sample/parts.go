package sample

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// arrays yields lists of a view: the shortest, then those at the borders of its
// lengths, then with other items.
func (s *Sampler) arrays(v view, yield func(jsondoc.Value) bool) bool {
	least, greatest := count(v, "minItems"), count(v, "maxItems")
	first := max(least, s.leastContained(v), 0)
	for _, n := range append([]int{first, 0, 1, 2}, lengths(least, greatest)...) {
		if list, ok := s.list(v, n); ok && !yield(list) {
			return false
		}
	}
	n := max(first, 1)
	list, ok := s.list(v, n)
	if !ok {
		return true
	}
	for i := range n + 1 {
		for item := range s.otherItems(v, i) {
			other := slices.Clone(list)
			if i < n {
				other[i] = item
			} else {
				other = append(other, item)
			}
			if !yield(other) {
				return false
			}
		}
	}
	return true
}

// leastContained is how many items a demand on some of them asks for.
func (s *Sampler) leastContained(v view) int {
	switch {
	case !v.keywords.Has("contains"):
		return 0
	case v.keywords.Has("minContains"):
		return count(v, "minContains")
	default:
		return 1
	}
}

// list makes a list of n items.
func (s *Sampler) list(v view, n int) (jsondoc.Array, bool) {
	list := jsondoc.Array{}
	distinct := jsondoc.At(v.keywords, "/uniqueItems") == jsondoc.Raw("true")
	for i := range min(n, longestText) {
		item, ok := s.item(v, i, list, distinct)
		if !ok {
			return nil, false
		}
		list = append(list, item)
	}
	return list, true
}

// item makes the item at a place of a list.
func (s *Sampler) item(v view, i int, others jsondoc.Array, distinct bool) (jsondoc.Value, bool) {
	at := v.itemAt(i)
	if at == "" && v.keywords.Has("contains") {
		at = v.child("contains")
	}
	if !distinct {
		return s.firstOr(at, anything[0])
	}
	if at == "" {
		return jsondoc.FromInt(i), true
	}
	for c := range s.each(at) {
		same := func(other jsondoc.Value) bool { return text(other) == text(c) }
		if s.Accepts(at, c) && !slices.ContainsFunc(others, same) {
			return c, true
		}
	}
	return jsondoc.FromInt(i), s.Accepts(at, jsondoc.FromInt(i))
}

// itemAt is the pointer of the schema of one item, or "" where there is none.
func (v view) itemAt(i int) string {
	if prefix, _ := jsondoc.At(v.keywords, "/prefixItems").(jsondoc.Array); i < len(prefix) {
		return v.child("prefixItems") + "/" + strconv.Itoa(i)
	}
	return v.child("items")
}

// otherItems are values beside the first for the item at a place.
func (s *Sampler) otherItems(v view, i int) func(yield func(jsondoc.Value) bool) {
	if at := v.itemAt(i); at != "" && s.room() > 0 {
		return s.each(at)
	}
	return slices.Values(anything)
}

func (s *Sampler) firstOr(pointer string, other jsondoc.Value) (jsondoc.Value, bool) {
	if pointer == "" {
		return other, true
	}
	return s.First(pointer)
}

func text(v jsondoc.Value) string { return string(jsondoc.Append(nil, v)) }

// objects yields objects of a view: with what is required, with each of the other
// properties, with all of them, with names that are not listed, and without each
// of the required ones.
func (s *Sampler) objects(v view, yield func(jsondoc.Value) bool) bool {
	base, ok := s.base(v)
	if !ok {
		return true
	}
	all := base
	least := s.filled(v, base, count(v, "minProperties"))
	if !yield(least) {
		return false
	}
	for _, m := range v.keywords.Object("properties").Names() {
		if base.Has(m) {
			continue
		}
		value, ok := s.First(v.names[m])
		if !ok {
			continue
		}
		all = with(all, m, value)
		if !yield(with(least, m, value)) {
			return false
		}
	}
	others := []jsondoc.Value{all, base, s.filled(v, all, count(v, "maxProperties")), s.filled(v, all, count(v, "maxProperties")+1)}
	for _, value := range s.unlisted(v) {
		others = append(others, with(base, s.unlistedName(v, 0), value))
	}
	for _, name := range v.keywords.Object("properties").Names() {
		for _, value := range anything[:min(len(anything), s.room())] {
			others = append(others, with(base, name, value))
		}
	}
	others = append(others, s.oddNames(v, base)...)
	for name, m := range s.companions(v) {
		if value, ok := s.property(v, name); ok {
			others = append(others, s.together(v, with(base, name, value), m))
		}
	}
	for _, m := range base.Members {
		without, _ := jsondoc.Clone(base).(*jsondoc.Object)
		without.Delete(m.Name)
		others = append(others, without)
	}
	return yieldAll(others, yield)
}

// room is how many odd values are worth trying for a part: none deep inside.
func (s *Sampler) room() int {
	const deep = 2
	return max(0, deep+1-s.depth) * most
}

// base has what is required, and what that requires besides.
func (s *Sampler) base(v view) (*jsondoc.Object, bool) {
	o := &jsondoc.Object{}
	required := stringsOf(jsondoc.Child(v.keywords, "required"))
	beside := v.keywords.Object("dependentRequired")
	for i := 0; i < len(required); i++ {
		if o.Has(required[i]) {
			continue
		}
		value, ok := s.property(v, required[i])
		if !ok {
			return nil, false
		}
		o = with(o, required[i], value)
		required = append(required, stringsOf(jsondoc.Child(beside, required[i]))...)
	}
	return o, true
}

// property makes the value of a name.
func (s *Sampler) property(v view, name string) (jsondoc.Value, bool) {
	if at := v.names[name]; at != "" {
		return s.First(at)
	}
	return s.firstOr(v.child("additionalProperties"), anything[0])
}

// filled adds properties until there are n.
func (s *Sampler) filled(v view, o *jsondoc.Object, n int) *jsondoc.Object {
	for _, m := range v.keywords.Object("properties").Names() {
		if len(o.Members) >= n {
			return o
		}
		if value, ok := s.First(v.names[m]); ok && !o.Has(m) {
			o = with(o, m, value)
		}
	}
	for i := 0; len(o.Members) < min(n, longestText); i++ {
		value, ok := s.firstOr(v.child("additionalProperties"), anything[0])
		if !ok {
			return o
		}
		o = with(o, s.unlistedName(v, i), value)
	}
	return o
}

// oddNames are objects with names at the borders of what names may be.
func (s *Sampler) oddNames(v view, base *jsondoc.Object) []jsondoc.Value {
	at := v.child("propertyNames")
	if at == "" || s.room() == 0 {
		return nil
	}
	var all []jsondoc.Value
	for c := range s.each(at) {
		if name, ok := jsondoc.String(c); ok {
			if value, ok := s.property(v, name); ok {
				all = append(all, with(base, name, value))
			}
		}
	}
	return all
}

// companions are the names that require others, in order, with those.
func (s *Sampler) companions(v view) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		beside := v.keywords.Object("dependentRequired")
		for _, name := range beside.Names() {
			if !yield(name, stringsOf(jsondoc.Child(beside, name))) {
				return
			}
		}
	}
}

func stringsOf(v jsondoc.Value) []string {
	list, _ := v.(jsondoc.Array)
	var all []string
	for _, item := range list {
		if s, ok := jsondoc.String(item); ok {
			all = append(all, s)
		}
	}
	return all
}

// together adds names.
func (s *Sampler) together(v view, o *jsondoc.Object, names []string) *jsondoc.Object {
	for _, name := range names {
		if value, ok := s.property(v, name); ok {
			o = with(o, name, value)
		}
	}
	return o
}

// unlisted are values for names that are not listed.
func (s *Sampler) unlisted(v view) []jsondoc.Value {
	var values []jsondoc.Value
	if at := v.child("additionalProperties"); at != "" && s.room() > 0 {
		values = slices.Collect(s.each(at))
	}
	return append(values, anything...)
}

// unlistedName is a name that no property has.
func (s *Sampler) unlistedName(v view, i int) string {
	if at := v.child("propertyNames"); at != "" {
		for c := range s.each(at) {
			name, ok := jsondoc.String(c)
			if ok && v.names[name] == "" && s.Accepts(at, c) {
				if i--; i < 0 {
					return name
				}
			}
		}
	}
	for ; ; i++ {
		if name := fmt.Sprintf("other%d", i+1); v.names[name] == "" {
			return name
		}
	}
}

// with is an object with one more member, or another one.
func with(o *jsondoc.Object, name string, value jsondoc.Value) *jsondoc.Object {
	next := &jsondoc.Object{Members: slices.Clone(o.Members)}
	next.Set(name, value)
	return next
}
