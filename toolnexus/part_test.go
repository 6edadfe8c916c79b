package toolnexus_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func TestPartFromFileTellsTheTypeFromTheExtension(t *testing.T) {
	for _, tt := range []struct {
		file, mime string
		kind       toolnexus.PartKind
	}{
		{"a.png", "image/png", toolnexus.PartKindImage},
		{"a.jpg", "image/jpeg", toolnexus.PartKindImage},
		{"a.JPEG", "image/jpeg", toolnexus.PartKindImage},
		{"a.gif", "image/gif", toolnexus.PartKindImage},
		{"a.webp", "image/webp", toolnexus.PartKindImage},
		{"a.b.pdf", "application/pdf", toolnexus.PartKindFile},
		{"a.mp3", "audio/mpeg", toolnexus.PartKindAudio},
		{"a.wav", "audio/wav", toolnexus.PartKindAudio},
	} {
		t.Run(tt.file, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), tt.file)
			if err := os.WriteFile(path, []byte("content"), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := toolnexus.PartFromFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := toolnexus.ContentPart{Kind: tt.kind, MIMEType: tt.mime, Data: []byte("content"), Name: tt.file}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if err := got.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPartFromFileReadsAtOnce(t *testing.T) {
	dot, err := os.ReadFile("testdata/dot.png")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "dot.png")
	if err := os.WriteFile(path, dot, 0o600); err != nil {
		t.Fatal(err)
	}
	part, err := toolnexus.PartFromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}

	wire, err := json.Marshal(toolnexus.OK("A dot.").WithParts(part))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(wire), filepath.Dir(path)) {
		t.Errorf("the wire form holds the path: %s", wire)
	}
	var back toolnexus.ToolResult
	if err := json.Unmarshal(wire, &back); err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(back.Parts[0].Data)); err != nil || img.Bounds().Dx() != 1 {
		t.Errorf("the picture did not survive: %v", err)
	}
}

func TestPartFromFileRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"notes.txt": "x", "noext": "x", "empty.png": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.png"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, file, want string }{
		{"an unknown extension", "notes.txt", `unknown file extension ".txt", known are png, jpg, jpeg, gif, webp, pdf, mp3 and wav`},
		{"no extension", "noext", "no file extension, known are"},
		{"an unknown extension of no file", "missing.svg", `unknown file extension ".svg"`},
		{"no file", "missing.png", "no such file"},
		{"a folder", "folder.png", "is a directory"},
		{"an empty file", "empty.png", "the file is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := toolnexus.PartFromFile(filepath.Join(dir, tt.file))
			if err == nil || !strings.Contains(err.Error(), tt.want) || got.Kind != "" {
				t.Errorf("PartFromFile = %v, %v, want %s", got, err, tt.want)
			}
		})
	}
	if _, err := toolnexus.PartFromFile(filepath.Join(dir, "missing.png")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error = %v, want it to match fs.ErrNotExist", err)
	}
}

func TestPartFromBytesDerivesTheKind(t *testing.T) {
	for mime, want := range map[string]toolnexus.PartKind{
		"image/png": toolnexus.PartKindImage, "IMAGE/PNG": toolnexus.PartKindImage, "audio/ogg; codecs=opus": toolnexus.PartKindAudio,
		"application/pdf": toolnexus.PartKindFile, "text/plain": toolnexus.PartKindFile, "video/mp4": toolnexus.PartKindFile,
	} {
		got := toolnexus.PartFromBytes(mime, []byte{1})
		if got.Kind != want || got.Validate() != nil {
			t.Errorf("PartFromBytes(%q) = %v, %v, want kind %s", mime, got, got.Validate(), want)
		}
	}
}

