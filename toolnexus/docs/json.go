package docs

import (
	"bytes"
	"encoding/json"
	"strings"
)

// JSON returns the documentation as one JSON document with two spaces of indent:
//
//	{"title": "…", "intro": "…", "tools": [{
//	  "name": "…", "description": "…", "inputSchema": {…}, "outputSchema": {…}, "source": "…", "hints": {…},
//	  "input": [fields], "output": [fields], "examples": [arguments],
//	  "dialects": {"openai": {"schema": {…}, "losses": ["…"]}, "gemini": {"error": "…"}}
//	}]}
//
// The first members of a tool are what [toolnexus.Tool] marshals to, so that a
// tool can be read from it. The intro, the output and the examples are left out
// where there are none; the schema of a dialect also where the provider wants no
// schema. A schema may stand beside an error about a limit.
//
// The first field is the whole value, and those after it are definitions, which
// fields link to:
//
//	{"path": "contact.email", "id": "book_table.contact.email", "type": "a string",
//	 "required": true, "title": "…", "description": "…", "rules": ["must be …"],
//	 "default": …, "examples": […], "deprecated": true, "readOnly": true, "writeOnly": true,
//	 "part": "form 1 of 2", "seeAlso": ["id"], "other": [{"x-order": 1}], "fields": [fields]}
//
// The path of the whole value is empty; items are path[], and the values of a map
// path.*. The id is unique among the fields of a tool, and names the field on the
// HTML page. Only named properties have "required". A field with a part says
// something else of the value at its path: one of several forms, or a condition.
// What seeAlso names holds for the field, too. Keywords without words are in
// other. What is false or empty is left out.
func (r *Reference) JSON() []byte {
	doc := wireReference{Title: r.title, Intro: r.intro, Tools: []json.RawMessage{}}
	for i := range r.tools {
		doc.Tools = append(doc.Tools, r.tools[i].toWire())
	}
	return marshal(doc, "  ")
}

type wireReference struct {
	Title string            `json:"title"`
	Intro string            `json:"intro,omitempty"`
	Tools []json.RawMessage `json:"tools"`
}

// wireDocs is what a tool has beside its own wire form.
type wireDocs struct {
	Input    []wireField            `json:"input"`
	Output   []wireField            `json:"output,omitempty"`
	Examples []json.RawMessage      `json:"examples,omitempty"`
	Dialects map[string]wireDialect `json:"dialects,omitempty"`
}

type wireDialect struct {
	Schema json.RawMessage `json:"schema,omitempty"`
	Losses []string        `json:"losses,omitempty"`
	Error  string          `json:"error,omitempty"`
}

type wireField struct {
	Path        string            `json:"path"`
	Part        string            `json:"part,omitempty"`
	ID          string            `json:"id"`
	Type        string            `json:"type"`
	Required    *bool             `json:"required,omitempty"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description,omitempty"`
	Rules       []string          `json:"rules,omitempty"`
	Default     json.RawMessage   `json:"default,omitempty"`
	Examples    []json.RawMessage `json:"examples,omitempty"`
	Deprecated  bool              `json:"deprecated,omitempty"`
	ReadOnly    bool              `json:"readOnly,omitempty"`
	WriteOnly   bool              `json:"writeOnly,omitempty"`
	SeeAlso     []string          `json:"seeAlso,omitempty"`
	Other       []json.RawMessage `json:"other,omitempty"`
	Fields      []wireField       `json:"fields,omitempty"`
}

// toWire puts what is said of a tool behind its own wire form, in one object.
func (t *tool) toWire() json.RawMessage {
	docs := wireDocs{Input: t.input.toWire(), Output: t.output.toWire(), Examples: t.examples}
	if len(t.renderings) > 0 {
		docs.Dialects = map[string]wireDialect{}
	}
	for _, r := range t.renderings {
		for _, d := range r.dialects {
			docs.Dialects[d.String()] = wireDialect{r.schema, r.losses, strings.Join(r.problems, "\n")}
		}
	}
	text := bytes.TrimSuffix(t.wire, []byte("}"))
	more := bytes.TrimPrefix(marshal(docs, ""), []byte("{"))
	return bytes.Join([][]byte{text, more}, []byte(","))
}

func (s *shape) toWire() []wireField {
	if s == nil {
		return nil
	}
	fields := []wireField{s.root.toWire()}
	for _, d := range s.definitions {
		fields = append(fields, d.toWire())
	}
	return fields
}

func (f *field) toWire() wireField {
	w := wireField{
		Path: f.path, Part: f.part, ID: f.id, Type: f.typeWords(), Title: f.title, Description: f.description,
		Default: f.def, Examples: f.examples, Deprecated: f.deprecated, ReadOnly: f.readOnly, WriteOnly: f.writeOnly,
		Other: f.others(),
	}
	if f.kind == property {
		w.Required = &f.required
	}
	for _, r := range f.rules {
		w.Rules = append(w.Rules, r.String())
	}
	for _, l := range f.links {
		w.SeeAlso = append(w.SeeAlso, l.id)
	}
	for _, child := range f.fields {
		w.Fields = append(w.Fields, child.toWire())
	}
	return w
}

// marshal is encoding/json without escapes for HTML.
func marshal(v any, indent string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		// Nothing in it can fail: New has seen that all raw JSON is JSON.
		return []byte("null")
	}
	if indent == "" {
		return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	}
	return b.Bytes()
}
