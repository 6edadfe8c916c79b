package dialect

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// maxBytes is the size beyond which a schema is not even read. No provider takes
// as much, and every request would carry it.
const maxBytes = 1 << 20

// Loss is something that the source demands and the rewritten schema does not,
// or something that the source accepts and the rewritten schema does not.
type Loss struct {
	Path      string // of the schema in the source, as a JSON Pointer; of a very long one, the middle is "…"
	Keyword   string
	Text      string
	Described bool // the description says it instead
}

// loss is a Loss before its path is spelled.
type loss struct {
	at            *spot
	keyword, text string
	described     bool
}

// Problem is a reason why a schema cannot be said, or would be refused.
type Problem struct {
	Path string // a JSON Pointer into the source
	Text string
}

// Result is a rewritten schema.
type Result struct {
	// Schema is compact. It is nil if the profile wants none, for a tool that
	// takes no arguments, and if there are problems other than exceeded limits.
	Schema json.RawMessage
	Losses []Loss
	// Optional counts the properties that may be left out, and Unions the
	// places with a choice of forms or types, null among them.
	Optional, Unions int
}

// Rewrite says a schema as the profile wants it. Where problems are returned
// together with a schema, the schema is right and only beyond the provider's
// limits.
func Rewrite(p *Profile, source []byte) (Result, []Problem) {
	for levels := unrolled; ; levels-- {
		r := &rewriter{
			profile: p, levels: levels, origin: map[*jsondoc.Object]*spot{},
			refs: map[*jsondoc.Object]*jsondoc.Object{}, sentences: map[*jsondoc.Object][]string{},
			patterned: map[*jsondoc.Object]bool{}, weakened: map[*jsondoc.Object]bool{},
		}
		result, problems := r.rewrite(source)
		if r.grown <= maxGrowth || levels == 1 {
			return result, problems
		}
	}
}

func (r *rewriter) rewrite(source []byte) (Result, []Problem) {
	r.root = r.read(source)
	for _, stage := range stages {
		if len(r.problems) > 0 {
			return Result{}, r.problems
		}
		if stage.wanted(r.profile) {
			stage.run(r)
		}
	}
	if len(r.problems) > 0 {
		return Result{}, r.problems
	}
	return r.result()
}

// A stage changes the whole schema in one respect. Stages rely on those before
// them: references are linked before anything moves, choices are settled before
// types, and types before keywords.
type stage struct {
	wanted func(*Profile) bool
	run    func(*rewriter)
}

func always(*Profile) bool     { return true }
func provider(p *Profile) bool { return p.Keywords != nil }

var stages = []stage{
	{always, (*rewriter).link},
	{always, (*rewriter).checkRoot},
	{func(p *Profile) bool { return p.Refs == Inlined }, (*rewriter).inline},
	{provider, (*rewriter).listConditional},
	{provider, (*rewriter).settleRemainders},
	{provider, (*rewriter).dropImpossible},
	{provider, (*rewriter).openRoot},
	{func(p *Profile) bool { return p.Keywords != nil && !p.AllOf }, (*rewriter).mergeAllOf},
	{func(p *Profile) bool { return p.Keywords != nil && !p.OneOf }, (*rewriter).loosenOneOf},
	{func(p *Profile) bool { return p.ChoiceAlone }, (*rewriter).settleChoices},
	{func(p *Profile) bool { return p.Refs == Alone }, (*rewriter).isolateRefs},
	{func(p *Profile) bool { return p.ChoiceAlone }, (*rewriter).describeRequired},
	{provider, (*rewriter).describeConditions},
	{provider, (*rewriter).giveTypes},
	{provider, (*rewriter).fitValues},
	{provider, (*rewriter).giveItems},
	{func(p *Profile) bool { return p.Keywords != nil && !p.TypeLists }, (*rewriter).splitTypes},
	{func(p *Profile) bool { return p.ChoiceAlone }, (*rewriter).flattenChoices},
	{func(p *Profile) bool { return p.Closed }, (*rewriter).closeObjects},
	{func(p *Profile) bool { return p.Nullable }, (*rewriter).markNullable},
	{provider, (*rewriter).keepKeywords},
	{func(p *Profile) bool { return p.OneOf }, (*rewriter).loosenWeakened},
	{func(p *Profile) bool { return p.AllRequired }, (*rewriter).requireAll},
	{func(p *Profile) bool { return p.RecursionOptional }, (*rewriter).loosenRecursion},
	{provider, (*rewriter).writeSentences},
	{func(p *Profile) bool { return p.AnyOfBare }, (*rewriter).bareChoices},
	{func(p *Profile) bool { return p.RecursionRefused }, (*rewriter).refuseRecursion},
	{func(p *Profile) bool { return p.UpperTypes }, (*rewriter).upperTypes},
}

