package dialect

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// link finds what references lead to. From then on they hold their target
// itself, so that schemas may move.
func (r *rewriter) link() {
	bySpot, anchors := map[uint64]*jsondoc.Object{}, map[string]*jsondoc.Object{}
	var all []*jsondoc.Object
	keyword.Walk(r.root, func(o *jsondoc.Object) {
		if hash := r.origin[o].hash; bySpot[hash] == nil { // what stands for it comes later
			bySpot[hash] = o
		}
		for _, name := range []string{"$anchor", "$dynamicAnchor"} {
			if anchor := keyword.Text(o, name); anchor != "" {
				anchors[anchor] = o
			}
		}
		all = append(all, o)
	})
	for i := 0; i < len(all); i++ { // grows by what lies outside the tree
		o := all[i]
		ref, ok := o.Lookup("$ref")
		if !ok {
			continue
		}
		o.Delete("$ref")
		fragment, ok := r.localPart(o, keyword.Text(jsondoc.NewObject(jsondoc.Member{Name: "r", Value: ref}), "r"))
		if !ok {
			continue
		}
		target := anchors[fragment]
		path, isPointer := steps(fragment)
		if target == nil && isPointer {
			target = r.at(bySpot, path)
		}
		if target == nil && isPointer {
			target = r.outside(path)
			if target != nil {
				bySpot[r.origin[target].hash] = target
				keyword.Walk(target, func(o *jsondoc.Object) { all = append(all, o) })
			}
		}
		if target == nil {
			r.problemf(o, "points to #%s, which is not there", fragment)
			continue
		}
		r.refs[o] = target
	}
	r.checkLoops(all)
	for _, o := range all {
		for _, name := range []string{"$defs", "$schema", "$id", "id", "$comment", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"} {
			o.Delete(name)
		}
	}
	if r.profile.Keywords != nil && r.profile.Refs != Inlined {
		r.hoistTargets()
	}
}

// localPart is what a reference says after its "#", unescaped for URIs and with
// the escapes of pointers as this package writes them.
func (r *rewriter) localPart(o *jsondoc.Object, ref string) (string, bool) {
	id := keyword.Text(r.root, "$id")
	if base, fragment, found := strings.Cut(ref, "#"); found && (base == "" || base == strings.TrimSuffix(id, "#")) {
		part, err := url.PathUnescape(fragment)
		if err == nil {
			return part, true
		}
	}
	r.problemf(o, "points to %.80q, outside of this schema", ref)
	return "", false
}

// steps are those of a JSON Pointer.
func steps(pointer string) (path []string, ok bool) {
	if pointer == "" {
		return nil, true
	}
	if pointer[0] != '/' {
		return nil, false
	}
	for segment := range strings.SplitSeq(pointer[1:], "/") {
		path = append(path, jsondoc.UnescapePointer(segment))
	}
	return path, true
}

// at finds a schema by its spot in the source.
func (r *rewriter) at(bySpot map[uint64]*jsondoc.Object, path []string) *jsondoc.Object {
	o := bySpot[hashSteps(hashSeed, path)]
	if o == nil || !slices.Equal(r.origin[o].path(), path) {
		return nil
	}
	return o
}

// outside finds a schema that no keyword holds, as in #/components/schemas/X.
func (r *rewriter) outside(path []string) *jsondoc.Object {
	var v jsondoc.Value = r.root
	for _, segment := range path {
		v = step(v, segment)
	}
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return nil
	}
	if _, known := r.origin[o]; !known {
		r.adopt(o, r.origin[r.root].below(path, len(r.origin)))
	}
	return o
}

