package schemadiff_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/schemadiff"
)

var checks = flag.Int("agree.checks", 2000, "how many instances of 100 pairs of schemas are tried")

// TestAgree: what no change narrows, the new schema accepts as the old one did;
// and what no change widens, the old one accepted before. What a witness shows is
// so. The judge is an independent validator.
func TestAgree(t *testing.T) {
	agree.Repeatable()
	counts := map[schemadiff.Effect]int{}
	lost, gained := map[bool]int{}, map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		before := agree.ForeignSchema(pick)
		for range pick(3) {
			enrich(before, pick)
		}
		after, _ := jsondoc.Clone(before).(*jsondoc.Object)
		for range 1 + pick(3) {
			mutate(after, pick)
		}
		old, errOld := agree.NewGenerator(jsondoc.Append(nil, before))
		now, errNew := agree.NewGenerator(jsondoc.Append(nil, after))
		if errOld != nil || errNew != nil {
			return // mutated into no schema
		}
		effect := schemadiff.Said
		changes := schemadiff.Diff(before, after)
		for _, c := range changes {
			effect = together(effect, c.Effect)
		}
		counts[effect]++
		witnesses := schemadiff.NewWitnesses(before, after)
		for _, c := range changes {
			if c.Effect == schemadiff.Narrowed || c.Effect == schemadiff.Altered {
				lost[shows(t, witnesses.Lost, c, old, now)]++
			}
			if c.Effect == schemadiff.Widened || c.Effect == schemadiff.Altered {
				gained[shows(t, witnesses.Gained, c, now, old)]++
			}
		}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		if effect == schemadiff.Said || effect == schemadiff.Widened {
			includes(t, old, now, rnd, changes, before, after)
		}
		if effect == schemadiff.Said || effect == schemadiff.Narrowed {
			includes(t, now, old, rnd, changes, before, after)
		}
	})
	for _, e := range []schemadiff.Effect{schemadiff.Said, schemadiff.Widened, schemadiff.Narrowed, schemadiff.Altered} {
		if counts[e] == 0 {
			t.Errorf("no pair of schemas was %s", e)
		}
	}
	for _, found := range []map[bool]int{lost, gained} {
		if found[true] == 0 {
			t.Errorf("no witness for any of %d changes", found[false])
		}
	}
}

// shows checks the witness of a change, and reports whether there is one.
func shows(t *rapid.T, find func(schemadiff.Change) (jsondoc.Value, bool), c schemadiff.Change, accepts, refuses *agree.Generator) bool {
	witness, ok := find(c)
	if !ok {
		return false
	}
	text := jsondoc.Append(nil, witness)
	if err := accepts.Oracle().Refuses(text); err != nil {
		t.Fatalf("the witness %s of %v is not accepted: %v", text, c, err)
	}
	if refuses.Oracle().Refuses(text) == nil {
		t.Fatalf("the witness %s of %v is not refused", text, c)
	}
	return true
}

func together(a, b schemadiff.Effect) schemadiff.Effect {
	switch {
	case a == schemadiff.Said || a == b:
		return b
	case b == schemadiff.Said:
		return a
	}
	return schemadiff.Altered
}

// includes checks that one schema accepts what another accepts.
func includes(t *rapid.T, narrow, wide *agree.Generator, rnd *rand.Rand, changes []schemadiff.Change, before, after jsondoc.Value) {
	for range *checks / 100 {
		instance := narrow.Instance(rnd, agree.RandomMode(rnd))
		if narrow.Oracle().Refuses(instance) != nil {
			continue
		}
		if err := wide.Oracle().Refuses(instance); err != nil && !strings.Contains(err.Error(), "reference cycle") {
			t.Fatalf("the changes do not tell of %s\n%v\nold: %s\nnew: %s\n%v",
				instance, err, jsondoc.Append(nil, before), jsondoc.Append(nil, after), changes)
		}
	}
}