type rewriter struct {
	profile *Profile
	root    *jsondoc.Object
	levels  int // how many times a recursive schema is written out

	// origin is where each schema was in the source. A schema that a stage makes
	// has the origin of the one that it was made from.
	origin map[*jsondoc.Object]*spot

	// refs are the references, once they are linked. The keyword $ref itself is
	// written back at the end.
	refs map[*jsondoc.Object]*jsondoc.Object

	// sentences are what descriptions will say besides; patterned are the objects
	// that had patterns of names.
	sentences map[*jsondoc.Object][]string
	patterned map[*jsondoc.Object]bool
	weakened  map[*jsondoc.Object]bool // the schemas that lost a demand

	losses   []loss
	problems []Problem
	grown    int
}

func (r *rewriter) problemf(at *jsondoc.Object, format string, args ...any) {
	r.problems = append(r.problems, Problem{r.origin[at].String(), fmt.Sprintf(format, args...)})
}

// lose reports a loss that no description makes good.
func (r *rewriter) lose(o *jsondoc.Object, name, text string) { r.report(o, name, text, false) }

// report notes a loss once.
func (r *rewriter) report(o *jsondoc.Object, name, text string, described bool) {
	r.weakened[o] = r.weakened[o] || !isAnnotation(name)
	r.losses = append(r.losses, loss{r.origin[o], name, text, described})
}

// each visits every schema that is in use: the root with all in it, and the
// targets of references with all in them.
func (r *rewriter) each(visit func(*jsondoc.Object)) {
	for o := range r.trees() {
		keyword.Walk(o, visit)
	}
}

// trees gives the root, and then every target of a reference once. References
// that are made on the way count.
func (r *rewriter) trees() iter.Seq[*jsondoc.Object] {
	return func(yield func(*jsondoc.Object) bool) {
		met := map[*jsondoc.Object]bool{r.root: true}
		for queue := []*jsondoc.Object{r.root}; len(queue) > 0 && len(r.problems) == 0; {
			next := queue[0]
			queue = queue[1:]
			if !yield(next) {
				return
			}
			keyword.Walk(next, func(o *jsondoc.Object) {
				if t := r.refs[o]; t != nil && !met[t] {
					met[t] = true
					queue = append(queue, t)
				}
			})
		}
	}
}

// maxGrowth bounds the schemas that rewriting one schema may make.
const maxGrowth = 20_000

// clone copies a schema and all schemas in it. Data is shared, since no stage
// changes it in place.
func (r *rewriter) clone(o *jsondoc.Object) *jsondoc.Object {
	r.grown++
	if r.grown > maxGrowth {
		if r.grown == maxGrowth+1 {
			r.problemf(o, "written out in full it gets too large, beyond %d schemas", maxGrowth)
		}
		return r.made(o)
	}
	c := r.made(o, holding(o).Members...)
	if t := r.refs[o]; t != nil {
		r.refs[c] = t
	}
	r.sentences[c] = slices.Clip(r.sentences[o])
	r.patterned[c], r.weakened[c] = r.patterned[o], r.weakened[o]
	keyword.Slots(c, func(slot *jsondoc.Value, _ ...string) {
		if child, ok := (*slot).(*jsondoc.Object); ok {
			*slot = r.clone(child)
		}
	})
	return c
}