// step goes one level down. Of an object that knows them, old names of keywords
// lead to the new ones.
func step(v jsondoc.Value, segment string) jsondoc.Value {
	switch v := v.(type) {
	case *jsondoc.Object:
		child, ok := v.Lookup(segment)
		if !ok {
			child, _ = v.Lookup(legacy[segment])
		}
		return child
	case jsondoc.Array:
		if i, err := strconv.Atoi(segment); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}

// checkLoops refuses schemas that lead back to themselves without a step into a
// part of the value, through references or what combines schemas.
func (r *rewriter) checkLoops(all []*jsondoc.Object) {
	const opened, closed = 1, 2
	state := map[*jsondoc.Object]int{}
	var visit func(o *jsondoc.Object)
	visit = func(o *jsondoc.Object) {
		switch state[o] {
		case opened:
			r.problemf(o, "is a reference that leads back to itself")
			state[o] = closed
		case 0:
			state[o] = opened
			if t := r.refs[o]; t != nil {
				visit(t)
			}
			keyword.Children(o, func(child jsondoc.Value, path ...string) {
				switch path[0] {
				case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas":
					if c, ok := child.(*jsondoc.Object); ok {
						visit(c)
					}
				}
			})
			state[o] = closed
		}
	}
	for _, o := range all {
		visit(o)
	}
}

// hoistTargets moves what references lead to out of the tree, where providers
// look for it in $defs alone.
func (r *rewriter) hoistTargets() {
	targets := map[*jsondoc.Object]bool{}
	for _, t := range r.refs {
		targets[t] = true
	}
	moved := map[*jsondoc.Object]*jsondoc.Object{}
	keyword.Walk(r.root, func(o *jsondoc.Object) {
		if targets[o] && o != r.root {
			def := r.made(o)
			r.become(def, o)
			moved[o] = def
			o.Members = nil
			r.refs[o] = def
		}
	})
	for o, t := range r.refs {
		if def := moved[t]; def != nil && o != t {
			r.refs[o] = def
		}
	}
}

// checkRoot wants an object, and takes a missing word for one.
func (r *rewriter) checkRoot() {
	root := r.root
	for t := r.refs[root]; t != nil; t = r.refs[root] {
		delete(r.refs, root)
		r.mergeInto(root, r.clone(t))
	}
	types := keyword.Types(root)
	switch {
	case len(types) == 0:
		setTypes(root, []string{"object"})
	case !has(types, "object"):
		r.problemf(root, "the arguments of a tool are an object, and this describes %s", keyword.TypeWords(types))
	default:
		setTypes(root, []string{"object"})
	}
}

// unrolled is how many times a recursive schema is written out where it cannot
// be referred to; fewer if that gets too large.
const unrolled = 3

// inline writes out what references lead to.
func (r *rewriter) inline() {
	pristine := map[*jsondoc.Object]*jsondoc.Object{}
	for o := range r.trees() {
		if o != r.root {
			pristine[o] = o
		}
	}
	for _, t := range r.refs { // targets inside the tree, which is about to change
		if pristine[t] == nil || t == r.root {
			pristine[t] = r.clone(t)
		}
	}
	r.expand(r.root, pristine, map[*jsondoc.Object]int{r.root: 1})
}

func (r *rewriter) expand(o *jsondoc.Object, pristine map[*jsondoc.Object]*jsondoc.Object, open map[*jsondoc.Object]int) {
	if r.grown > maxGrowth {
		return
	}
	for t := r.refs[o]; t != nil; t = r.refs[o] {
		delete(r.refs, o)
		if open[t] >= r.levels {
			r.cut(o, pristine[t])
			return
		}
		open[t]++
		defer func() { open[t]-- }()
		r.mergeInto(o, r.clone(pristine[t]))
	}
	keyword.Children(o, func(child jsondoc.Value, _ ...string) {
		if c, ok := child.(*jsondoc.Object); ok {
			r.expand(c, pristine, open)
		}
	})
}

// cut ends the writing out of a recursive schema.
func (r *rewriter) cut(o, target *jsondoc.Object) {
	types := keyword.Types(target)
	for _, f := range schemas(target, "anyOf") {
		types = union(types, keyword.Types(r.target(f)))
	}
	if len(types) > 0 {
		setTypes(o, types)
	}
	r.tell(o, "$ref", "goes on in the same way, as deep as it has to")
}

// isolateRefs has references stand alone, or with a wrapper where something is
// said beside them.
func (r *rewriter) isolateRefs() {
	r.eachValue(func(o *jsondoc.Object) {
		t := r.refs[o]
		if t == nil || r.isBareRef(o) {
			return
		}
		if onlyAnnotates(o) {
			bare := r.made(o)
			r.refs[bare] = t
			delete(r.refs, o)
			setSchemas(o, "anyOf", []*jsondoc.Object{bare})
			return
		}
		r.resolve(o)
	})
}

func onlyAnnotates(o *jsondoc.Object) bool {
	for _, m := range o.Members {
		if !isAnnotation(m.Name) {
			return false
		}
	}
	return true
}

func isAnnotation(name string) bool { return keyword.IsAnnotation(name) || annotatesOnly(name) }

// annotatesOnly reports whether a word means nothing to a model: what OpenAPI
// documents and their tools write beside schemas.
func annotatesOnly(name string) bool {
	switch name {
	case "discriminator", "xml", "externalDocs", "components", "definitions", "optional":
		return true
	}
	return strings.HasPrefix(name, "x-")
}

// nameRefs writes the references back, and their targets into $defs.
func (r *rewriter) nameRefs() {
	inTree := r.targetsInTree()
	defs, taken := jsondoc.NewObject(), map[string]int{}
	for t := range r.trees() {
		if _, ok := inTree[t]; ok {
			continue
		}
		name := uniqueName(r.origin[t].last(), taken)
		inTree[t] = "#/$defs/" + name
		defs.Members = append(defs.Members, jsondoc.Member{Name: name, Value: t})
	}
	for o, t := range r.refs {
		o.Members = append([]jsondoc.Member{{Name: "$ref", Value: jsondoc.FromString(inTree[t])}}, o.Members...)
	}
	if len(defs.Members) > 0 {
		r.root.Set("$defs", defs)
	}
}

// targetsInTree are the references to the root, and to what references lead to and
// is below it.
func (r *rewriter) targetsInTree() map[*jsondoc.Object]string {
	targets := map[*jsondoc.Object]bool{r.root: true}
	for _, t := range r.refs {
		targets[t] = true
	}
	found := map[*jsondoc.Object]string{}
	var path []string
	var descend func(o *jsondoc.Object)
	descend = func(o *jsondoc.Object) {
		if targets[o] {
			found[o] = "#" + pointerOf(path)
		}
		keyword.Children(o, func(child jsondoc.Value, steps ...string) {
			if c, ok := child.(*jsondoc.Object); ok {
				path = append(path, steps...)
				descend(c)
				path = path[:len(path)-len(steps)]
			}
		})
	}
	descend(r.root)
	return found
}

// uniqueName makes a name for $defs that needs no escapes. taken counts how often
// each was wanted.
func uniqueName(last string, taken map[string]int) string {
	name := strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
			return c
		}
		return '_'
	}, last)
	if name == "" {
		name = "def"
	}
	base := name
	for taken[name] > 0 {
		taken[base]++
		name = fmt.Sprintf("%s_%d", base, taken[base])
	}
	taken[name]++
	return name
}
