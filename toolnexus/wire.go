package toolnexus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

type wireTool struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Source       ToolSource      `json:"source"`
	Hints        *ToolHints      `json:"hints,omitempty"`
}

// MarshalJSON writes the declaration of the tool:
//
//	{"name": "…", "description": "…", "inputSchema": {…},
//	 "outputSchema": {…}, "source": "…", "hints": {…}}
//
// outputSchema and hints are left out when there are none. A nil input schema
// is written as [EmptySchema], an empty source as [SourceCustom]. The functions
// are not carried. Schemas are written as they are but for white space; one
// that is not JSON is an error.
func (t Tool) MarshalJSON() ([]byte, error) {
	w := wireTool{t.Name, t.Description, t.InputSchema, t.OutputSchema, t.Source, t.Hints}
	if len(w.InputSchema) == 0 {
		w.InputSchema = EmptySchema()
	}
	if w.Source == "" {
		w.Source = SourceCustom
	}
	if err := checkJSON(w.InputSchema); err != nil {
		return nil, fmt.Errorf("tool %s: input schema: %w", quoteName(t.Name), err)
	}
	if len(w.OutputSchema) > 0 {
		if err := checkJSON(w.OutputSchema); err != nil {
			return nil, fmt.Errorf("tool %s: output schema: %w", quoteName(t.Name), err)
		}
	}
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes, the schemas byte for byte.
// Execute and ConcurrencySafe stay as they are, so a declaration can be read
// into a tool that already has its function. Nothing is checked beyond the JSON
// types; see [Tool.Validate].
func (t *Tool) UnmarshalJSON(data []byte) error {
	if isNull(data) {
		return nil
	}
	var w wireTool
	if err := json.Unmarshal(data, &w); err != nil {
		return fmt.Errorf("tool: %w", err)
	}
	t.Name, t.Description, t.Source, t.Hints = w.Name, w.Description, w.Source, w.Hints
	t.InputSchema, t.OutputSchema = orNil(w.InputSchema), orNil(w.OutputSchema)
	return nil
}

type wireResult struct {
	Output     string                     `json:"output"`
	IsError    bool                       `json:"isError"`
	Structured json.RawMessage            `json:"structured,omitempty"`
	Parts      []json.RawMessage          `json:"parts,omitempty"`
	Metadata   map[string]json.RawMessage `json:"metadata,omitempty"`
}

// MarshalJSON writes the wire form that [ToolResult] shows, always as valid
// UTF-8. Of Error only the fact is carried, its text where Output is empty, and
// the request of a suspension.
//
// A part that is not valid, a structured value that is not JSON, and a metadata
// value that cannot be marshalled are errors that name the part or the key;
// nothing is left out in silence.
func (r ToolResult) MarshalJSON() ([]byte, error) {
	r = r.settled()
	w := wireResult{Output: r.Output, IsError: r.IsError(), Structured: orNil(r.Structured)}
	if w.Structured != nil {
		if err := checkJSON(w.Structured); err != nil {
			return nil, fmt.Errorf("tool result: structured: %w", err)
		}
	}
	for i, p := range r.Parts {
		raw, err := p.MarshalJSON()
		if err != nil {
			return nil, fmt.Errorf("tool result: parts[%d]: %w", i, err)
		}
		w.Parts = append(w.Parts, raw)
	}
	metadata, err := encodeMetadata(r.Metadata)
	if err != nil {
		return nil, fmt.Errorf("tool result: %w", err)
	}
	w.Metadata = metadata
	return encode(w)
}

// encodeMetadata goes through the keys in order, so that of several bad values
// always the same one is reported.
func encodeMetadata(metadata map[string]any) (map[string]json.RawMessage, error) {
	raws := make(map[string]json.RawMessage, len(metadata))
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		raw, err := encodeForeign(metadata[key])
		if err != nil {
			return nil, fmt.Errorf("metadata %q: %w", key, err)
		}
		raws[key] = raw
	}
	return raws, nil
}

