package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/schema"
)

// compare says how a tool differs from its file, if it does.
func compare(old []byte, there bool, now []byte) (Finding, bool) {
	after, err := parse(now)
	if err != nil {
		return Finding{Kind: Corrupt, Reason: err.Error()}, true // never: it was written here
	}
	name, _ := jsondoc.String(jsondoc.Child(after, "name"))
	if !there {
		return Finding{Tool: name, Kind: Missing}, true
	}
	before, err := parse(old)
	if err != nil {
		return Finding{Tool: name, Kind: Corrupt, Reason: err.Error()}, true
	}
	if other, _ := jsondoc.String(jsondoc.Child(before, "name")); other != name {
		return Finding{Tool: name, Kind: Corrupt, Reason: fmt.Sprintf("is of the tool %q", other)}, true
	}
	changes := changesOf(before, after)
	return Finding{Tool: name, Changes: changes}, len(changes) > 0
}

// leftover says what a file is that belongs to no tool.
func leftover(file string, text []byte) Finding {
	o, err := parse(text)
	if err != nil {
		return Finding{File: file, Kind: Foreign, Reason: err.Error()}
	}
	name, _ := jsondoc.String(jsondoc.Child(o, "name"))
	return Finding{File: file, Tool: name, Kind: Stale}
}

// changesOf lists what differs between two snapshots of a tool.
func changesOf(before, after *jsondoc.Object) []Change {
	var all []Change
	all = append(all, schemaChanges("input", schema.Input, jsondoc.Child(before, "inputSchema"), jsondoc.Child(after, "inputSchema"))...)
	inputChanged := len(all) > 0
	all = append(all, outputChanges(before, after)...)
	for _, name := range []string{"description", "source"} {
		all = append(all, valueChange(name, "", jsondoc.Child(before, name), jsondoc.Child(after, name))...)
	}
	hints, newHints := before.Object("hints"), after.Object("hints")
	for _, name := range names(hints, newHints) {
		all = append(all, valueChange("hints", name, jsondoc.Child(hints, name), jsondoc.Child(newHints, name))...)
	}
	all = append(all, dialectChanges(before.Object("dialects"), after.Object("dialects"), inputChanged)...)
	slices.SortStableFunc(all, func(a, b Change) int {
		switch {
		case a.Breaking == b.Breaking:
			return 0
		case a.Breaking:
			return -1
		default:
			return 1
		}
	})
	return all
}

// outputChanges compares output schemas, which a tool may have or not. Who reads
// results relies on the one that there was.
func outputChanges(before, after *jsondoc.Object) []Change {
	old, now := jsondoc.Child(before, "outputSchema"), jsondoc.Child(after, "outputSchema")
	switch {
	case old == nil && now == nil:
		return nil
	case old == nil:
		return []Change{{"output", "results have a schema now", "", false}}
	case now == nil:
		return []Change{{"output", "results have no schema any more", "readers relied on it", true}}
	}
	return schemaChanges("output", schema.Output, old, now)
}

func schemaChanges(part string, direction schema.Direction, before, after jsondoc.Value) []Change {
	old, now := jsondoc.Append(nil, before), jsondoc.Append(nil, after)
	if string(old) == string(now) {
		return nil
	}
	changes, err := schema.Diff(old, now, direction)
	if err != nil {
		return []Change{{part, err.Error(), "", true}}
	}
	var all []Change
	for _, c := range changes {
		all = append(all, Change{place(part, c.Path), c.Text, reason(c), c.Breaking})
	}
	if all == nil {
		all = append(all, Change{part, "is written in another way", "the same values are accepted, but models see the order of properties", false})
	}
	return all
}

// place names a part of a tool and a place in it.
func place(part, pointer string) string {
	if pointer == "" {
		return part
	}
	return part + " " + pointer
}

func reason(c schema.Change) string {
	const longest = 300
	if c.Witness == nil || len(c.Witness) > longest {
		return c.Reason
	}
	return fmt.Sprintf("%s; for instance %s", c.Reason, c.Witness)
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", "; ") }

func valueChange(part, name string, before, after jsondoc.Value) []Change {
	if name != "" {
		name += " "
	}
	switch {
	case text(before) == text(after):
		return nil
	case before == nil:
		return []Change{{part, fmt.Sprintf("%swas added: %s", name, keyword.Brief(after)), "", false}}
	case after == nil:
		return []Change{{part, fmt.Sprintf("%swas removed: %s", name, keyword.Brief(before)), "", false}}
	default:
		return []Change{{part, fmt.Sprintf("%schanged from %s to %s", name, keyword.Brief(before), keyword.Brief(after)), "", false}}
	}
}

// dialectChanges compares renderings. Where the schema itself changed, they follow
// it, and one line is enough.
func dialectChanges(before, after *jsondoc.Object, follows bool) []Change {
	var all []Change
	var followed []string
	for _, name := range names(before, after) {
		old, now := before.Object(name), after.Object(name)
		switch {
		case text(jsondoc.Child(before, name)) == text(jsondoc.Child(after, name)):
		case old == nil:
			all = append(all, Change{name, "was added", "", false})
		case now == nil:
			all = append(all, Change{name, "is not asked for any more", "", false})
		case now.Has("error") && !old.Has("error"):
			reason, _ := jsondoc.String(jsondoc.Child(now, "error"))
			all = append(all, Change{name, "the provider cannot be told any more", oneLine(reason), true})
		case follows:
			followed = append(followed, name)
		default:
			all = append(all, renderingChanges(name, old, now)...)
		}
	}
	if followed != nil {
		all = append(all, Change{strings.Join(followed, ", "), "changed with the input", "", false})
	}
	return all
}

func renderingChanges(name string, old, now *jsondoc.Object) []Change {
	was, is := jsondoc.Child(old, "schema"), jsondoc.Child(now, "schema")
	var all []Change
	if was != nil && is != nil {
		all = schemaChanges(name, schema.Input, was, is)
	} else {
		all = valueChange(name, "the schema", was, is)
	}
	for _, part := range []string{"losses", "error"} {
		all = append(all, valueChange(name, "its list of "+part, jsondoc.Child(old, part), jsondoc.Child(now, part))...)
	}
	return all
}

func text(v jsondoc.Value) string {
	if v == nil {
		return ""
	}
	return string(jsondoc.Append(nil, v))
}

// names are those of the newer object, then those that only the older one has.
func names(before, after *jsondoc.Object) []string {
	all := after.Names()
	for _, n := range before.Names() {
		if !after.Has(n) {
			all = append(all, n)
		}
	}
	return all
}
