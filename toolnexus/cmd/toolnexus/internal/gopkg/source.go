package gopkg

import (
	"bytes"
	"fmt"
)

// source is the file that hands the package's variables and functions to the
// runner: a program that imports the package, or one more file of a program. Its
// names are such that they meet no others there.
func (t target) source(runnerPath string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package main\n\nimport (\n\tzzRunner %q\n", runnerPath)
	from, function := "", "init"
	if !t.isMain {
		fmt.Fprintf(&b, "\tzzPackage %q\n", t.path)
		from, function = "zzPackage.", "main"
	}
	fmt.Fprintf(&b, ")\n\nfunc %s() {\n\tzzRunner.Main(\n", function)
	for _, g := range t.givers {
		fmt.Fprintf(&b, "\t\tzzRunner.Source{Name: %q, Load: func(zzCtx zzRunner.Context) (any, error) { return zzRunner.%s(%s) }},\n",
			g.qualified, g.kind, g.expression(from))
	}
	b.WriteString("\t)\n}\n")
	return b.Bytes()
}

func (g giver) expression(from string) string {
	expression := from + g.name
	if g.isFunc {
		expression += "("
		if g.takesCtx {
			expression += "zzCtx"
		}
		expression += ")"
	}
	if !g.givesErr {
		expression += ", nil"
	}
	return expression
}
