package toolnexus

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/url"
	"strings"
)

// PartKind says what a [ContentPart] is.
type PartKind string

// The kinds of parts; there are no others.
const (
	PartKindText  PartKind = "text"
	PartKindImage PartKind = "image"
	PartKindAudio PartKind = "audio"
	PartKindFile  PartKind = "file"
)

// A ContentPart is a piece of a result beside its text. A text part has Text
// and nothing else. The other kinds have a MIMEType, either Data or URL, and
// perhaps a Name. On the wire they are
//
//	{"type": "text", "text": "…"}
//	{"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo=", "name": "chart.png"}
//	{"type": "image", "mimeType": "image/png", "url": "https://example.com/chart.png"}
//
// with data in standard base64, padded.
//
// A part holds bytes or a URL, never a path: it means the same in every
// process. Printed or logged, a part shows its kind and size only, as in
// "image (image/png, 68 bytes)". That holds for every verb of fmt and for slog,
// but fmt cannot ask a part that sits in an unexported field of another struct.
//
// Make parts with [TextPart], [PartFromFile], [PartFromBytes] and
// [PartFromURL]. A literal is as good; [ContentPart.Validate] checks it.
type ContentPart struct {
	Kind     PartKind
	Text     string // of a text part
	MIMEType string // such as "image/png"
	Data     []byte // the content itself
	URL      string // or where it is; absolute, no data: or file: URL
	Name     string // a file name for people, optional
}

// Validate returns nil if the part is one of the shapes that [ContentPart]
// shows. Otherwise the error says what is wrong with it.
func (p ContentPart) Validate() error {
	switch p.Kind {
	case PartKindText:
		if p.MIMEType != "" || len(p.Data) > 0 || p.URL != "" || p.Name != "" {
			return errors.New("text part: only text may be set")
		}
		return nil
	case PartKindImage, PartKindAudio, PartKindFile:
		if err := p.validateMedia(); err != nil {
			return fmt.Errorf("%s part: %w", p.Kind, err)
		}
		return nil
	case "":
		return errors.New("part: the kind is missing")
	default:
		return fmt.Errorf("part: unknown kind %.80q, want text, image, audio or file", p.Kind)
	}
}

func (p ContentPart) validateMedia() error {
	if p.Text != "" {
		return errors.New("text belongs in a text part")
	}
	if err := p.validateMIMEType(); err != nil {
		return err
	}
	switch hasData, hasURL := len(p.Data) > 0, p.URL != ""; {
	case hasData && hasURL:
		return errors.New("both data and url are set, want exactly one")
	case hasURL:
		_, err := parsePartURL(p.URL)
		return err
	case hasData:
		return nil
	default:
		return errors.New("neither data nor url is set, want exactly one")
	}
}

func (p ContentPart) validateMIMEType() error {
	if p.MIMEType == "" {
		return errors.New("the MIME type is missing")
	}
	media, _, err := mime.ParseMediaType(p.MIMEType)
	if err != nil || strings.Count(media, "/") != 1 {
		return fmt.Errorf("%.80q is not a MIME type", p.MIMEType)
	}
	if p.Kind != PartKindFile && kindOf(media) != p.Kind {
		return fmt.Errorf("the MIME type %.80q is not of this kind", p.MIMEType)
	}
	return nil
}

// kindOf derives the kind from a MIME type.
func kindOf(mimeType string) PartKind {
	top, _, _ := strings.Cut(strings.ToLower(mimeType), "/")
	switch top {
	case "image":
		return PartKindImage
	case "audio":
		return PartKindAudio
	}
	return PartKindFile
}

// parsePartURL takes absolute URLs with a host. Its errors do not repeat the
// URL, which may hold a signature.
func parsePartURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil {
		return nil, errors.New("the url cannot be parsed")
	}
	switch {
	case u.Scheme == "data":
		return nil, errors.New("a data: URL belongs in data")
	case u.Scheme == "file":
		return nil, errors.New("a file: URL is a path, want the bytes")
	case u.Scheme == "" || u.Host == "":
		return nil, errors.New("the url is not absolute")
	}
	return u, nil
}

// String describes the part without its content: "image (image/png, 68 bytes)".
func (p ContentPart) String() string {
	switch {
	case p.Kind == PartKindText:
		return fmt.Sprintf("text (%s)", byteCount(len(p.Text)))
	case p.URL != "":
		// Not the URL itself: its query may be a key to the content.
		return fmt.Sprintf("%s (%s, url)", p.Kind, p.MIMEType)
	default:
		return fmt.Sprintf("%s (%s, %s)", p.Kind, p.MIMEType, byteCount(len(p.Data)))
	}
}

func byteCount(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// Format implements [fmt.Formatter], because verbs such as %d and %#v would
// print the content if they were left to fmt.
func (p ContentPart) Format(f fmt.State, verb rune) {
	if verb == 'v' {
		_, _ = io.WriteString(f, p.String()) // a fmt.State reports its own errors
		return
	}
	_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), p.String())
}

// GoString implements [fmt.GoStringer] for printers other than fmt.
func (p ContentPart) GoString() string { return p.String() }

// LogValue implements [slog.LogValuer].
func (p ContentPart) LogValue() slog.Value { return slog.StringValue(p.String()) }

type wirePart struct {
	Type     PartKind `json:"type"`
	Text     *string  `json:"text,omitempty"`
	MIMEType string   `json:"mimeType,omitempty"`
	Data     []byte   `json:"data,omitempty"`
	URL      string   `json:"url,omitempty"`
	Name     string   `json:"name,omitempty"`
}

// MarshalJSON writes the wire form that [ContentPart] shows. A part that is not
// valid is an error.
func (p ContentPart) MarshalJSON() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	w := wirePart{Type: p.Kind, MIMEType: p.MIMEType, Data: p.Data, URL: p.URL, Name: p.Name}
	if p.Kind == PartKindText {
		w.Text = &p.Text
	}
	return encode(w)
}

// UnmarshalJSON reads what MarshalJSON writes and refuses anything that is not
// a valid part. On an error the part is left as it was.
func (p *ContentPart) UnmarshalJSON(data []byte) error {
	if isNull(data) {
		return nil
	}
	var w wirePart
	if err := json.Unmarshal(data, &w); err != nil {
		if corrupt, ok := errors.AsType[base64.CorruptInputError](err); ok {
			return fmt.Errorf("part: data is not padded standard base64: %w", corrupt)
		}
		return fmt.Errorf("part: %w", err)
	}
	read := ContentPart{Kind: w.Type, MIMEType: w.MIMEType, Data: w.Data, URL: w.URL, Name: w.Name}
	if w.Text != nil {
		read.Text = *w.Text
	} else if w.Type == PartKindText {
		return errors.New("text part: the text is missing")
	}
	if len(read.Data) == 0 {
		read.Data = nil
	}
	if err := read.Validate(); err != nil {
		return err
	}
	*p = read
	return nil
}
