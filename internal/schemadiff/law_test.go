package schemadiff_test

import (
	"flag"
	"math/rand/v2"
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

// mutate changes one of the schemas in a document.
func mutate(root *jsondoc.Object, pick func(n int) int) {
	var all []*jsondoc.Object
	keyword.Each(root, "", func(o *jsondoc.Object, _ string) { all = append(all, o) })
	o := all[pick(len(all))]
	switch other := agree.ForeignSchema(pick); {
	case len(o.Members) > 0 && pick(3) == 0:
		o.Delete(o.Members[pick(len(o.Members))].Name)
	case pick(2) == 0:
		m := other.Members[pick(len(other.Members))]
		o.Set(m.Name, m.Value)
	default:
		var donors []*jsondoc.Object
		keyword.Each(other, "", func(o *jsondoc.Object, _ string) { donors = append(donors, o) })
		donor := donors[pick(len(donors))]
		if len(donor.Members) > 0 {
			m := donor.Members[pick(len(donor.Members))]
			o.Set(m.Name, m.Value)
		}
	}
}
