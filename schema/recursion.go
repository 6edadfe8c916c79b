package schema

import (
	"reflect"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

// recursiveTypes returns the types reachable from t that contain themselves.
// They are the members of the cycles of the graph of types (Tarjan's strongly
// connected components).
func recursiveTypes(t reflect.Type, dir Direction) map[reflect.Type]bool {
	f := &cycleFinder{dir: dir, index: map[reflect.Type]int{}, low: map[reflect.Type]int{}, onStack: map[reflect.Type]bool{}, found: map[reflect.Type]bool{}}
	f.visit(t)
	return f.found
}

type cycleFinder struct {
	dir        Direction
	index, low map[reflect.Type]int
	onStack    map[reflect.Type]bool
	stack      []reflect.Type
	found      map[reflect.Type]bool
}

func (f *cycleFinder) visit(t reflect.Type) {
	f.index[t] = len(f.index)
	f.low[t] = f.index[t]
	f.stack = append(f.stack, t)
	f.onStack[t] = true
	toItself := false
	for _, part := range parts(t, f.dir) {
		toItself = toItself || part == t
		if _, seen := f.index[part]; !seen {
			f.visit(part)
			f.low[t] = min(f.low[t], f.low[part])
		} else if f.onStack[part] {
			f.low[t] = min(f.low[t], f.index[part])
		}
	}
	if f.low[t] != f.index[t] {
		return
	}
	for size := 1; ; size++ {
		top := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		f.onStack[top] = false
		if size > 1 || top != t || toItself {
			f.found[top] = true
		}
		if top == t {
			return
		}
	}
}

// parts are the types that a description of t goes on to describe: none if t
// has a form of its own.
func parts(t reflect.Type, dir Direction) []reflect.Type {
	if _, own := zeroPointer(t).(describesItself); own || t.Kind() != reflect.Pointer && wireForm(t, dir, true) != formGo {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return []reflect.Type{t.Elem()}
	case reflect.Struct:
		var types []reflect.Type
		for _, field := range jsonfield.Of(t).Fields {
			types = append(types, field.Type)
		}
		return types
	default:
		return nil
	}
}
