package toolnexus

import "encoding/json"

// OpenAIOptions say how tools are declared to OpenAI.
type OpenAIOptions struct {
	// Strict makes the model keep to the schema. It then fills in every
	// property, with null for what it leaves out; [Toolkit.Execute] takes that
	// out again.
	Strict bool

	// Fallback declares a tool that strict mode cannot say without strict, and
	// reports that as a loss. Without Strict it means nothing.
	Fallback bool

	// Responses is for the Responses API instead of Chat Completions.
	Responses bool
}

// OpenAI declares the tools for the field "tools" of a request to OpenAI, or to
// one of the many services that speak its language:
//
//	[{"type":"function","function":{"name":"…","description":"…","parameters":{…},"strict":true}}]
//
// where strict is there only if it is true. In the Responses API it is always
// there, because the API would otherwise choose for itself:
//
//	[{"type":"function","name":"…","description":"…","parameters":{…},"strict":false}]
//
// The error is a [*DeclareError], and there are declarations beside it.
func (tk *Toolkit) OpenAI(opts OpenAIOptions) (Declarations, error) {
	f := openAIChat
	switch {
	case opts.Responses && opts.Strict:
		f = openAIResponsesStrict
	case opts.Responses:
		f = openAIResponses
	case opts.Strict:
		f = openAIChatStrict
	}
	return tk.declare(f, opts.Fallback)
}

type chatDeclaration struct {
	Type     string       `json:"type"`
	Function chatFunction `json:"function"`
}

type chatFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict,omitempty"`
}

func chatTool(strict bool) func(*Tool, json.RawMessage) any {
	return func(tool *Tool, parameters json.RawMessage) any {
		return chatDeclaration{"function", chatFunction{tool.Name, tool.Description, parameters, strict}}
	}
}

type responsesDeclaration struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict"`
}

func responsesTool(strict bool) func(*Tool, json.RawMessage) any {
	return func(tool *Tool, parameters json.RawMessage) any {
		return responsesDeclaration{"function", tool.Name, tool.Description, parameters, strict}
	}
}

// OpenAIMessage returns the message that answers a call in Chat Completions:
//
//	{"role":"tool","tool_call_id":"…","content":"…"}
//
// The content is the output. Such a message takes text only: with parts, the
// content is an array of texts, in which a placeholder stands for each part that
// is no text. [OpenAIContent] makes content for a user message that may follow
// and show them.
//
// An empty callID and a part that is not valid are errors. Metadata is not sent.
func (r ToolResult) OpenAIMessage(callID string) (json.RawMessage, error) {
	if callID == "" {
		return nil, errNoCallID
	}
	r = r.answering()
	blocks, err := partBlocks(r.Parts, func(p ContentPart) (openAIBlock, bool) { return openAIBlock{}, false }, openAIText)
	if err != nil {
		return nil, err
	}
	return encode(struct {
		Role    string `json:"role"`
		CallID  string `json:"tool_call_id"`
		Content any    `json:"content"`
	}{"tool", callID, textOrBlocks(r, openAIText, blocks)})
}

// OpenAIOutput returns the item that answers a call in the Responses API:
//
//	{"type":"function_call_output","call_id":"…","output":"…"}
//
// The output is that of the result; with parts, it is an array of items as
// [OpenAIInput] makes them, the output first.
//
// An empty callID and a part that is not valid are errors. Metadata is not sent.
func (r ToolResult) OpenAIOutput(callID string) (json.RawMessage, error) {
	if callID == "" {
		return nil, errNoCallID
	}
	r = r.answering()
	blocks, err := partBlocks(r.Parts, responsesMedia, responsesText)
	if err != nil {
		return nil, err
	}
	return encode(struct {
		Type   string `json:"type"`
		CallID string `json:"call_id"`
		Output any    `json:"output"`
	}{"function_call_output", callID, textOrBlocks(r, responsesText, blocks)})
}

// OpenAIContent returns parts as the content of a user message in Chat
// Completions: an array of
//
//	{"type":"text","text":"…"}
//	{"type":"image_url","image_url":{"url":"…"}}
//	{"type":"input_audio","input_audio":{"data":"…","format":"wav"}}
//	{"type":"file","file":{"filename":"…","file_data":"data:…"}}
//
// A part of a type that is not taken there becomes text, such as
// "[unsupported audio part (audio/ogg, 9 bytes)]". A part that is not valid is
// an error that names its index.
func OpenAIContent(parts []ContentPart) (json.RawMessage, error) {
	return encodeParts(parts, openAIMedia, openAIText)
}

type openAIBlock struct {
	Type  string          `json:"type"`
	Text  *string         `json:"text,omitempty"`
	Image *openAIImageURL `json:"image_url,omitempty"`
	Audio *openAIAudio    `json:"input_audio,omitempty"`
	File  *openAIFile     `json:"file,omitempty"`
}

type openAIImageURL struct {
	URL string `json:"url"`
}

type openAIAudio struct {
	Data   []byte `json:"data"`
	Format string `json:"format"`
}

type openAIFile struct {
	Filename string `json:"filename"`
	FileData string `json:"file_data"`
}

func openAIText(text string) openAIBlock { return openAIBlock{Type: "text", Text: &text} }

func openAIMedia(p ContentPart) (openAIBlock, bool) {
	m, ok := openAIChatMedia.find(p)
	switch {
	case !ok:
		return openAIBlock{}, false
	case p.Kind == PartKindImage:
		return openAIBlock{Type: "image_url", Image: &openAIImageURL{m.url(p)}}, true
	case p.Kind == PartKindAudio:
		return openAIBlock{Type: "input_audio", Audio: &openAIAudio{p.Data, m.extension}}, true
	default:
		return openAIBlock{Type: "file", File: &openAIFile{m.filename(p), m.url(p)}}, true
	}
}

// OpenAIInput returns parts as the content of a message in the Responses API: an
// array of
//
//	{"type":"input_text","text":"…"}
//	{"type":"input_image","image_url":"…","detail":"auto"}
//	{"type":"input_file","filename":"…","file_data":"data:…"}
//	{"type":"input_file","file_url":"…"}
//
// Parts that are not taken there, all sounds among them, and parts that are not
// valid are dealt with as by [OpenAIContent].
func OpenAIInput(parts []ContentPart) (json.RawMessage, error) {
	return encodeParts(parts, responsesMedia, responsesText)
}

type responsesBlock struct {
	Type     string  `json:"type"`
	Text     *string `json:"text,omitempty"`
	ImageURL string  `json:"image_url,omitempty"`
	Detail   string  `json:"detail,omitempty"`
	Filename string  `json:"filename,omitempty"`
	FileData string  `json:"file_data,omitempty"`
	FileURL  string  `json:"file_url,omitempty"`
}

func responsesText(text string) responsesBlock {
	return responsesBlock{Type: "input_text", Text: &text}
}

func responsesMedia(p ContentPart) (responsesBlock, bool) {
	m, ok := openAIResponsesMedia.find(p)
	switch {
	case !ok:
		return responsesBlock{}, false
	case p.Kind == PartKindImage:
		return responsesBlock{Type: "input_image", ImageURL: m.url(p), Detail: "auto"}, true
	case p.URL != "":
		return responsesBlock{Type: "input_file", FileURL: p.URL}, true
	default:
		return responsesBlock{Type: "input_file", Filename: m.filename(p), FileData: m.url(p)}, true
	}
}