// UnmarshalJSON reads what MarshalJSON writes. Error is not nil if isError is
// true, and its text is the output. A suspension is one again: [PendingOf]
// finds its request.
//
// Numbers in metadata come back as float64, but whole numbers that a float64
// cannot hold exactly come back as [json.Number]. Unknown keys are ignored and
// missing ones are empty. On an error the result is left as it was.
func (r *ToolResult) UnmarshalJSON(data []byte) error {
	if isNull(data) {
		return nil
	}
	var w wireResult
	if err := json.Unmarshal(data, &w); err != nil {
		return fmt.Errorf("tool result: %w", err)
	}
	parts, err := partsFrom(w.Parts)
	if err != nil {
		return fmt.Errorf("tool result: %w", err)
	}
	read := ToolResult{Output: w.Output, Structured: orNil(w.Structured), Parts: parts}
	if read.Metadata, err = metadataFrom(w.Metadata); err != nil {
		return fmt.Errorf("tool result: %w", err)
	}
	if w.IsError {
		if err := read.restoreError(w.Metadata[pendingKey]); err != nil {
			return fmt.Errorf("tool result: metadata %q: %w", pendingKey, err)
		}
	}
	*r = read
	return nil
}

func partsFrom(raws []json.RawMessage) ([]ContentPart, error) {
	if len(raws) == 0 {
		return nil, nil
	}
	parts := make([]ContentPart, len(raws))
	for i, raw := range raws {
		if isNull(raw) {
			return nil, fmt.Errorf("parts[%d] is null", i)
		}
		if err := parts[i].UnmarshalJSON(raw); err != nil {
			return nil, fmt.Errorf("parts[%d]: %w", i, err)
		}
	}
	return parts, nil
}

func metadataFrom(raws map[string]json.RawMessage) (map[string]any, error) {
	if len(raws) == 0 {
		return nil, nil //nolint:nilnil // no metadata is a nil map
	}
	metadata := make(map[string]any, len(raws))
	for key, raw := range raws {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var value any
		if err := d.Decode(&value); err != nil {
			return nil, fmt.Errorf("metadata %q: %w", key, err)
		}
		metadata[key] = plainNumbers(value)
	}
	return metadata, nil
}

// plainNumbers gives numbers the type that Go programs expect of decoded JSON,
// unless that would change them.
func plainNumbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		return plainNumber(v)
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = plainNumbers(v[k])
		}
	}
	return value
}

func plainNumber(n json.Number) any {
	const exact = 1 << 53 // every whole number below is a float64 of its own
	f, err := n.Float64()
	if err != nil {
		return n
	}
	if whole := !strings.ContainsAny(n.String(), ".eE"); whole && math.Abs(f) >= exact {
		return n
	}
	return f
}

// restoreError gives a result that was read its error, and the request its
// type, if pending holds one.
func (r *ToolResult) restoreError(pending json.RawMessage) error {
	restored := &restoredError{text: r.Output}
	r.Error = restored
	req, ok, err := requestFromJSON(pending)
	if err != nil {
		return err
	}
	if ok {
		restored.cause = &SuspendedError{Request: req}
		r.Metadata[pendingKey] = req
	}
	return nil
}

// restoredError stands for an error that was left behind in another process.
type restoredError struct {
	text  string
	cause error
}

func (e *restoredError) Error() string { return e.text }
func (e *restoredError) Unwrap() error { return e.cause }

// encode is json.Marshal without HTML escaping. Raw JSON inside v may hold bytes
// that are no UTF-8; they are replaced, as in any other string.
func encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	text := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	return text, nil
}

// encodeForeign encodes a value of a type we do not know, whose own marshaller
// may panic.
func encodeForeign(v any) (text []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			text, err = nil, fmt.Errorf("marshalling panicked: %v", p)
		}
	}()
	return encode(v)
}

// checkJSON says where raw stops being JSON.
func checkJSON(raw json.RawMessage) error {
	var same json.RawMessage
	if err := json.Unmarshal(raw, &same); err != nil {
		return fmt.Errorf("not valid JSON: %w", err)
	}
	return nil
}

// orNil returns nil for the two ways to say nothing in raw JSON.
func orNil(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 || isNull(raw) {
		return nil
	}
	return raw
}

func isNull(raw []byte) bool { return string(trimJSONSpace(raw)) == "null" }
