package gopkg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// corePath is the package whose types are looked for.
const corePath = "github.com/toolnexus/go-sdk/toolnexus"

// Wanted says what is looked for in a package.
const Wanted = `exported variables of type toolnexus.Tool, []toolnexus.Tool or *toolnexus.Toolkit,
and exported functions that return one of these, with an error or without,
and take nothing or a context.Context`

// giver is an exported variable or function that gives tools.
type giver struct {
	name      string // in its package
	kind      string // the function of package runner that takes it
	isFunc    bool
	takesCtx  bool
	givesErr  bool
	pos       token.Position
	qualified string // for people
}

// target is a package with givers.
type target struct {
	path, dir string
	module    string // the path of its module
	isMain    bool
	isOwn     bool // of a main module, and not of a dependency
	givers    []giver
}

// discover finds the packages of a pattern that give tools.
func (m *module) discover(ctx context.Context, pattern string) ([]target, error) {
	config := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedModule,
		Context:    ctx,
		Dir:        m.dir,
		Env:        m.env,
		BuildFlags: m.flags,
	}
	found, err := packages.Load(config, pattern)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, &BuildError{Pattern: m.shown, Text: plain(err)}
	}
	if err := faults(m, found); err != nil {
		return nil, err
	}
	var targets []target
	for _, pkg := range found {
		if t := targetOf(pkg); len(t.givers) > 0 {
			targets = append(targets, t)
		}
	}
	if len(targets) == 0 {
		return nil, &NoToolsError{Pattern: m.shown, Matched: len(found)}
	}
	slices.SortFunc(targets, func(a, b target) int { return cmp.Compare(a.path, b.path) })
	return targets, nil
}

func targetOf(pkg *packages.Package) target {
	t := target{path: pkg.PkgPath, dir: pkg.Dir, isMain: pkg.Name == "main"}
	if pkg.Module != nil {
		t.isOwn, t.module = pkg.Module.Main, pkg.Module.Path
	}
	if t.dir == "" || pkg.Types == nil {
		return t // of the standard library, or without Go files
	}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		g, ok := giverOf(object)
		if !ok {
			continue
		}
		g.name, g.pos = name, pkg.Fset.Position(object.Pos())
		g.qualified = pkg.Name + "." + name
		if g.isFunc {
			g.qualified += "()"
		}
		t.givers = append(t.givers, g)
	}
	slices.SortStableFunc(t.givers, func(a, b giver) int {
		return cmp.Or(
			cmp.Compare(a.pos.Filename, b.pos.Filename),
			cmp.Compare(a.pos.Line, b.pos.Line),
			cmp.Compare(a.pos.Column, b.pos.Column))
	})
	return t
}

// giverOf reports whether a variable or function gives tools, and how.
func giverOf(object types.Object) (giver, bool) {
	if !object.Exported() {
		return giver{}, false
	}
	switch o := object.(type) {
	case *types.Var:
		kind, ok := kindOf(o.Type())
		return giver{kind: kind}, ok
	case *types.Func:
		return giverOfFunc(o.Signature())
	}
	return giver{}, false
}

func giverOfFunc(s *types.Signature) (giver, bool) {
	g := giver{isFunc: true}
	in, out := s.Params(), s.Results()
	if s.TypeParams().Len() > 0 || s.Variadic() || in.Len() > 1 || out.Len() < 1 || out.Len() > 2 {
		return g, false
	}
	if g.takesCtx = in.Len() == 1; g.takesCtx && !isNamed(in.At(0).Type(), "context", "Context") {
		return g, false
	}
	if g.givesErr = out.Len() == 2; g.givesErr && !types.Identical(out.At(1).Type(), types.Universe.Lookup("error").Type()) {
		return g, false
	}
	kind, ok := kindOf(out.At(0).Type())
	g.kind = kind
	return g, ok
}

func kindOf(t types.Type) (kind string, ok bool) {
	if isNamed(t, corePath, "Tool") {
		return "Tool", true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return "List", isNamed(u.Elem(), corePath, "Tool")
	case *types.Pointer:
		// A pointer type with a name of its own has no methods, and is not meant.
		_, hasName := types.Unalias(t).(*types.Named)
		return "Toolkit", !hasName && isNamed(u.Elem(), corePath, "Toolkit")
	}
	return "", false
}

func isNamed(t types.Type, path, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	return named.Obj().Name() == name && named.Obj().Pkg().Path() == path
}

// faults are what the go command and the compiler have against the packages,
// each said once.
func faults(m *module, found []*packages.Package) error {
	var lines []string
	packages.Visit(found, nil, func(pkg *packages.Package) {
		for _, e := range faultsOf(pkg) {
			if line := m.relative(faultText(e)); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	})
	if len(lines) > 0 {
		return &BuildError{Pattern: m.shown, Text: strings.Join(lines, "\n")}
	}
	if len(found) == 0 {
		return &BuildError{Pattern: m.shown, Text: "the pattern matches no packages"}
	}
	return nil
}

// faultsOf are the errors of a package. What the compiler says comes twice, once
// with all of it in one error of the go command.
func faultsOf(pkg *packages.Package) []packages.Error {
	isExact := func(e packages.Error) bool { return e.Kind == packages.TypeError || e.Kind == packages.ParseError }
	if !slices.ContainsFunc(pkg.Errors, isExact) {
		return pkg.Errors
	}
	return slices.DeleteFunc(slices.Clone(pkg.Errors), func(e packages.Error) bool { return !isExact(e) })
}

func faultText(e packages.Error) string {
	text := strings.TrimSpace(e.Msg)
	if e.Pos == "" || e.Pos == "-" {
		return text
	}
	return e.Pos + ": " + text
}

// plain is the text of what the go command says, without how it was started.
func plain(err error) string {
	text := strings.TrimSpace(err.Error())
	if _, after, ok := strings.Cut(text, "stderr: "); ok {
		text = after
	}
	return strings.TrimSpace(text)
}

// A BuildError says that a package cannot be read or does not compile.
type BuildError struct {
	Pattern string
	Text    string // the messages of the go command and the compiler
}

func (e *BuildError) Error() string {
	return fmt.Sprintf("%s cannot be built:\n%s", e.Pattern, e.Text)
}

// A NoToolsError says that a package gives no tools.
type NoToolsError struct {
	Pattern string
	Matched int // packages that were looked at
}

func (e *NoToolsError) Error() string {
	what := e.Pattern + " has no tools"
	if e.Matched > 1 {
		what = fmt.Sprintf("%s: none of the %d packages has tools", e.Pattern, e.Matched)
	}
	return what + "; looked for are\n" + Wanted
}

// ErrNoGo says that there is no go command to build with.
var ErrNoGo = errors.New("to read a Go package, the go command is needed, and there is none in PATH")
