package importmap_test

import (
	"path"
	"slices"
	"strings"
)

const module = "github.com/toolnexus/go-sdk/"

// mayImport is what a package may import beside the standard library: packages
// of this module, where "internal/*" stands for every package under internal
// that is not support for tests, and packages of other modules.
type mayImport struct {
	own, modules []string
	support      bool // for tests; whoever may import it has to name it
}

// The modules that packages may import, and tests besides.
const (
	jsonschema = "github.com/invopop/jsonschema"
	validator  = "github.com/go-playground/validator/v10"
	ulid       = "github.com/oklog/ulid/v2"
	santhosh   = "github.com/santhosh-tekuri/jsonschema/v6"
	cobra      = "github.com/spf13/cobra"
	xterm      = "golang.org/x/term"
	xtools     = "golang.org/x/tools"
)

var testModules = []string{
	jsonschema, validator, ulid, santhosh,
	"github.com/google/go-cmp",
	"github.com/google/jsonschema-go",
	"github.com/google/uuid",
	"github.com/rogpeppe/go-internal/testscript",
	"pgregory.net/rapid",
}

// packages is the map. Arrows point one way only, and the README shows them
// too. A package that has no row may not exist, unless all of it is tests.
var packages = map[string]mayImport{
	"internal/agree": {
		own:     []string{"internal/jsondoc", "internal/jsonfield", "internal/pattern", "schema"},
		modules: []string{santhosh},
		support: true,
	},
	"internal/callinfo": {},
	"internal/decimal":  {},
	"internal/decode":   {own: []string{"internal/jsonfield", "internal/jsontext"}},
	"internal/format":   {},
	"internal/jsondoc":  {own: []string{"internal/jsontext"}},
	"internal/dialect": {own: []string{
		"internal/decimal", "internal/format", "internal/jsondoc", "internal/keyword", "internal/pattern",
	}},
	"internal/keyword":   {own: []string{"internal/decimal", "internal/format", "internal/jsondoc"}},
	"internal/jsonfield": {own: []string{"internal/nearest", "internal/syncmap"}},
	"internal/jsontext":  {},
	"internal/pattern":   {own: []string{"internal/syncmap"}},
	"internal/nearest":   {},
	"internal/syncmap":   {},
	"internal/plan": {own: []string{
		"internal/decimal", "internal/format", "internal/jsondoc", "internal/jsontext", "internal/pattern",
	}},
	"internal/sample":               {own: []string{"internal/jsondoc", "internal/keyword", "internal/pattern", "internal/plan"}},
	"internal/schemadiff":           {own: []string{"internal/decimal", "internal/jsondoc", "internal/keyword", "internal/sample"}},
	"internal/snapshot":             {own: []string{"internal/jsondoc", "internal/keyword", "schema", "toolnexus"}, support: true},
	"schema/schematest":             {own: []string{"internal/snapshot", "schema", "toolnexus"}},
	"internal/rules":                {own: []string{"internal/jsontext", "internal/nearest"}},
	"schema":                        {own: []string{"internal/*"}, modules: []string{jsonschema, validator}},
	"toolnexus":                     {own: []string{"internal/*", "schema"}, modules: []string{ulid}},
	"toolnexus/docs":                {own: []string{"internal/format", "internal/jsondoc", "internal/keyword", "internal/sample", "schema", "toolnexus"}},
	"toolnexus/pending":             {own: []string{"toolnexus"}},
	"toolnexus/pending/pendingtest": {own: []string{"toolnexus", "toolnexus/pending"}},
	"toolnexus/pending/sqlitestore": {own: []string{"toolnexus", "toolnexus/pending"}, modules: []string{"modernc.org/sqlite"}},
	"toolnexus/tooltest":            {own: []string{"internal/jsondoc", "toolnexus"}},
	"typed":                         {own: []string{"internal/*", "schema", "toolnexus"}, modules: []string{validator}},
	"typed/typedtest": {own: []string{
		"internal/*", "internal/agree", "schema", "toolnexus", "typed",
	}},
	// The command line. The runner is compiled into modules of users, and may only
	// import what they have.
	"toolnexus/cmd/toolnexus": {own: []string{commandLine + "cli"}},
	commandLine + "cli": {
		own: []string{
			"internal/nearest", "internal/snapshot", "schema", "toolnexus", "toolnexus/docs",
			commandLine + "comments", commandLine + "input",
		},
		modules: []string{cobra, xterm},
	},
	commandLine + "input":        {own: []string{"internal/nearest", "toolnexus", commandLine + "gopkg"}},
	commandLine + "gopkg":        {own: []string{"toolnexus", commandLine + "gopkg/runner"}, modules: []string{xtools}},
	commandLine + "gopkg/runner": {own: []string{"toolnexus"}},
	commandLine + "comments":     {},
}

const commandLine = "toolnexus/cmd/toolnexus/internal/"

// examples use what every user can use.
var examples = mayImport{
	own:     []string{"schema", "schema/schematest", "toolnexus", "toolnexus/docs", "toolnexus/pending", "toolnexus/pending/sqlitestore", "typed", "typed/typedtest"},
	modules: []string{validator},
}

// rowOf gives what a package may import; ok is false if it is not on the map.
// A package under the internal folder of another, such as typed/internal/x, has
// types that tests need to have in a package of their own. Without a row it may
// import nothing, and no arrow leads to it.
func rowOf(pkg string) (row mayImport, ok bool) {
	if row, ok = packages[pkg]; ok {
		return row, true
	}
	switch {
	case strings.HasPrefix(pkg, "examples/"):
		return examples, true
	case strings.Contains(pkg, "/internal/"):
		return mayImport{}, true
	}
	return mayImport{}, false
}

// fault says what is wrong with an import, or "". Tests link into nothing, so
// they may import every package of the module and a few modules more.
func fault(pkg, imported string, test bool) string {
	row, known := rowOf(pkg)
	own, isOwn := strings.CutPrefix(imported, module)
	switch {
	case test && (isOwn || isStandard(imported) || isOneOf(imported, testModules)):
		return ""
	case test:
		return "is not on the list of modules for tests"
	case !known:
		return "is imported by a package that is not on the map"
	case isStandard(imported):
		return ""
	case isOwn && !slices.ContainsFunc(row.own, func(arrow string) bool { return covers(arrow, own) }):
		return "is an arrow that is not on the map"
	case !isOwn && !isOneOf(imported, row.modules):
		return "is of a module that this package may not import"
	}
	return ""
}

// isStandard reports whether an import path is of the standard library, whose
// paths have no dot in their first element.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

func isOneOf(imported string, modules []string) bool {
	return slices.ContainsFunc(modules, func(m string) bool {
		return imported == m || strings.HasPrefix(imported, m+"/")
	})
}

// covers reports whether an arrow such as "internal/*" leads to a package.
func covers(arrow, pkg string) bool {
	if arrow == pkg {
		return true
	}
	matched, err := path.Match(arrow, pkg)
	return err == nil && matched && !packages[pkg].support
}
