package toolnexus

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// AnthropicOptions say how tools are declared to Anthropic.
type AnthropicOptions struct {
	// Strict makes the model keep to the schema.
	Strict bool

	// Fallback declares a tool without strict where strict mode cannot say it, or
	// where it would be more than strict mode takes, and reports that as a loss.
	// Without Strict it means nothing.
	Fallback bool
}

// Anthropic declares the tools for the field "tools" of a request to Anthropic:
//
//	[{"name":"…","description":"…","input_schema":{…},"strict":true}]
//
// where strict is there only if it is true. The error is a [*DeclareError], and
// there are declarations beside it.
func (tk *Toolkit) Anthropic(opts AnthropicOptions) (Declarations, error) {
	f := anthropicPlain
	if opts.Strict {
		f = anthropicStrict
	}
	return tk.declare(f, opts.Fallback)
}

type anthropicDeclaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
	Strict      bool            `json:"strict,omitempty"`
}

func anthropicTool(strict bool) func(*Tool, json.RawMessage) any {
	return func(tool *Tool, parameters json.RawMessage) any {
		return anthropicDeclaration{tool.Name, tool.Description, parameters, strict}
	}
}

// AnthropicBlock returns the block that answers a call, for the content of a
// user message:
//
//	{"type":"tool_result","tool_use_id":"…","content":[{"type":"text","text":"…"}],"is_error":false}
//
// The content is the output and then the parts, as [AnthropicContent] makes
// them. It is left out if there is nothing in it. In an error, where Anthropic
// takes nothing but text, media are named by text, too.
//
// An empty toolUseID and a part that is not valid are errors. Metadata is not
// sent.
func (r ToolResult) AnthropicBlock(toolUseID string) (json.RawMessage, error) {
	if toolUseID == "" {
		return nil, errNoCallID
	}
	r = r.answering()
	medium := anthropicMediaBlock
	if r.IsError() {
		medium = func(ContentPart) (anthropicContent, bool) { return anthropicContent{}, false }
	}
	parts, err := anthropicBlocks(r.Parts, medium)
	if err != nil {
		return nil, err
	}
	var content []anthropicContent
	if !isBlankText(r.Output) {
		content = append(content, anthropicText(r.Output))
	}
	return encode(struct {
		Type    string             `json:"type"`
		ID      string             `json:"tool_use_id"`
		Content []anthropicContent `json:"content,omitempty"`
		IsError bool               `json:"is_error"`
	}{"tool_result", toolUseID, append(content, parts...), r.IsError()})
}

// AnthropicContent returns parts as content blocks of a message, or of a tool
// result: an array of
//
//	{"type":"text","text":"…"}
//	{"type":"image","source":{"type":"base64","media_type":"image/png","data":"…"}}
//	{"type":"document","source":{"type":"url","url":"…"},"title":"…"}
//
// with sources of type base64, url, and, for plain text, text. Blank text, which
// Anthropic refuses, is left out. A part of a type that is not taken becomes
// text, such as "[unsupported audio part (audio/wav, 9 bytes)]". A part that is
// not valid is an error that names its index.
func AnthropicContent(parts []ContentPart) (json.RawMessage, error) {
	blocks, err := anthropicBlocks(parts, anthropicMediaBlock)
	if err != nil {
		return nil, err
	}
	return encode(blocks)
}

type anthropicContent struct {
	Type   string           `json:"type"`
	Text   string           `json:"text,omitempty"`
	Source *anthropicSource `json:"source,omitempty"`
	Title  string           `json:"title,omitempty"`
}

type anthropicSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type,omitempty"`
	Data      any    `json:"data,omitempty"` // a string, or bytes for base64
	URL       string `json:"url,omitempty"`
}

func anthropicText(text string) anthropicContent { return anthropicContent{Type: "text", Text: text} }

func isBlankText(text string) bool { return strings.TrimSpace(text) == "" }

// anthropicBlocks makes blocks of parts. A part that is no medium becomes text.
func anthropicBlocks(parts []ContentPart, medium func(ContentPart) (anthropicContent, bool)) ([]anthropicContent, error) {
	blocks, err := partBlocks(parts, medium, anthropicText)
	if err != nil {
		return nil, err
	}
	kept := make([]anthropicContent, 0, len(blocks))
	for _, b := range blocks {
		if b.Source != nil || !isBlankText(b.Text) {
			kept = append(kept, b)
		}
	}
	return kept, nil
}

func anthropicMediaBlock(p ContentPart) (anthropicContent, bool) {
	m, ok := anthropicMedia.find(p)
	if !ok {
		return anthropicContent{}, false
	}
	block := anthropicContent{Type: "document", Title: p.Name}
	if p.Kind == PartKindImage {
		block = anthropicContent{Type: "image"}
	}
	switch {
	case p.URL != "":
		block.Source = &anthropicSource{Type: "url", URL: p.URL}
	case m.mimeType == "text/plain":
		if !utf8.Valid(p.Data) {
			return anthropicContent{}, false
		}
		block.Source = &anthropicSource{Type: "text", MediaType: m.mimeType, Data: string(p.Data)}
	default:
		block.Source = &anthropicSource{Type: "base64", MediaType: m.mimeType, Data: p.Data}
	}
	return block, true
}
