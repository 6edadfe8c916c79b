package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// Options say what a snapshot holds besides the declaration.
type Options struct {
	Dialects []schema.Dialect // renderings of the input schema
}

// extension ends the name of every snapshot.
const extension = ".json"

// render gives the snapshots of tools by the names of their files. The error says
// what is wrong with each tool that cannot have one.
func (o Options) render(tools []toolnexus.Tool) (map[string][]byte, error) {
	names := fileNames(tools)
	files := map[string][]byte{}
	var errs []error
	for _, tool := range tools {
		if err := tool.ValidateDeclaration(); err != nil {
			errs = append(errs, err)
			continue
		}
		file := names[tool.Name]
		if files[file] != nil {
			errs = append(errs, fmt.Errorf("two tools have the name %q", tool.Name))
			continue
		}
		text, err := o.of(tool)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		files[file] = text
	}
	return files, errors.Join(errs...)
}

// of gives the snapshot of one tool.
func (o Options) of(tool toolnexus.Tool) ([]byte, error) {
	text, err := tool.MarshalJSON()
	if err != nil {
		return nil, err
	}
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("tool %q: %w", tool.Name, err)
	}
	if file, isObject := doc.(*jsondoc.Object); isObject && len(o.Dialects) > 0 {
		file.Set("dialects", o.renderings(file))
	}
	var b bytes.Buffer
	if err := json.Indent(&b, jsondoc.Append(nil, doc), "", "  "); err != nil {
		return nil, fmt.Errorf("tool %q: %w", tool.Name, err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// renderings are the input schema of a tool as providers are told it: each with
// what it does not say, or the reason why there is none.
func (o Options) renderings(tool *jsondoc.Object) *jsondoc.Object {
	all := &jsondoc.Object{}
	input := jsondoc.Append(nil, jsondoc.Child(tool, "inputSchema"))
	for _, d := range o.Dialects {
		rendering := &jsondoc.Object{}
		rewritten, err := d.Rewrite(input)
		if rewritten.Schema != nil {
			if doc, err := jsondoc.Parse(rewritten.Schema); err == nil {
				rendering.Set("schema", doc)
			}
		}
		var losses jsondoc.Array
		for _, l := range rewritten.Losses {
			losses = append(losses, jsondoc.FromString(l.String()))
		}
		if losses != nil {
			rendering.Set("losses", losses)
		}
		if err != nil {
			rendering.Set("error", jsondoc.FromString(err.Error()))
		}
		all.Set(d.String(), rendering)
	}
	return all
}

// fileNames names the file of each tool. Names that differ only in case get
// different ends, since some file systems take them for one.
func fileNames(tools []toolnexus.Tool) map[string]string {
	spellings := map[string]map[string]bool{}
	for _, t := range tools {
		lower := strings.ToLower(t.Name)
		if spellings[lower] == nil {
			spellings[lower] = map[string]bool{}
		}
		spellings[lower][t.Name] = true
	}
	names := map[string]string{}
	for _, t := range tools {
		names[t.Name] = t.Name + extension
		if len(spellings[strings.ToLower(t.Name)]) > 1 {
			hash := fnv.New32a()
			_, _ = hash.Write([]byte(t.Name)) // a hash takes everything
			names[t.Name] = fmt.Sprintf("%s.%08x%s", t.Name, hash.Sum32(), extension)
		}
	}
	return names
}

// parse reads a snapshot. The error says why a text is none.
func parse(text []byte) (*jsondoc.Object, error) {
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("is no JSON: %w", err)
	}
	o, _ := doc.(*jsondoc.Object)
	name, hasName := jsondoc.String(jsondoc.Child(o, "name"))
	if o == nil || !hasName || name == "" || !o.Has("inputSchema") {
		return nil, errors.New("is no snapshot of a tool")
	}
	return o, nil
}
