package toolnexus

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/plan"
	"github.com/toolnexus/go-sdk/schema"
)

// repairsKey is where metadata holds the leniencies that a call needed.
const repairsKey = "repairs"

// withoutNulls returns the tool with functions that do not see null where the
// input schema lets a property be absent but not null; see [Toolkit.Execute].
// The schema is read when a null first comes.
func withoutNulls(tool Tool) Tool {
	execute, safe, source := tool.Execute, tool.ConcurrencySafe, tool.InputSchema
	rules := sync.OnceValue(func() *nullSchema { return readNullSchema(source) })
	drop := func(args json.RawMessage) (json.RawMessage, []schema.Repair) {
		if !bytes.Contains(args, []byte("null")) {
			return args, nil
		}
		return rules().drop(args)
	}
	if execute != nil {
		tool.Execute = func(ctx context.Context, args json.RawMessage) ToolResult {
			args, repairs := drop(args)
			return noted(execute(ctx, args), repairs)
		}
	}
	if safe != nil {
		tool.ConcurrencySafe = func(args json.RawMessage) bool {
			args, _ = drop(args)
			return safe(args)
		}
	}
	return tool
}

// noted puts repairs before those that the tool noted itself. A tool may keep
// something else there; that stays.
func noted(r ToolResult, repairs []schema.Repair) ToolResult {
	if len(repairs) == 0 {
		return r
	}
	switch own := r.Metadata[repairsKey].(type) {
	case nil:
		return r.WithMetadata(repairsKey, slices.Clip(repairs))
	case []schema.Repair:
		return r.WithMetadata(repairsKey, slices.Concat(repairs, own))
	default:
		return r
	}
}

// drop takes out of args each null that stands for an absent property. Where
// there is none, and where args are not good JSON, it returns args themselves.
func (n *nullSchema) drop(args json.RawMessage) (json.RawMessage, []schema.Repair) {
	if n == nil {
		return args, nil
	}
	doc, err := jsondoc.Parse(args)
	if err != nil {
		return args, nil // what is wrong is for the tool to say
	}
	p := pruner{steps: minPruneSteps + 8*len(args)}
	p.value(doc, []view{{schema: n}}, nil)
	if len(p.repairs) == 0 || p.steps < 0 {
		return args, nil
	}
	pruned := jsondoc.Append(nil, doc)
	if mendsText(args, pruned) {
		return args, nil
	}
	return pruned, p.repairs
}

// mendsText reports whether reading and writing has replaced bytes that are no
// text, such as half a surrogate pair. Such arguments are not good JSON.
func mendsText(before, after []byte) bool {
	const replacement = "\uFFFD"
	meant := bytes.Count(before, []byte(replacement)) + bytes.Count(bytes.ToLower(before), []byte(`\ufffd`))
	return bytes.Count(after, []byte(replacement)) > meant
}

// minPruneSteps bounds the work for one call, together with the size of the
// arguments: a schema from outside may make every value meet every part of it.
const minPruneSteps = 1 << 18

const null = jsondoc.Raw("null")

// pruner takes nulls out of a document.
type pruner struct {
	repairs []schema.Repair
	steps   int   // left; below zero, the result is of no use
	forms   []int // of each choice that is open, how many forms there are
}

// view is a schema that a value meets, in any case or if a form of a choice is
// taken.
type view struct {
	schema *nullSchema
	choice int // 1 is the first of the pruner's choices; 0 is none
	form   int
}

func (v view) isSure() bool { return v.choice == 0 }

// spot is where a value is. It is spelled where a null is taken out.
type spot struct {
	up   *spot
	name string
}

func (s *spot) pointer() string {
	if s == nil {
		return ""
	}
	return s.up.pointer() + "/" + jsondoc.EscapePointer(s.name)
}

func (p *pruner) value(v jsondoc.Value, views []view, at *spot) {
	if len(views) == 0 || p.steps < 0 {
		return
	}
	switch v := v.(type) {
	case *jsondoc.Object:
		views, elsewhere := p.expand(v, views)
		p.object(v, views, elsewhere, at)
	case jsondoc.Array:
		views, _ = p.expand(v, views)
		for i, item := range v {
			p.value(item, itemViews(views, i), &spot{at, strconv.Itoa(i)})
		}
	}
}

func (p *pruner) object(o *jsondoc.Object, views []view, elsewhere map[string]bool, at *spot) {
	kept := o.Members[:0]
	for _, m := range o.Members {
		p.steps -= len(views)
		where := &spot{at, m.Name}
		if m.Value == null && p.isAbsent(views, elsewhere, m.Name) {
			p.repairs = append(p.repairs, schema.Repair{Path: where.pointer(), Kind: plan.RepairNull})
			continue
		}
		p.value(m.Value, memberViews(views, m.Name), where)
		kept = append(kept, m)
	}
	o.Members = kept
}