func TestPartFromURL(t *testing.T) {
	for _, tt := range []struct {
		name, url string
		want      toolnexus.ContentPart
	}{
		{
			"a picture", "https://example.com/a/cat.PNG?sig=x#y",
			toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", URL: "https://example.com/a/cat.PNG?sig=x#y", Name: "cat.PNG"},
		},
		{
			"an escaped path", "https://example.com/my%20cat.pdf",
			toolnexus.ContentPart{Kind: "file", MIMEType: "application/pdf", URL: "https://example.com/my%20cat.pdf", Name: "my cat.pdf"},
		},
		{
			"a bucket", "gs://bucket/song.mp3",
			toolnexus.ContentPart{Kind: "audio", MIMEType: "audio/mpeg", URL: "gs://bucket/song.mp3", Name: "song.mp3"},
		},
		{
			"data", "data:image/png;base64,AAE=",
			toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", Data: []byte{0, 1}},
		},
		{
			"data in another case", "DATA:Image/PNG;BASE64,AAE=",
			toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", Data: []byte{0, 1}},
		},
		{
			"data with escapes", "data:image/png;base64,%2B%2F8%3D",
			toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", Data: []byte{0xfb, 0xff}},
		},
		{
			"data with a plus", "data:image/png;base64,+/8=",
			toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", Data: []byte{0xfb, 0xff}},
		},
		{
			"data with parameters", "data:text/plain;charset=utf-8;base64,aGk=",
			toolnexus.ContentPart{Kind: "file", MIMEType: "text/plain", Data: []byte("hi")},
		},
		{
			"data without a type", "data:;base64,aGk=",
			toolnexus.ContentPart{Kind: "file", MIMEType: "text/plain", Data: []byte("hi")},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := toolnexus.PartFromURL(tt.url)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPartFromURLRefusesWithoutRepeatingTheURL(t *testing.T) {
	for _, tt := range []struct{ name, url, want string }{
		{"nothing", "", "the url is not absolute"},
		{"a path", "pictures/secret.png", "the url is not absolute"},
		{"a URL without a host", "https:secret.png", "the url is not absolute"},
		{"a file", "file:///pictures/secret.png", "a file: URL is a path, want the bytes"},
		{"no extension", "https://example.com/x?k=secret", "no file extension"},
		{"an unknown extension", "https://example.com/x.svg?k=secret", `unknown file extension ".svg"`},
		{"control characters", "https://example.com/secret\x7f.png", "the url cannot be parsed"},
		{"data without a comma", "data:image/png;base64", "the data: URL has no comma before its content"},
		{"data that is not base64", "data:image/png,secret", "the data: URL is not base64"},
		{"data with another encoding", "data:image/png;base32,secret", "the data: URL is not base64"},
		{"data with bad escapes", "data:image/png;base64,%zz", "the content of the data: URL is badly escaped"},
		{"data with bad base64", "data:image/png;base64,secret", "the content of the data: URL: illegal base64 data"},
		{"data without content", "data:image/png;base64,", "neither data nor url is set"},
		{"data with a bad type", "data:png;base64,aGk=", `"png" is not a MIME type`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := toolnexus.PartFromURL(tt.url)
			if err == nil || !strings.Contains(err.Error(), tt.want) || got.Kind != "" {
				t.Fatalf("PartFromURL = %v, %v, want %s", got, err, tt.want)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error repeats the URL: %v", err)
			}
		})
	}
}

func TestPartValidate(t *testing.T) {
	data := []byte{1}
	for _, tt := range []struct {
		name string
		part toolnexus.ContentPart
		want string
	}{
		{"text", toolnexus.ContentPart{Kind: "text", Text: "x"}, ""},
		{"empty text", toolnexus.ContentPart{Kind: "text"}, ""},
		{"data", toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", Data: data}, ""},
		{"a url", toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", URL: "https://example.com/x"}, ""},
		{"a picture sent as a file", toolnexus.ContentPart{Kind: "file", MIMEType: "image/png", Data: data, Name: "x.png"}, ""},
		{"a MIME type with a parameter", toolnexus.ContentPart{Kind: "audio", MIMEType: "audio/ogg; codecs=opus", Data: data}, ""},
		{"nothing", toolnexus.ContentPart{}, "part: the kind is missing"},
		{"an unknown kind", toolnexus.ContentPart{Kind: "video"}, `part: unknown kind "video", want text, image, audio or file`},
		{"text with data", toolnexus.ContentPart{Kind: "text", Text: "x", Data: data}, "text part: only text may be set"},
		{"text with a name", toolnexus.ContentPart{Kind: "text", Text: "x", Name: "n"}, "text part: only text may be set"},
		{"data and url", toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", Data: data, URL: "https://example.com/x"}, "image part: both data and url are set, want exactly one"},
		{"neither data nor url", toolnexus.ContentPart{Kind: "image", MIMEType: "image/png"}, "image part: neither data nor url is set, want exactly one"},
		{"no MIME type", toolnexus.ContentPart{Kind: "image", Data: data}, "image part: the MIME type is missing"},
		{"a broken MIME type", toolnexus.ContentPart{Kind: "file", MIMEType: "a/b/c", Data: data}, `file part: "a/b/c" is not a MIME type`},
		{"half a MIME type", toolnexus.ContentPart{Kind: "image", MIMEType: "image", Data: data}, `image part: "image" is not a MIME type`},
		{"a MIME type of another kind", toolnexus.ContentPart{Kind: "image", MIMEType: "audio/wav", Data: data}, `image part: the MIME type "audio/wav" is not of this kind`},
		{"a picture with text", toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", Data: data, Text: "x"}, "image part: text belongs in a text part"},
		{"a path as url", toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", URL: "/tmp/x.png"}, "image part: the url is not absolute"},
		{"a data: url", toolnexus.ContentPart{Kind: "image", MIMEType: "image/png", URL: "data:image/png;base64,AA=="}, "image part: a data: URL belongs in data"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if err := tt.part.Validate(); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("Validate = %q, want %q", got, tt.want)
			}
			if _, err := json.Marshal(tt.part); (err == nil) != (tt.want == "") {
				t.Errorf("Marshal = %v, want the verdict of Validate", err)
			}
		})
	}
}

func TestPartWireForm(t *testing.T) {
	for _, tt := range []struct {
		part toolnexus.ContentPart
		want string
	}{
		{toolnexus.TextPart("a <b>"), `{"type":"text","text":"a <b>"}`},
		{toolnexus.TextPart(""), `{"type":"text","text":""}`},
		{toolnexus.PartFromBytes("image/png", []byte{0xfb, 0xff}), `{"type":"image","mimeType":"image/png","data":"+/8="}`},
		{
			toolnexus.ContentPart{Kind: "file", MIMEType: "application/pdf", URL: "https://example.com/a.pdf?x=1&y=2", Name: "a.pdf"},
			`{"type":"file","mimeType":"application/pdf","url":"https://example.com/a.pdf?x=1&y=2","name":"a.pdf"}`,
		},
	} {
		t.Run(tt.want, func(t *testing.T) {
			got, err := tt.part.MarshalJSON()
			if err != nil || string(got) != tt.want {
				t.Fatalf("MarshalJSON = %s, %v, want %s", got, err, tt.want)
			}
			var back toolnexus.ContentPart
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.part, back); diff != "" {
				t.Errorf("after a round trip (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPartUnmarshalRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"another document", `[]`, "part: json: cannot unmarshal array"},
		{"no type", `{"text":"x"}`, "part: the kind is missing"},
		{"an unknown type", `{"type":"video","mimeType":"video/mp4","url":"https://example.com/x"}`, `part: unknown kind "video"`},
		{"text without text", `{"type":"text"}`, "text part: the text is missing"},
		{"text with data", `{"type":"text","text":"x","data":"AA=="}`, "text part: only text may be set"},
		{"data and url", `{"type":"image","mimeType":"image/png","data":"AA==","url":"https://example.com/x"}`, "image part: both data and url are set"},
		{"neither", `{"type":"image","mimeType":"image/png"}`, "image part: neither data nor url is set"},
		{"empty data", `{"type":"image","mimeType":"image/png","data":""}`, "image part: neither data nor url is set"},
		{"data that is not base64", `{"type":"image","mimeType":"image/png","data":"<>"}`, "part: data is not padded standard base64"},
		{"data without padding", `{"type":"image","mimeType":"image/png","data":"AA"}`, "part: data is not padded standard base64"},
		{"data in the URL alphabet", `{"type":"image","mimeType":"image/png","data":"-_8="}`, "part: data is not padded standard base64"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			kept := toolnexus.TextPart("kept")
			err := json.Unmarshal([]byte(tt.text), &kept)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("Unmarshal = %v, want %s", err, tt.want)
			}
			if kept.Text != "kept" {
				t.Errorf("the part was changed: %v", kept)
			}
		})
	}
}

func TestPartStringTellsKindAndSize(t *testing.T) {
	for _, tt := range []struct {
		part toolnexus.ContentPart
		want string
	}{
		{toolnexus.PartFromBytes("image/png", make([]byte, 68)), "image (image/png, 68 bytes)"},
		{toolnexus.PartFromBytes("audio/wav", make([]byte, 1)), "audio (audio/wav, 1 byte)"},
		{toolnexus.ContentPart{Kind: "file", MIMEType: "application/pdf", URL: "https://example.com/?secret"}, "file (application/pdf, url)"},
		{toolnexus.TextPart("secret"), "text (6 bytes)"},
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
			if got := fmt.Sprintf(verb, tt.part); got != tt.want {
				t.Errorf("%s prints %s, want %s", verb, got, tt.want)
			}
		}
		if got := tt.part.GoString(); got != tt.want {
			t.Errorf("GoString = %s, want %s", got, tt.want)
		}
	}
}

func TestPrintingAPartShowsNoBytes(t *testing.T) {
	const secret = "the secret"
	part := toolnexus.PartFromBytes("image/png", []byte(secret))
	holders := map[string]any{
		"part": part, "pointer": &part, "list": []toolnexus.ContentPart{part},
		"map": map[string]toolnexus.ContentPart{"x": part}, "result": toolnexus.OK("x").WithParts(part),
	}
	for name, holder := range holders {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "% x", "%d", "%o", "%b", "%c", "%U", "%t", "%g", "%20v", "%-9.3s"} {
			if got := fmt.Sprintf(verb, holder); leaks(got, secret) {
				t.Errorf("%s of a %s prints %s", verb, name, got)
			}
		}
	}
	for name, handler := range handlers {
		var buf bytes.Buffer
		slog.New(handler(&buf)).Info("read", "part", part)
		if got := buf.String(); leaks(got, secret) || !strings.Contains(got, "image (image/png, 10 bytes)") {
			t.Errorf("the %s handler logs %s", name, got)
		}
	}
}

// leaks reports whether s shows secret in any of the ways that bytes are printed.
func leaks(s, secret string) bool {
	numbers := strings.Trim(fmt.Sprint([]byte(secret)), "[]")
	for _, form := range []string{
		secret, numbers, hex.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte(secret)),
		strings.Trim(fmt.Sprintf("%#x", []byte(secret)), "[]"), strings.Trim(fmt.Sprintf("%o", []byte(secret)), "[]"),
		strings.Trim(fmt.Sprintf("%b", []byte(secret)), "[]"), strings.Trim(fmt.Sprintf("%U", []byte(secret)), "[]"),
	} {
		if strings.Contains(strings.ToLower(s), strings.ToLower(form)) {
			return true
		}
	}
	return false
}
