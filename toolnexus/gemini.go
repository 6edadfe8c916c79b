package toolnexus

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// GeminiOptions say how tools are declared to Gemini.
type GeminiOptions struct {
	// JSONSchema declares the parameters in the field parametersJsonSchema, which
	// takes more of JSON Schema than parameters does.
	JSONSchema bool
}

// Gemini declares the tools for the field "tools" of a request to Gemini:
//
//	[{"functionDeclarations":[{"name":"…","description":"…","parameters":{…}}]}]
//
// The parameters, or parametersJsonSchema, are left out where a tool takes none.
// Without tools the array is empty. The error is a [*DeclareError], and there
// are declarations beside it.
func (tk *Toolkit) Gemini(opts GeminiOptions) (Declarations, error) {
	if opts.JSONSchema {
		return tk.declare(geminiJSONSchema, false)
	}
	return tk.declare(geminiSchema, false)
}

const (
	geminiBegin = `{"functionDeclarations":[`
	geminiEnd   = `]}`
)

type geminiDeclaration struct {
	Name                 string          `json:"name"`
	Description          string          `json:"description,omitempty"`
	Parameters           json.RawMessage `json:"parameters,omitempty"`
	ParametersJSONSchema json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

func geminiTool(tool *Tool, parameters json.RawMessage) any {
	return geminiDeclaration{Name: tool.Name, Description: tool.Description, Parameters: parameters}
}

func geminiJSONTool(tool *Tool, parameters json.RawMessage) any {
	return geminiDeclaration{Name: tool.Name, Description: tool.Description, ParametersJSONSchema: parameters}
}

// GeminiPart returns the part that answers a call of the function with this
// name:
//
//	{"functionResponse":{"id":"…","name":"…","response":{"output":…},"parts":[…]}}
//
// An error has "error" for "output". The output is the structured value where
// its text is all of the output, and else a string. The id, which older models
// do not give, is left out if callID is empty. Parts of the result that are
// media which a function response takes are its parts, as
//
//	{"inlineData":{"mimeType":"image/png","data":"…"}}
//
// and all others are text after the output: text parts as they are, media by a
// placeholder. Media by URL are not taken there. Models before Gemini 3 take no
// parts there at all; [GeminiContent] makes parts for the message beside it.
//
// An empty name and a part that is not valid are errors. Metadata is not sent.
func (r ToolResult) GeminiPart(callID, name string) (json.RawMessage, error) {
	if name == "" {
		return nil, errors.New("the name of the function is missing")
	}
	r = r.answering()
	blocks, err := partBlocks(r.Parts, geminiResponseMedia, geminiText)
	if err != nil {
		return nil, err
	}
	response := geminiResponse{ID: callID, Name: name}
	texts := []string{r.Output}
	for _, b := range blocks {
		if b.Text != nil {
			texts = append(texts, *b.Text)
		} else {
			response.Parts = append(response.Parts, b)
		}
	}
	response.Response = geminiAnswer(r, texts)
	return encode(map[string]geminiResponse{"functionResponse": response})
}

type geminiResponse struct {
	ID       string         `json:"id,omitempty"`
	Name     string         `json:"name"`
	Response map[string]any `json:"response"`
	Parts    []geminiBlock  `json:"parts,omitempty"`
}

// geminiAnswer is what the model reads: the output first, then what else there
// is as text.
func geminiAnswer(r ToolResult, texts []string) map[string]any {
	if r.IsError() {
		return map[string]any{"error": strings.Join(texts, "\n")}
	}
	if len(texts) == 1 && r.Output != "" && r.Output == string(r.Structured) &&
		json.Valid(r.Structured) && utf8.Valid(r.Structured) {
		return map[string]any{"output": r.Structured}
	}
	if texts[0] == "" && len(texts) > 1 {
		texts = texts[1:]
	}
	return map[string]any{"output": strings.Join(texts, "\n")}
}

// GeminiContent returns parts as the parts of a message: an array of
//
//	{"text":"…"}
//	{"inlineData":{"mimeType":"image/png","data":"…"}}
//	{"fileData":{"mimeType":"image/png","fileUri":"…"}}
//
// A part of a type that is not taken becomes text, such as
// "[unsupported image part (image/gif, 9 bytes)]". A part that is not valid is
// an error that names its index.
func GeminiContent(parts []ContentPart) (json.RawMessage, error) {
	return encodeParts(parts, geminiMedia, geminiText)
}

type geminiBlock struct {
	Text   *string     `json:"text,omitempty"`
	Inline *geminiBlob `json:"inlineData,omitempty"`
	File   *geminiFile `json:"fileData,omitempty"`
}

type geminiBlob struct {
	MIMEType string `json:"mimeType"`
	Data     []byte `json:"data"`
}

type geminiFile struct {
	MIMEType string `json:"mimeType"`
	FileURI  string `json:"fileUri"`
}

func geminiText(text string) geminiBlock { return geminiBlock{Text: &text} }

func geminiMedia(p ContentPart) (geminiBlock, bool) { return geminiBlockOf(p, geminiContentMedia) }

func geminiResponseMedia(p ContentPart) (geminiBlock, bool) {
	return geminiBlockOf(p, geminiFunctionMedia)
}

func geminiBlockOf(p ContentPart, table mediaTable) (geminiBlock, bool) {
	m, ok := table.find(p)
	switch {
	case !ok:
		return geminiBlock{}, false
	case p.URL != "":
		return geminiBlock{File: &geminiFile{m.mimeType, p.URL}}, true
	default:
		return geminiBlock{Inline: &geminiBlob{m.mimeType, p.Data}}, true
	}
}
