package comments

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is the name of the file that is written, by default.
const File = "zz_generated_comments.go"

// A Result is what came of a package.
type Result struct {
	Path    string   // of the file
	Types   []string // that have a method in it
	Changed bool     // the file is not as it should be, or was not
	Notes   []string // what a person should know
}

// Write brings the file of a package up to date, or removes it if there is
// nothing to say. name is that of the file, without a folder.
func Write(dir, name string) (Result, error) {
	result, content, err := generate(dir, name)
	if err != nil || !result.Changed {
		return result, err
	}
	if content == nil {
		return result, os.Remove(result.Path)
	}
	return result, os.WriteFile(result.Path, content, 0o644) //nolint:gosec // source code is for everyone
}

// Check is Write without writing.
func Check(dir, name string) (Result, error) {
	result, _, err := generate(dir, name)
	return result, err
}

func generate(dir, name string) (result Result, content []byte, err error) {
	p, err := scan(dir, name)
	if err != nil {
		return result, nil, err
	}
	result = Result{Path: filepath.Join(dir, name), Notes: p.notes}
	if content, result.Types, err = p.source(); err != nil {
		return result, nil, err
	}
	now, err := os.ReadFile(result.Path)
	if err != nil && !os.IsNotExist(err) {
		return result, nil, err
	}
	if now != nil && !bytes.HasPrefix(now, []byte(generatedBy)) {
		return result, nil, fmt.Errorf("%s is not a file that was written by this command; it is left as it is", result.Path)
	}
	result.Changed = !bytes.Equal(now, content) || (now == nil) != (content == nil)
	return result, content, nil
}

// source is the file, or nil if no type has anything to say.
func (p *pkg) source() (content []byte, types []string, err error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\npackage %s\n", generatedBy, p.name)
	for _, name := range slices.Sorted(slices.Values(p.order)) {
		fields, needs := p.methodOf(name)
		if !needs {
			continue
		}
		types = append(types, name)
		writeMethod(&b, p.types[name], fields)
	}
	if types == nil {
		return nil, nil, nil
	}
	content, err = format.Source(b.Bytes())
	return content, types, err
}

// methodOf tells whether a type needs a method, and with what.
func (p *pkg) methodOf(name string) (fields []documentedField, needs bool) {
	s := p.structOf(name)
	if s == nil || p.written[name] || hasField(s, method) {
		return nil, false
	}
	fields = documented(s)
	return fields, len(fields) > 0 || hasOwnFields(s) && p.inherits(name, s)
}

// structOf is the struct that a type is, also by the name of another type of the
// package: type A B has the fields of B, but none of its methods.
func (p *pkg) structOf(name string) *ast.StructType {
	for range p.order { // a type may be declared, wrongly, as itself
		spec := p.types[name]
		if spec == nil {
			return nil
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			return s
		}
		if isForeign(spec.Type) {
			return nil
		}
		switch spec.Type.(type) {
		case *ast.Ident, *ast.IndexExpr, *ast.IndexListExpr, *ast.ParenExpr:
			name = baseName(spec.Type)
		default:
			return nil
		}
	}
	return nil
}

// inherits reports whether a struct may have the method from an embedded type.
// What those of other packages have is not known here.
func (p *pkg) inherits(name string, s *ast.StructType) bool {
	return p.inheritsBut(map[string]bool{name: true}, s)
}

func (p *pkg) inheritsBut(seen map[string]bool, s *ast.StructType) bool {
	for _, field := range s.Fields.List {
		if len(field.Names) > 0 {
			continue
		}
		name := baseName(field.Type)
		switch {
		case isForeign(field.Type) || p.written[name]:
			return true
		case seen[name]:
			continue
		case p.types[name] == nil:
			return true // an alias, a type of a file that is not always built, or predeclared
		}
		seen[name] = true
		inner := p.structOf(name)
		if inner == nil {
			if _, isInterface := p.types[name].Type.(*ast.InterfaceType); isInterface {
				return true
			}
			continue
		}
		if len(documented(inner)) > 0 || p.inheritsBut(seen, inner) {
			return true
		}
	}
	return false
}

// hasOwnFields reports whether a schema asks the struct itself about a field.
// Embedded fields are asked about only if they have a name in JSON.
func hasOwnFields(s *ast.StructType) bool {
	return slices.ContainsFunc(s.Fields.List, func(field *ast.Field) bool {
		if len(field.Names) == 0 {
			name, _, _ := strings.Cut(jsonName(field.Tag), ",")
			return name != "" && name != "-"
		}
		return slices.ContainsFunc(field.Names, func(name *ast.Ident) bool { return isAsked(name.Name, field.Tag) })
	})
}

func hasField(s *ast.StructType, name string) bool {
	return slices.ContainsFunc(s.Fields.List, func(field *ast.Field) bool {
		return slices.Contains(fieldNames(field), name)
	})
}

func writeMethod(b *bytes.Buffer, spec *ast.TypeSpec, fields []documentedField) {
	receiver := spec.Name.Name
	if spec.TypeParams != nil {
		receiver += "[" + strings.TrimSuffix(strings.Repeat("_, ", spec.TypeParams.NumFields()), ", ") + "]"
	}
	if len(fields) == 0 {
		fmt.Fprintf(b, "\n// %s says nothing: that of an embedded type is not about these fields.\n", method)
		fmt.Fprintf(b, "func (%s) %s(string) string { return \"\" }\n", receiver, method)
		return
	}
	fmt.Fprintf(b, "\n// %s gives the comment of a field.\n", method)
	fmt.Fprintf(b, "func (%s) %s(field string) string {\n\tswitch field {\n", receiver, method)
	for _, field := range fields {
		fmt.Fprintf(b, "\tcase %q:\n\t\treturn %q\n", field.name, field.text)
	}
	b.WriteString("\t}\n\treturn \"\"\n}\n")
}
