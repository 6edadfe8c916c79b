package input

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// file is a file with declarations of tools: an exported toolkit, or what an MCP
// server answers to tools/list.
type file struct{}

// Name implements [Kind].
func (file) Name() string { return "a file with tools" }

// Accepts implements [Kind].
func (file) Accepts(arg string) bool { return IsFile(arg) }

// IsFile reports whether an argument is a file, or the standard input, rather
// than another kind of input.
func IsFile(arg string) bool {
	if arg == "-" || filepath.Ext(arg) == ".json" {
		return true
	}
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir()
}

// Open implements [Kind].
func (file) Open(_ context.Context, arg string, env Environment) (*Input, error) {
	if filepath.Ext(arg) == ".go" {
		return nil, &Error{Input: arg, Err: errors.New("is one Go file; name the folder of its package, such as ./" + filepath.ToSlash(filepath.Dir(arg)))}
	}
	text, err := ReadFile(arg, env.Stdin)
	if err != nil {
		return nil, err
	}
	in, err := ParseTools(text)
	if err != nil {
		return nil, &Error{Input: shownName(arg), Err: err}
	}
	return in, nil
}

func shownName(arg string) string {
	if arg == "-" {
		return "the standard input"
	}
	return arg
}

// maxFile is more than any provider takes.
const maxFile = 64 << 20

// ReadFile reads a file, or the standard input for "-". The error is an
// [*Error].
func ReadFile(arg string, stdin io.Reader) ([]byte, error) {
	reader := stdin
	if arg != "-" {
		f, err := os.Open(arg) //nolint:gosec // the user's own choice
		if err != nil {
			return nil, &Error{Input: arg, Err: fmt.Errorf("cannot be opened: %w", bare(err))}
		}
		defer f.Close()
		reader = f
	}
	text, err := io.ReadAll(io.LimitReader(reader, maxFile+1))
	switch {
	case err != nil:
		return nil, &Error{Input: shownName(arg), Err: fmt.Errorf("cannot be read: %w", bare(err))}
	case len(text) > maxFile:
		return nil, &Error{Input: shownName(arg), Err: fmt.Errorf("is larger than %d MB", maxFile>>20)}
	}
	return text, nil
}

// bare is the reason of an error of a file, without the name that is said
// already.
func bare(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	return err
}

// declared is a tool in a file.
type declared struct{ toolnexus.Tool }

// annotations are MCP's hints.

type annotations struct {
	Title           string `json:"title"`
	ReadOnlyHint    *bool  `json:"readOnlyHint"`
	DestructiveHint *bool  `json:"destructiveHint"`
	IdempotentHint  *bool  `json:"idempotentHint"`
	OpenWorldHint   *bool  `json:"openWorldHint"`
}

// UnmarshalJSON reads both forms.
func (d *declared) UnmarshalJSON(text []byte) error {
	if !isObject(text) {
		return errors.New("is not an object")
	}
	if err := d.Tool.UnmarshalJSON(text); err != nil {
		return err
	}
	var mcp struct {
		Title       string       `json:"title"`
		Annotations *annotations `json:"annotations"`
	}
	if err := json.Unmarshal(text, &mcp); err != nil {
		return err
	}
	if mcp.Annotations == nil {
		mcp.Annotations = &annotations{}
	}
	if mcp.Title != "" {
		mcp.Annotations.Title = mcp.Title
	}
	if hints := mcp.Annotations.hints(); d.Hints == nil && hints != (toolnexus.ToolHints{}) {
		d.Hints = &hints
	}
	return nil
}

func (a annotations) hints() toolnexus.ToolHints {
	return toolnexus.ToolHints{
		Title:       a.Title,
		ReadOnly:    a.ReadOnlyHint,
		Destructive: a.DestructiveHint,
		Idempotent:  a.IdempotentHint,
		OpenWorld:   a.OpenWorldHint,
	}
}

// HasTools reports whether a JSON text is meant to hold tools, and not, say, a
// schema.
func HasTools(text []byte) bool {
	_, ok := toolList(text)
	return ok
}

// listing is an exported toolkit, the result of MCP's tools/list, or the whole
// response with that result.
type listing struct {
	Tools      json.RawMessage `json:"tools"`
	NextCursor string          `json:"nextCursor"`
	Result     *listing        `json:"result"`
}

func toolList(text []byte) (listing, bool) {
	var l listing
	if err := json.Unmarshal(text, &l); err != nil {
		return l, false
	}
	if l.Tools == nil && l.Result != nil {
		l = *l.Result
	}
	return l, len(l.Tools) > 0 && l.Tools[0] == '['
}

// ParseTools reads a file with tools. All that is wrong is said at once.
func ParseTools(text []byte) (*Input, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if err := CheckJSON(text); err != nil {
		return nil, err
	}
	list, ok := toolList(text)
	if !ok {
		return nil, errors.New(`has no list "tools"; an exported toolkit is {"tools": [{"name": …, "description": …, "inputSchema": …}]}`)
	}
	var raws []json.RawMessage
	if err := json.Unmarshal(list.Tools, &raws); err != nil {
		return nil, err
	}
	in := &Input{Uncallable: "only declares its tools, and has nothing to run; call a Go package"}
	if list.NextCursor != "" {
		in.notef("it is one page of a longer list, whose rest is missing")
	}
	var faults []error
	seen := map[string]int{}
	for i, raw := range raws {
		tool, err := parseTool(raw)
		if err == nil {
			if first, twice := seen[tool.Name]; twice {
				err = fmt.Errorf("has the name of tools[%d], %q", first, tool.Name)
			}
			seen[tool.Name] = i
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("tools[%d] %w", i, err))
			continue
		}
		if err := toolnexus.ValidateName(tool.Name); err != nil {
			in.notef("%v", err)
		}
		in.Tools = append(in.Tools, tool)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("is no list of tools:\n%w", err)
	}
	return in, nil
}

func parseTool(raw json.RawMessage) (toolnexus.Tool, error) {
	var d declared
	if err := json.Unmarshal(raw, &d); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return d.Tool, fmt.Errorf("has a %s in %q", wrong.Value, wrong.Field)
		}
		return d.Tool, err
	}
	if d.Name == "" {
		return d.Tool, errors.New("has no name")
	}
	// A file may have names that providers refuse: what else can be wrong are the
	// schemas.
	named := d.Tool
	named.Name = "tool"
	if err := named.ValidateDeclaration(); err != nil {
		return d.Tool, fmt.Errorf("(%s): %s", d.Name, strings.ReplaceAll(err.Error(), `tool "tool": `, ""))
	}
	return d.Tool, nil
}

func isObject(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && text[0] == '{'
}

// CheckJSON says where a text stops being JSON.
func CheckJSON(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("is empty")
	}
	if !utf8.Valid(text) {
		return errors.New("is not valid UTF-8")
	}
	var any json.RawMessage
	err := json.Unmarshal(text, &any)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		before := text[:min(int(syntax.Offset), len(text))]
		line := 1 + bytes.Count(before, []byte("\n"))
		column := len(before) - bytes.LastIndexByte(before, '\n') - 1
		return fmt.Errorf("is not JSON: line %d, column %d: %w", line, max(column, 1), err)
	}
	return err
}
