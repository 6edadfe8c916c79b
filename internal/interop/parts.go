package interop

import (
	"encoding/base64"
	"encoding/json"
	"errors"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Parts are content parts of each kind.
func Parts() []toolnexus.ContentPart {
	return []toolnexus.ContentPart{
		toolnexus.TextPart("Measured on 14 May.\n\"µ\" means <micro>."),
		{Kind: toolnexus.PartKindImage, MIMEType: "image/png", Data: png(), Name: "chart.png"},
		{Kind: toolnexus.PartKindImage, MIMEType: "image/jpeg", URL: "https://example.com/chart.jpg?key=a&b=c"},
		{Kind: toolnexus.PartKindFile, MIMEType: "application/pdf", Data: []byte(pdf), Name: "report.pdf"},
		{Kind: toolnexus.PartKindAudio, MIMEType: "audio/wav", Data: []byte("RIFF\x00\x00\x00\x00WAVE")},
	}
}

const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// png is a picture of one white pixel.
func png() []byte {
	data, err := base64.StdEncoding.DecodeString(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=")
	if err != nil {
		return nil
	}
	return data
}

// Results are results of each kind, by what is special about them.
func Results() map[string]toolnexus.ToolResult {
	failure := errors.New("the printer is on fire")
	return map[string]toolnexus.ToolResult{
		"text":            {Output: "Rain, 8 °C & <windy>\n\u2028"},
		"structured":      {Output: `{"degrees":8}`, Structured: json.RawMessage(`{"degrees":8}`)},
		"nothing":         {},
		"parts":           {Parts: Parts()},
		"text and parts":  {Output: "see the chart", Parts: Parts()},
		"error":           {Error: failure},
		"error and text":  {Error: failure, Output: "try the other printer"},
		"error and parts": {Error: failure, Parts: Parts()},
		"pending":         toolnexus.Pending(toolnexus.Request{Kind: toolnexus.KindApproval, Prompt: "Print 900 pages?"}),
	}
}
