package toolnexus

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
)

// errNoCallID is the error of an answer to no call.
var errNoCallID = errors.New("the id of the call is missing")

// mediaTable is what a provider takes of images, sounds and files in one place,
// by MIME type.
type mediaTable map[string]carriage

// carriage is how a provider takes a type of media.
type carriage uint8

const (
	byData carriage = 1 << iota
	byURL
)

// The media, as they were known on 2026-12-01, from the types of openai-go
// v3.99.0, anthropic-sdk-go v1.84.0 and google.golang.org/genai v1.77.0, and
// from answers of the services that name the types they take.
var (
	openAIChatMedia = mediaTable{
		"image/png":       byData | byURL,
		"image/jpeg":      byData | byURL,
		"image/gif":       byData | byURL,
		"image/webp":      byData | byURL,
		"audio/wav":       byData,
		"audio/mpeg":      byData,
		"application/pdf": byData,
	}
	openAIResponsesMedia = mediaTable{
		"image/png":        byData | byURL,
		"image/jpeg":       byData | byURL,
		"image/gif":        byData | byURL,
		"image/webp":       byData | byURL,
		"application/pdf":  byData | byURL,
		"text/plain":       byData | byURL,
		"text/markdown":    byData | byURL,
		"text/csv":         byData | byURL,
		"text/html":        byData | byURL,
		"application/json": byData | byURL,
	}
	anthropicMedia = mediaTable{
		"image/png":       byData | byURL,
		"image/jpeg":      byData | byURL,
		"image/gif":       byData | byURL,
		"image/webp":      byData | byURL,
		"application/pdf": byData | byURL,
		"text/plain":      byData,
	}
	geminiContentMedia = mediaTable{
		"image/png":       byData | byURL,
		"image/jpeg":      byData | byURL,
		"image/webp":      byData | byURL,
		"image/heic":      byData | byURL,
		"image/heif":      byData | byURL,
		"audio/wav":       byData | byURL,
		"audio/mpeg":      byData | byURL,
		"audio/aiff":      byData | byURL,
		"audio/aac":       byData | byURL,
		"audio/ogg":       byData | byURL,
		"audio/flac":      byData | byURL,
		"application/pdf": byData | byURL,
		"text/plain":      byData | byURL,
	}
	// The media in a function response are fewer, and the Gemini API, other than
	// Vertex AI, takes no URLs there.
	geminiFunctionMedia = mediaTable{
		"image/png":       byData,
		"image/jpeg":      byData,
		"image/webp":      byData,
		"application/pdf": byData,
		"text/plain":      byData,
	}
)

// mediaAliases are other names of types that the tables have.
var mediaAliases = map[string]string{
	"image/jpg":      "image/jpeg",
	"audio/mp3":      "audio/mpeg",
	"audio/wave":     "audio/wav",
	"audio/x-wav":    "audio/wav",
	"audio/vnd.wave": "audio/wav",
}

// mediaExtensions are the names that types have in names of files, and in
// OpenAI's formats of sounds.
var mediaExtensions = map[string]string{
	"audio/wav":        "wav",
	"audio/mpeg":       "mp3",
	"application/pdf":  "pdf",
	"text/plain":       "txt",
	"text/markdown":    "md",
	"text/csv":         "csv",
	"text/html":        "html",
	"application/json": "json",
}

// medium is a type of media that is taken.
type medium struct{ mimeType, extension string }

// find looks a valid part up.
func (t mediaTable) find(p ContentPart) (medium, bool) {
	mimeType := mediaType(p)
	if alias, ok := mediaAliases[mimeType]; ok {
		mimeType = alias
	}
	want := byData
	if p.URL != "" {
		want = byURL
	}
	return medium{mimeType, mediaExtensions[mimeType]}, t[mimeType]&want != 0
}

// mediaType is the MIME type of a valid part, in lower case and without
// parameters.
func mediaType(p ContentPart) string {
	mimeType, _, _ := mime.ParseMediaType(p.MIMEType)
	return mimeType
}

// url is where the content is: a data: URL, where the part holds it.
func (m medium) url(p ContentPart) string {
	if p.URL != "" {
		return p.URL
	}
	return "data:" + m.mimeType + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
}

func (m medium) filename(p ContentPart) string {
	if p.Name != "" {
		return p.Name
	}
	return "file." + m.extension
}

// placeholder stands for a part that a provider does not take.
func placeholder(p ContentPart) string {
	const limit = 80
	size := byteCount(len(p.Data))
	if p.URL != "" {
		size = "url"
	}
	return fmt.Sprintf("[unsupported %s part (%.*s, %s)]", p.Kind, limit, mediaType(p), size)
}

// partBlocks makes the blocks of a provider of parts: those that are media by
// the one function, if it takes them, and text by the other.
func partBlocks[B any](parts []ContentPart, media func(ContentPart) (B, bool), text func(string) B) ([]B, error) {
	blocks := make([]B, 0, len(parts))
	for i, p := range parts {
		if err := p.Validate(); err != nil {
			return nil, fmt.Errorf("parts[%d]: %w", i, err)
		}
		if p.Kind == PartKindText {
			blocks = append(blocks, text(p.Text))
		} else if block, ok := media(p); ok {
			blocks = append(blocks, block)
		} else {
			blocks = append(blocks, text(placeholder(p)))
		}
	}
	return blocks, nil
}

func encodeParts[B any](parts []ContentPart, media func(ContentPart) (B, bool), text func(string) B) (json.RawMessage, error) {
	blocks, err := partBlocks(parts, media, text)
	if err != nil {
		return nil, err
	}
	return encode(blocks)
}

// textOrBlocks is the output of a result as one text or, where there are parts,
// as the first of several blocks.
func textOrBlocks[B any](r ToolResult, text func(string) B, blocks []B) any {
	switch {
	case len(blocks) == 0:
		return r.Output
	case r.Output == "":
		return blocks
	default:
		return append([]B{text(r.Output)}, blocks...)
	}
}

// wordless is what is said of a failure of which nothing is said. A model has to
// read something, and Anthropic wants content in every error.
const wordless = "the call failed"

// answering is the result as a model is to read it.
func (r ToolResult) answering() ToolResult {
	r = r.settled()
	if r.IsError() && isBlankText(r.Output) && len(r.Parts) == 0 {
		r.Output = wordless
	}
	return r
}
