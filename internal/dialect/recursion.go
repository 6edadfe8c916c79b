package dialect

import (
	"fmt"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// refuseRecursion finds references inside what they lead to.
func (r *rewriter) refuseRecursion() {
	const opened, closed = 1, 2
	state := map[*jsondoc.Object]int{}
	var visit func(t *jsondoc.Object)
	visit = func(t *jsondoc.Object) {
		state[t] = opened
		keyword.Walk(t, func(o *jsondoc.Object) {
			next := r.refs[o]
			switch {
			case next == nil:
			case state[next] == opened:
				r.problemf(o, "the schema is recursive, which this provider does not take in strict mode")
				state[next] = closed
			case state[next] == 0:
				visit(next)
			}
		})
		state[t] = closed
	}
	visit(r.root)
}

// loosenRecursion has a property on each way of a recursive schema into itself be
// optional, and says that it is required.
func (r *rewriter) loosenRecursion() {
	for {
		f := circleFinder{r: r, opened: map[*jsondoc.Object]int{}, met: map[*jsondoc.Object]bool{}}
		f.enter(r.root)
		if len(f.ends) == 0 {
			return
		}
		for _, end := range f.ends {
			r.loosenRequired(end.of, end.name)
		}
	}
}

func (r *rewriter) loosenRequired(o *jsondoc.Object, name string) {
	required := names(o, "required")
	rest := slices.DeleteFunc(slices.Clone(required), func(n string) bool { return n == name })
	if len(rest) == len(required) {
		return
	}
	o.Delete("required")
	if len(rest) > 0 {
		setNames(o, "required", rest)
	}
	r.tell(o, "required", fmt.Sprintf("must have %q", name))
}

// circleFinder follows what is required, through references.
type circleFinder struct {
	r      *rewriter
	opened map[*jsondoc.Object]int // what the way leads through, and where
	met    map[*jsondoc.Object]bool
	way    []property
	ends   []property // the last properties before ways come back
}

// property is one step of a way.
type property struct {
	of   *jsondoc.Object
	name string
}

func (f *circleFinder) enter(t *jsondoc.Object) {
	f.met[t] = true
	f.opened[t] = len(f.way)
	f.follow(t)
	delete(f.opened, t)
}

func (f *circleFinder) follow(o *jsondoc.Object) {
	if next := f.r.refs[o]; next != nil {
		start, isOpen := f.opened[next]
		switch {
		case isOpen && len(f.way) > start:
			f.ends = append(f.ends, f.way[len(f.way)-1])
		case !f.met[next]:
			f.enter(next)
		}
	}
	required := set(names(o, "required")...)
	keyword.Children(o, func(child jsondoc.Value, path ...string) {
		c, ok := child.(*jsondoc.Object)
		switch {
		case !ok:
		case path[0] != "properties":
			f.follow(c)
		case required[path[1]]:
			f.way = append(f.way, property{o, path[1]})
			f.follow(c)
			f.way = f.way[:len(f.way)-1]
		}
	})
}