// holding copies a schema and what holds its schemas, but not those.
func holding(o *jsondoc.Object) *jsondoc.Object {
	c := jsondoc.NewObject(slices.Clone(o.Members)...)
	for i := range c.Members {
		m := &c.Members[i]
		switch held := m.Value.(type) {
		case *jsondoc.Object:
			if keyword.HoldsOf(m.Name) == keyword.Named {
				m.Value = jsondoc.NewObject(slices.Clone(held.Members)...)
			}
		case jsondoc.Array:
			if keyword.HoldsOf(m.Name) == keyword.List {
				m.Value = slices.Clone(held)
			}
		}
	}
	return c
}

// made returns a schema that stands for one of the source.
func (r *rewriter) made(from *jsondoc.Object, members ...jsondoc.Member) *jsondoc.Object {
	o := jsondoc.NewObject(members...)
	r.origin[o] = r.origin[from]
	return o
}

// become replaces what o is by what other is.
func (r *rewriter) become(o, other *jsondoc.Object) {
	o.Members = other.Members
	r.sentences[o], r.patterned[o] = r.sentences[other], r.patterned[other]
	if t := r.refs[other]; t != nil {
		r.refs[o] = t
	} else {
		delete(r.refs, o)
	}
}

func (r *rewriter) result() (Result, []Problem) {
	if r.profile.NoEmptyRoot && len(members(r.root, "properties")) == 0 && r.root.Object("additionalProperties") == nil {
		return r.noSchema()
	}
	size := r.measure()
	problems := r.exceeded(size)
	r.nameRefs()
	if r.profile.Keywords != nil {
		keyword.Sort(r.root)
	}
	return Result{
		Schema: jsondoc.Append(nil, r.root),
		Losses: r.sortedLosses(), Optional: size.optional, Unions: size.unions,
	}, problems
}

// noSchema is the result for a root that lists no names. Nothing is said there
// that could be told of it.
func (r *rewriter) noSchema() (Result, []Problem) {
	if v, _ := r.root.Lookup("additionalProperties"); v == jsondoc.Raw("true") {
		r.describe(r.root, "additionalProperties")
	}
	for i, l := range r.losses {
		if l.at.up == nil && l.described {
			if !isAnnotation(l.keyword) {
				r.problemf(r.root, "arguments without a listed name cannot be said to this provider")
				return Result{}, r.problems
			}
			r.losses[i].described = false
		}
	}
	return Result{Losses: r.sortedLosses()}, nil
}

func (r *rewriter) sortedLosses() []Loss {
	slices.SortStableFunc(r.losses, func(a, b loss) int { return cmp.Compare(a.at.order, b.at.order) })
	var all []Loss
	for i, l := range r.losses {
		if i == 0 || l != r.losses[i-1] {
			all = append(all, Loss{l.at.String(), l.keyword, l.text, l.described})
		}
	}
	return all
}

// members are those of the object that a keyword has for a value.
func members(o *jsondoc.Object, name string) []jsondoc.Member {
	if named := o.Object(name); named != nil {
		return named.Members
	}
	return nil
}

// list is the array that a keyword has for a value.
func list(o *jsondoc.Object, name string) jsondoc.Array {
	v, _ := o.Lookup(name)
	a, _ := v.(jsondoc.Array)
	return a
}

// schemas are those that a keyword lists.
func schemas(o *jsondoc.Object, name string) []*jsondoc.Object {
	var all []*jsondoc.Object
	for _, v := range list(o, name) {
		if s, ok := v.(*jsondoc.Object); ok {
			all = append(all, s)
		}
	}
	return all
}

func setSchemas(o *jsondoc.Object, name string, all []*jsondoc.Object) {
	a := make(jsondoc.Array, len(all))
	for i, s := range all {
		a[i] = s
	}
	o.Set(name, a)
}

// names are the strings that a keyword lists.
func names(o *jsondoc.Object, keyword string) []string {
	var all []string
	for _, v := range list(o, keyword) {
		if s, ok := jsondoc.String(v); ok {
			all = append(all, s)
		}
	}
	return all
}

func setNames(o *jsondoc.Object, keyword string, all []string) {
	a := make(jsondoc.Array, len(all))
	for i, s := range all {
		a[i] = jsondoc.FromString(s)
	}
	o.Set(keyword, a)
}

func text(v jsondoc.Value) string { return string(jsondoc.Append(nil, v)) }
