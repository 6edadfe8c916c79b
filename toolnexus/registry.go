package toolnexus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// registry is what a toolkit holds at one moment. Nobody changes it, so that
// reading needs no lock; a change makes another.
type registry struct {
	entries  []*entry
	byName   map[string]*entry // by folded name
	leftOut  [][]LeftOut       // by origin
	declared declaredKits
}

// entry is one tool of a toolkit.
type entry struct {
	tool     Tool
	origin   int // index into the toolkit's origins
	declared declaredTool
}

func newEntry(tool Tool, origin int) *entry {
	return &entry{tool: withoutNulls(tool.clone()), origin: origin}
}

func (r *registry) find(name string) (*entry, bool) {
	e, ok := r.byName[fold(name)]
	if !ok || e.tool.Name != name {
		return nil, false
	}
	return e, true
}

// fold makes names equal that differ in case only. Models and providers mix
// those up.
func fold(name string) string { return strings.ToLower(name) }

// shadows reports whether the tool takes its name away from another: one that
// the host wrote, from one that comes with this SDK.
func (e *entry) shadows(other *entry) bool {
	return other.tool.Source == SourceBuiltin && isOwn(e.tool.Source)
}

func isOwn(s ToolSource) bool { return s == "" || s == SourceCustom || s == SourceNative }

// draft is a registry that is being made.
type draft struct {
	registry

	origins []origin
	lost    []loss // what leaveOut noted
}

// loss is a tool of an origin that is left out.
type loss struct {
	LeftOut

	origin int
}

// draft returns a copy to change.
func (r *registry) draft(origins []origin) *draft {
	d := &draft{origins: origins}
	d.entries = slices.Clone(r.entries)
	d.byName = make(map[string]*entry, len(r.byName)+1)
	maps.Copy(d.byName, r.byName)
	d.leftOut = slices.Clone(r.leftOut)
	return d
}

// add puts a tool at the end, if its name is free or can be taken away.
func (d *draft) add(e *entry) error {
	name := fold(e.tool.Name)
	if holder, taken := d.byName[name]; taken {
		if !e.shadows(holder) {
			return d.duplicate(e, holder)
		}
		d.remove(holder)
		d.leaveOut(holder.origin, holder.tool.Name, d.duplicate(holder, e))
	}
	d.byName[name] = e
	d.entries = append(d.entries, e)
	return nil
}

func (d *draft) remove(e *entry) {
	delete(d.byName, fold(e.tool.Name))
	d.entries = slices.DeleteFunc(d.entries, func(other *entry) bool { return other == e })
}

// leaveOut notes that a tool of an origin is not there. The clip keeps older
// registries from seeing the note.
func (d *draft) leaveOut(origin int, tool string, err error) {
	left := LeftOut{tool, err}
	d.leftOut[origin] = append(slices.Clip(d.leftOut[origin]), left)
	d.lost = append(d.lost, loss{left, origin})
}

func (d *draft) duplicate(loser, holder *entry) *DuplicateError {
	return &DuplicateError{Name: loser.tool.Name, Holder: holder.tool.Name, Source: d.origins[holder.origin].name}
}

// A DuplicateError says that another tool of a toolkit has the name.
type DuplicateError struct {
	Name   string // the name that is taken
	Holder string // the tool that has it; the case of letters may differ
	Source string // the source of that tool
}

func (e *DuplicateError) Error() string {
	if e.Name == e.Holder {
		return fmt.Sprintf("the name %q is taken by a tool of %s", e.Name, quoteSource(e.Source))
	}
	return fmt.Sprintf("the name %q differs only in case from %q of %s", e.Name, e.Holder, quoteSource(e.Source))
}

func quoteSource(name string) string { return "the source " + strconv.Quote(name) }

// ErrClosed matches what goes wrong because a toolkit was closed.
var ErrClosed = errors.New("the toolkit is closed")

// Register adds tools behind those that are there. Either all of them are added
// or, on an error, none. The error lists everything that is wrong:
//
//   - a [*DuplicateError], where another tool has the name, in whatever case;
//     a tool of the host's own, though, takes the name of a builtin one away
//   - what [Tool.Validate] returns
//   - [ErrFiltered], where the filter of the toolkit keeps the name out
//   - [ErrClosed]
//
// The toolkit keeps copies; the schemas may be changed afterwards.
func (tk *Toolkit) Register(tools ...Tool) error {
	lost, err := tk.register(tools)
	// The handler of a log may call the toolkit.
	for _, l := range lost {
		tk.warnLeftOut(context.Background(), tk.origins[l.origin].name, l.LeftOut)
	}
	return err
}

// register is Register without the log: it returns the tools that lost their names.
func (tk *Toolkit) register(tools []Tool) ([]loss, error) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if tk.closed.Load() {
		return nil, ErrClosed
	}
	d := tk.registry.Load().draft(tk.origins)
	var errs []error
	for _, tool := range tools {
		if err := tk.admit(d, newEntry(tool, tk.registered())); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	tk.registry.Store(&d.registry)
	return d.lost, nil
}

// admit adds a tool, or says why not.
func (tk *Toolkit) admit(d *draft, e *entry) error {
	if !tk.filter.passes(e.tool.Name) {
		return fmt.Errorf("tool %s: %w", quoteName(e.tool.Name), ErrFiltered)
	}
	if err := e.tool.Validate(); err != nil {
		return err
	}
	return d.add(e)
}

// Unregister takes the tool of this name out and reports whether there was one.
// Calls that run go on. A builtin tool that lost its name to the tool does not
// come back.
func (tk *Toolkit) Unregister(name string) bool {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	now := tk.registry.Load()
	e, ok := now.find(name)
	if !ok {
		return false
	}
	d := now.draft(tk.origins)
	d.remove(e)
	tk.registry.Store(&d.registry)
	return true
}

// Get returns the tool of this name, as it was registered but for two things:
// its schemas are copies, and it takes null for an optional property, as
// [Toolkit.Execute] says. It has the form that a resumed call needs.
func (tk *Toolkit) Get(name string) (Tool, bool) {
	e, ok := tk.registry.Load().find(name)
	if !ok {
		return Tool{}, false
	}
	return e.tool.clone(), true
}

// List returns the tools in order, each as [Toolkit.Get] does. The slice belongs
// to the caller.
func (tk *Toolkit) List() []Tool {
	now := tk.registry.Load()
	tools := make([]Tool, len(now.entries))
	for i, e := range now.entries {
		tools[i] = e.tool.clone()
	}
	return tools
}