// expand adds the schemas that those of the views lead to for the same value.
// Of the forms of a choice it leaves out those that the value cannot have; a
// form that is left alone is no choice any more. The names that forms declare that
// were left out are those of elsewhere: a declaration that unites all forms has
// them, too. Choices within forms of choices are left alone.
func (p *pruner) expand(v jsondoc.Value, views []view) (out []view, elsewhere map[string]bool) {
	seen := map[view]bool{}
	for todo := slices.Clone(views); len(todo) > 0 && p.steps >= 0; p.steps-- {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		out = append(out, at)
		for _, s := range at.schema.all {
			todo = append(todo, view{s, at.choice, at.form})
		}
		for _, forms := range at.schema.choices {
			var fitting []*nullSchema
			for _, s := range forms {
				if p.mayFit(v, s, maxChain) {
					fitting = append(fitting, s)
				} else {
					elsewhere = p.declares(s, elsewhere)
				}
			}
			switch {
			case len(fitting) == 1:
				todo = append(todo, view{fitting[0], at.choice, at.form})
			case at.isSure():
				p.forms = append(p.forms, len(fitting))
				for i, s := range fitting {
					todo = append(todo, view{s, len(p.forms), i})
				}
			}
		}
	}
	return out, elsewhere
}

// declares adds the names that a form declares.
func (p *pruner) declares(s *nullSchema, names map[string]bool) map[string]bool {
	for range maxChain { // through references
		p.steps -= len(s.properties)
		for name := range s.properties {
			if names == nil {
				names = map[string]bool{}
			}
			names[name] = true
		}
		if len(s.all) != 1 || p.steps < 0 {
			break
		}
		s = s.all[0]
	}
	return names
}

// maxChain is how many references deep mayFit looks.
const maxChain = 8

// mayFit reports whether a value, an object or an array, could be of a schema
// that is one of several forms. It looks at the type and at properties that
// tell forms apart by a fixed string.
func (p *pruner) mayFit(v jsondoc.Value, s *nullSchema, chain int) bool {
	if p.steps--; p.steps < 0 || chain == 0 {
		return true
	}
	o, isObject := v.(*jsondoc.Object)
	kind := "array"
	if isObject {
		kind = "object"
	}
	if len(s.types) > 0 && !slices.Contains(s.types, kind) {
		return false
	}
	if isObject && !p.membersMayFit(o, s) {
		return false
	}
	return !slices.ContainsFunc(s.all, func(s *nullSchema) bool { return !p.mayFit(v, s, chain-1) })
}

// membersMayFit looks at the properties that tell forms apart by a fixed value, at
// those that are required, and at names that the form does not take.
func (p *pruner) membersMayFit(o *jsondoc.Object, s *nullSchema) bool {
	if len(s.fixed) == 0 && len(s.required) == 0 && !s.closed {
		return true
	}
	p.steps -= len(o.Members)
	missing := len(s.required)
	for _, m := range o.Members {
		raw, isScalar := m.Value.(jsondoc.Raw)
		values, told := s.fixed[m.Name]
		declared := s.properties[m.Name]
		if s.required[m.Name] {
			missing--
		}
		switch {
		case raw == null && s.required[m.Name] && declared != nil && declared.noNull:
			return false
		case raw == null:
		case told && isScalar && !values[keyword.Canonical(raw)]:
			return false
		case s.closed && declared == nil:
			return false
		}
	}
	return missing <= 0
}

// isAbsent reports whether null for a property means that it is not there: it is
// declared and not required, and null for it is refused.
func (p *pruner) isAbsent(views []view, elsewhere map[string]bool, name string) bool {
	declared, refused := elsewhere[name], false
	refusing := map[view]bool{} // the forms that do, without their schemas
	for _, v := range views {
		if v.isSure() && v.schema.required[name] {
			return false
		}
		declared = declared || v.schema.properties[name] != nil
		if v.schema.refusesNullFor(name) {
			refused = refused || v.isSure()
			refusing[view{nil, v.choice, v.form}] = true
		}
	}
	if !declared || refused {
		return declared
	}
	left := map[int]int{} // of each choice, the forms that do not refuse it
	for form := range refusing {
		if _, met := left[form.choice]; !met {
			left[form.choice] = p.forms[form.choice-1]
		}
		left[form.choice]--
	}
	return slices.Contains(slices.Collect(maps.Values(left)), 0)
}

// refusesNullFor reports whether a schema by itself refuses null for a name.
func (n *nullSchema) refusesNullFor(name string) bool {
	if s, ok := n.properties[name]; ok {
		return s.noNull
	}
	return n.closed || n.others != nil && n.others.noNull
}

// memberViews are the schemas that the value of a name meets.
func memberViews(views []view, name string) []view {
	var out []view
	for _, v := range views {
		s, ok := v.schema.properties[name]
		if !ok {
			s = v.schema.others
		}
		if s != nil {
			out = append(out, view{s, v.choice, v.form})
		}
	}
	return out
}

// itemViews are the schemas that the item at an index meets.
func itemViews(views []view, i int) []view {
	var out []view
	for _, v := range views {
		s := v.schema.items
		if i < len(v.schema.prefix) {
			s = v.schema.prefix[i]
		}
		if s != nil {
			out = append(out, view{s, v.choice, v.form})
		}
	}
	return out
}
