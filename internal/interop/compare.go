package interop

import (
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// A Difference is a keyword that our schema and that of a judge have with
// different values; nil stands for none.
type Difference struct {
	Path         string
	Keyword      string // empty where a schema stands where the other has none
	Ours, Theirs any
	InOurs       map[string]any // the schemas that have the keyword, or lack it
	InTheirs     map[string]any
}

// Compare finds the differences of two schemas. They are what [json.Unmarshal]
// makes of them, or nil.
func Compare(ours, theirs any, differ func(Difference)) {
	compareAt("", nil, nil, ours, theirs, differ)
}

// compare finds the keywords that differ in two schemas and those below.
func compare(path string, ours, theirs map[string]any, differ func(Difference)) {
	for _, keyword := range union(ours, theirs) {
		o, t := ours[keyword], theirs[keyword]
		switch keyword {
		case "properties", "$defs":
			om, oIs := o.(map[string]any)
			tm, tIs := t.(map[string]any)
			if oIs && tIs {
				for _, name := range union(om, tm) {
					compareAt(path+"/"+keyword+"/"+name, ours, theirs, om[name], tm[name], differ)
				}
				continue
			}
		case "items", "additionalProperties", "not":
			compareAt(path+"/"+keyword, ours, theirs, o, t, differ)
			continue
		case "anyOf", "oneOf", "allOf":
			os, oIs := o.([]any)
			ts, tIs := t.([]any)
			if oIs && tIs && len(os) == len(ts) {
				for i := range os {
					compareAt(path+"/"+keyword+"/"+strconv.Itoa(i), ours, theirs, os[i], ts[i], differ)
				}
				continue
			}
		}
		if !reflect.DeepEqual(o, t) {
			differ(Difference{path, keyword, o, t, ours, theirs})
		}
	}
}

// compareAt compares what stands in the same place of two schemas: schemas, or
// whatever else is there.
func compareAt(path string, in, inTheirs map[string]any, ours, theirs any, differ func(Difference)) {
	o, oIs := ours.(map[string]any)
	t, tIs := theirs.(map[string]any)
	switch {
	case oIs && tIs:
		compare(path, o, t, differ)
	case !reflect.DeepEqual(ours, theirs):
		differ(Difference{path, "", ours, theirs, in, inTheirs})
	}
}

// union is the keys of both, sorted.
func union(a, b map[string]any) []string {
	var keys []string
	for k := range a {
		keys = append(keys, k)
	}
	for k := range b {
		if _, both := a[k]; !both {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// An Excuse is the reason for differences that are meant.
type Excuse struct {
	Reason string
	Fits   func(Difference) bool
}

// Excuses are the reasons for all differences that are meant.
type Excuses []Excuse

// Check fails the test for each difference without an excuse, and for each
// excuse that nothing needs any more. Differences are by the name of the schema.
func (es Excuses) Check(t testing.TB, found map[string][]Difference) {
	t.Helper()
	used := make([]int, len(es))
	for name, differences := range found {
		for _, d := range differences {
			i := slices.IndexFunc(es, func(e Excuse) bool { return e.Fits(d) })
			if i < 0 {
				t.Errorf("%s: at %s, %s: ours is %s, theirs %s", name, d.Path, d.Keyword,
					Marshal(t, d.Ours), Marshal(t, d.Theirs))
				continue
			}
			used[i]++
		}
	}
	for i, e := range es {
		if used[i] == 0 {
			t.Errorf("nothing needs the excuse: %s", e.Reason)
		}
		t.Logf("%d times: %s", used[i], e.Reason)
	}
}
