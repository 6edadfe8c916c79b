package toolnexus

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// TextPart returns a part that is text.
func TextPart(text string) ContentPart {
	return ContentPart{Kind: PartKindText, Text: text}
}

// PartFromBytes returns a part that holds data. Its kind follows from the MIME
// type: image/… is an image, audio/… a sound, anything else a file. The bytes
// are not copied, and nothing is checked; see [ContentPart.Validate].
func PartFromBytes(mimeType string, data []byte) ContentPart {
	return ContentPart{Kind: kindOf(mimeType), MIMEType: mimeType, Data: data}
}

// PartFromFile reads a file, at once and whole, and returns a part that holds
// its bytes and its base name. The MIME type follows from the extension: png,
// jpg, jpeg, gif, webp, pdf, mp3 or wav, in any case. Another extension, an
// empty file, and a file that cannot be read are errors.
func PartFromFile(name string) (ContentPart, error) {
	mimeType, err := mimeTypeOf(filepath.Ext(name))
	if err != nil {
		return ContentPart{}, fmt.Errorf("part from file %q: %w", name, err)
	}
	data, err := os.ReadFile(name) //nolint:gosec // reading the file that is named is the point
	if err != nil {
		return ContentPart{}, fmt.Errorf("part from file: %w", err)
	}
	if len(data) == 0 {
		return ContentPart{}, fmt.Errorf("part from file %q: the file is empty", name)
	}
	part := PartFromBytes(mimeType, data)
	part.Name = filepath.Base(name)
	return part, nil
}

// PartFromURL returns a part for what is at an absolute URL. Nothing is
// fetched: the MIME type follows from the extension of the URL's path, as in
// [PartFromFile], and an extension that is not known is an error. For a URL
// that does not tell, write the part as a literal with its MIMEType.
//
// A data: URL is unpacked: the part holds its bytes. It must be base64.
//
// Errors do not repeat the URL, which may hold a secret.
func PartFromURL(rawURL string) (ContentPart, error) {
	part, err := partFromURL(rawURL)
	if err != nil {
		return ContentPart{}, fmt.Errorf("part from url: %w", err)
	}
	return part, nil
}

func partFromURL(rawURL string) (ContentPart, error) {
	if scheme, rest, ok := strings.Cut(rawURL, ":"); ok && strings.EqualFold(scheme, "data") {
		return unpackDataURL(rest)
	}
	u, err := parsePartURL(rawURL)
	if err != nil {
		return ContentPart{}, err
	}
	mimeType, err := mimeTypeOf(path.Ext(u.Path))
	if err != nil {
		return ContentPart{}, err
	}
	return ContentPart{
		Kind:     kindOf(mimeType),
		MIMEType: mimeType,
		URL:      rawURL,
		Name:     path.Base(u.Path),
	}, nil
}

// unpackDataURL reads what follows "data:", which is
// [type/subtype][;parameter=value]...;base64,content.
func unpackDataURL(rest string) (ContentPart, error) {
	header, content, ok := strings.Cut(rest, ",")
	if !ok {
		return ContentPart{}, errors.New("the data: URL has no comma before its content")
	}
	mimeType, encoding := header, ""
	if i := strings.LastIndexByte(header, ';'); i >= 0 {
		mimeType, encoding = header[:i], header[i+1:]
	}
	if !strings.EqualFold(strings.TrimSpace(encoding), "base64") {
		return ContentPart{}, errors.New("the data: URL is not base64")
	}
	// Parameters such as charset are no use to a provider.
	mimeType, _, _ = strings.Cut(mimeType, ";")
	mimeType = strings.ToLower(strings.TrimSpace(mimeType))
	if mimeType == "" {
		mimeType = "text/plain" // what a data: URL without a type means
	}
	content, err := url.PathUnescape(content)
	if err != nil {
		return ContentPart{}, errors.New("the content of the data: URL is badly escaped")
	}
	data, err := base64.StdEncoding.DecodeString(content)
	if err != nil {
		return ContentPart{}, fmt.Errorf("the content of the data: URL: %w", err)
	}
	part := PartFromBytes(mimeType, data)
	if err := part.Validate(); err != nil {
		return ContentPart{}, err
	}
	return part, nil
}

func mimeTypeOf(ext string) (string, error) {
	switch strings.ToLower(ext) {
	case ".png":
		return "image/png", nil
	case ".jpg", ".jpeg":
		return "image/jpeg", nil
	case ".gif":
		return "image/gif", nil
	case ".webp":
		return "image/webp", nil
	case ".pdf":
		return "application/pdf", nil
	case ".mp3":
		return "audio/mpeg", nil
	case ".wav":
		return "audio/wav", nil
	}
	const known = "known are png, jpg, jpeg, gif, webp, pdf, mp3 and wav"
	if ext == "" || ext == "." {
		return "", errors.New("no file extension, " + known)
	}
	return "", fmt.Errorf("unknown file extension %.80q, %s", ext, known)
}