// TestAgreeOnWhatOthersDoNotSpeakOf: where a keyword is for whatever others leave,
// what those speak of matters, whatever they say of it. All instances are tried.
func TestAgreeOnWhatOthersDoNotSpeakOf(t *testing.T) {
	rest := []string{`"unevaluatedProperties":false`, `"unevaluatedProperties":{"type":"string"}`, `"title":"T"`}
	parts := []string{
		`{}`, `{"properties":{"a":true}}`, `{"properties":{"a":{"type":"string"}},"required":["a"]}`, `{"properties":{"b":{"type":"string"}}}`,
		`{"properties":{"a":true,"b":true}}`, `{"additionalProperties":true}`, `{"patternProperties":{"^a":true}}`, `{"$ref":"#/$defs/A"}`,
	}
	instances := []string{`{}`}
	for _, a := range []string{`"a":"x"`, `"a":1`} {
		for _, b := range []string{`"b":"x"`, `"b":1`} {
			instances = append(instances, "{"+a+"}", "{"+b+"}", "{"+a+","+b+"}")
		}
	}
	counts := map[schemadiff.Effect]int{}
	rapid.Check(t, func(t *rapid.T) {
		one := func(of []string) string { return of[rapid.IntRange(0, len(of)-1).Draw(t, "n")] }
		form := one([]string{`"allOf":[%,%]`, `"anyOf":[%,%]`, `"$ref":"#/$defs/A","allOf":[%]`, `"properties":{"a":true},"anyOf":[%]`})
		ending := "," + one(rest) + "}"
		draw := func() string {
			text := form
			for strings.Contains(text, "%") {
				text = strings.Replace(text, "%", one(parts), 1)
			}
			return `{"$defs":{"A":` + one(parts[:len(parts)-1]) + `},` + text + ending
		}
		before, after := draw(), draw()
		agreeOn(t, before, after, instances, counts)
	})
	for _, e := range []schemadiff.Effect{schemadiff.Said, schemadiff.Widened, schemadiff.Narrowed, schemadiff.Altered} {
		if counts[e] == 0 {
			t.Errorf("no pair of schemas was %s", e)
		}
	}
}

// agreeOn compares two schemas, and what an independent validator finds of some
// instances.
func agreeOn(t *rapid.T, before, after string, instances []string, counts map[schemadiff.Effect]int) {
	old, err := agree.NewOracle([]byte(before))
	if err != nil {
		t.Fatal(err)
	}
	now, err := agree.NewOracle([]byte(after))
	if err != nil {
		t.Fatal(err)
	}
	was, _ := jsondoc.Parse([]byte(before))
	is, _ := jsondoc.Parse([]byte(after))
	effect := schemadiff.Said
	changes := schemadiff.Diff(was, is)
	for _, c := range changes {
		effect = together(effect, c.Effect)
	}
	counts[effect]++
	for _, instance := range instances {
		did, does := old.Refuses([]byte(instance)) == nil, now.Refuses([]byte(instance)) == nil
		if did && !does && (effect == schemadiff.Said || effect == schemadiff.Widened) ||
			!did && does && (effect == schemadiff.Said || effect == schemadiff.Narrowed) {
			t.Fatalf("the changes do not tell of %s\nold: %s\nnew: %s\n%v", instance, before, after, changes)
		}
	}
}

// enrich adds to one of the schemas in a document what schemas seldom have: a
// keyword for what others do not speak of, a reference beside demands, or a choice.
func enrich(root *jsondoc.Object, pick func(n int) int) {
	name := []string{"unevaluatedProperties", "unevaluatedItems", "$ref", "anyOf", "allOf"}[pick(5)]
	values := []string{"false", "true", `{"type":"string"}`}
	switch name {
	case "$ref":
		values = []string{`"#/$defs/A"`, `"#/$defs/B"`}
	case "anyOf", "allOf":
		values = []string{
			`[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":true}}]`,
			`[{"$ref":"#/$defs/A"},{"type":["string","null"]}]`,
			`[{"items":{"type":"integer"}},{"prefixItems":[true]}]`,
			`[{"type":"null"},{"type":"string"}]`,
		}
	}
	v, _ := jsondoc.Parse([]byte(values[pick(len(values))]))
	all := schemas(root)
	o := all[pick(len(all))]
	o.Set(name, v)
	if strings.HasPrefix(name, "unevaluated") { // not spoken of by others
		o.Delete("additionalProperties")
		o.Delete("items")
	}
}

func schemas(root *jsondoc.Object) (all []*jsondoc.Object) {
	keyword.Walk(root, func(o *jsondoc.Object) { all = append(all, o) })
	return all
}

// mutate changes one of the schemas in a document.
func mutate(root *jsondoc.Object, pick func(n int) int) {
	if pick(4) == 0 {
		enrich(root, pick)
		return
	}
	all := schemas(root)
	o := all[pick(len(all))]
	donors := schemas(agree.ForeignSchema(pick))
	switch donor := donors[pick(len(donors))]; {
	case len(o.Members) > 0 && pick(3) == 0:
		o.Delete(o.Members[pick(len(o.Members))].Name)
	case pick(2) == 0:
		m := donors[0].Members[pick(len(donors[0].Members))]
		o.Set(m.Name, m.Value)
	case len(donor.Members) > 0:
		m := donor.Members[pick(len(donor.Members))]
		o.Set(m.Name, m.Value)
	}
	if list, ok := o.Lookup("anyOf"); ok && pick(2) == 0 {
		if forms, ok := list.(jsondoc.Array); ok {
			slices.Reverse(forms)
		}
	}
	if properties := o.Object("properties"); properties != nil && len(properties.Members) > 0 && pick(2) == 0 {
		properties.Delete(properties.Members[0].Name)
	}
}
