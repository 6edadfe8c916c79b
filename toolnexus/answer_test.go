package toolnexus_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func part(mimeType, data string) toolnexus.ContentPart {
	return toolnexus.PartFromBytes(mimeType, []byte(data))
}

func linked(kind toolnexus.PartKind, mimeType, url string) toolnexus.ContentPart {
	return toolnexus.ContentPart{Kind: kind, MIMEType: mimeType, URL: url}
}

func named(p toolnexus.ContentPart, name string) toolnexus.ContentPart {
	p.Name = name
	return p
}

// answerers are all ways to answer a call.
var answerers = map[string]func(toolnexus.ToolResult) (json.RawMessage, error){
	"chat":      func(r toolnexus.ToolResult) (json.RawMessage, error) { return r.OpenAIMessage("c1") },
	"responses": func(r toolnexus.ToolResult) (json.RawMessage, error) { return r.OpenAIOutput("c1") },
	"anthropic": func(r toolnexus.ToolResult) (json.RawMessage, error) { return r.AnthropicBlock("c1") },
	"gemini":    func(r toolnexus.ToolResult) (json.RawMessage, error) { return r.GeminiPart("c1", "f") },
}

func TestAnswers(t *testing.T) {
	png := part("image/png", "p")
	for _, c := range []struct {
		name                               string
		result                             toolnexus.ToolResult
		chat, responses, anthropic, gemini string
	}{
		{
			"text, without escapes for HTML", toolnexus.OK("a <b> & \"c\"\n").WithMetadata("secret", 1),
			`"a <b> & \"c\"\n"`, `"a <b> & \"c\"\n"`,
			`"content":[{"type":"text","text":"a <b> & \"c\"\n"}],"is_error":false`,
			`"response":{"output":"a <b> & \"c\"\n"}`,
		},
		{
			"an object", toolnexus.OK(`{"b":1.50,"a":2}`).WithStructured(json.RawMessage(`{"b":1.50,"a":2}`)),
			`"{\"b\":1.50,\"a\":2}"`, `"{\"b\":1.50,\"a\":2}"`,
			`"content":[{"type":"text","text":"{\"b\":1.50,\"a\":2}"}],"is_error":false`,
			`"response":{"output":{"b":1.50,"a":2}}`,
		},
		{
			"an object beside other words", toolnexus.OK(`two`).WithStructured(json.RawMessage(`{"n":2}`)),
			`"two"`, `"two"`, `"content":[{"type":"text","text":"two"}],"is_error":false`, `"response":{"output":"two"}`,
		},
		{
			"what is called structured and is not", toolnexus.OK(`{"n":`).WithStructured(json.RawMessage(`{"n":`)),
			`"{\"n\":"`, `"{\"n\":"`, `"content":[{"type":"text","text":"{\"n\":"}],"is_error":false`, `"response":{"output":"{\"n\":"}`,
		},
		{
			"nothing", toolnexus.OK(""),
			`""`, `""`, `"is_error":false`, `"response":{"output":""}`,
		},
		{
			"an error",
			toolnexus.ToolResult{Error: errors.New("no")},
			`"no"`, `"no"`, `"content":[{"type":"text","text":"no"}],"is_error":true`, `"response":{"error":"no"}`,
		},
		{
			"an error without words",
			toolnexus.ToolResult{Error: errors.New(" ")},
			`"the call failed"`, `"the call failed"`, `"content":[{"type":"text","text":"the call failed"}],"is_error":true`, `"response":{"error":"the call failed"}`,
		},
		{
			"a structured error is a text",
			toolnexus.ToolResult{Output: `{}`, Structured: json.RawMessage(`{}`), Error: errors.New("x")},
			`"{}"`, `"{}"`, `"content":[{"type":"text","text":"{}"}],"is_error":true`, `"response":{"error":"{}"}`,
		},
		{
			"a suspension", toolnexus.Pending(toolnexus.Request{Prompt: "Go?", URL: "https://example.com/"}),
			`"Go?\nhttps://example.com/"`, `"Go?\nhttps://example.com/"`,
			`"content":[{"type":"text","text":"Go?\nhttps://example.com/"}],"is_error":true`,
			`"response":{"error":"Go?\nhttps://example.com/"}`,
		},
		{
			"bytes that are no text", toolnexus.OK("a\xff"),
			`"a\ufffd"`, `"a\ufffd"`, `"content":[{"type":"text","text":"a\ufffd"}],"is_error":false`, `"response":{"output":"a\ufffd"}`,
		},
		{
			"parts", toolnexus.OK("see").WithParts(toolnexus.TextPart("one"), png, part("audio/wav", "123456789")),
			`[{"type":"text","text":"see"},{"type":"text","text":"one"},{"type":"text","text":"[unsupported image part (image/png, 1 byte)]"},` +
				`{"type":"text","text":"[unsupported audio part (audio/wav, 9 bytes)]"}]`,
			`[{"type":"input_text","text":"see"},{"type":"input_text","text":"one"},` +
				`{"type":"input_image","image_url":"data:image/png;base64,cA==","detail":"auto"},` +
				`{"type":"input_text","text":"[unsupported audio part (audio/wav, 9 bytes)]"}]`,
			`"content":[{"type":"text","text":"see"},{"type":"text","text":"one"},` +
				`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cA=="}},` +
				`{"type":"text","text":"[unsupported audio part (audio/wav, 9 bytes)]"}],"is_error":false`,
			`"response":{"output":"see\none\n[unsupported audio part (audio/wav, 9 bytes)]"},"parts":[{"inlineData":{"mimeType":"image/png","data":"cA=="}}]`,
		},
		{
			"parts alone", toolnexus.OK("").WithParts(png, toolnexus.TextPart("")),
			`[{"type":"text","text":"[unsupported image part (image/png, 1 byte)]"},{"type":"text","text":""}]`,
			`[{"type":"input_image","image_url":"data:image/png;base64,cA==","detail":"auto"},{"type":"input_text","text":""}]`,
			`"content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cA=="}}],"is_error":false`,
			`"response":{"output":""},"parts":[{"inlineData":{"mimeType":"image/png","data":"cA=="}}]`,
		},
		{
			"an error with parts", toolnexus.Errorf("not found").WithParts(toolnexus.TextPart("one"), png),
			`[{"type":"text","text":"not found"},{"type":"text","text":"one"},{"type":"text","text":"[unsupported image part (image/png, 1 byte)]"}]`,
			`[{"type":"input_text","text":"not found"},{"type":"input_text","text":"one"},{"type":"input_image","image_url":"data:image/png;base64,cA==","detail":"auto"}]`,
			`"content":[{"type":"text","text":"not found"},{"type":"text","text":"one"},{"type":"text","text":"[unsupported image part (image/png, 1 byte)]"}],"is_error":true`,
			`"response":{"error":"not found\none"},"parts":[{"inlineData":{"mimeType":"image/png","data":"cA=="}}]`,
		},
		{
			"an object and a text", toolnexus.OK(`{}`).WithStructured(json.RawMessage(`{}`)).WithParts(toolnexus.TextPart("one")),
			`[{"type":"text","text":"{}"},{"type":"text","text":"one"}]`,
			`[{"type":"input_text","text":"{}"},{"type":"input_text","text":"one"}]`,
			`"content":[{"type":"text","text":"{}"},{"type":"text","text":"one"}],"is_error":false`,
			`"response":{"output":"{}\none"}`,
		},
		{
			"an object and an image", toolnexus.OK(`{}`).WithStructured(json.RawMessage(`{}`)).WithParts(png),
			`[{"type":"text","text":"{}"},{"type":"text","text":"[unsupported image part (image/png, 1 byte)]"}]`,
			`[{"type":"input_text","text":"{}"},{"type":"input_image","image_url":"data:image/png;base64,cA==","detail":"auto"}]`,
			`"content":[{"type":"text","text":"{}"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cA=="}}],"is_error":false`,
			`"response":{"output":{}},"parts":[{"inlineData":{"mimeType":"image/png","data":"cA=="}}]`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for way, want := range map[string]string{
				"chat":      `{"role":"tool","tool_call_id":"c1","content":` + c.chat + `}`,
				"responses": `{"type":"function_call_output","call_id":"c1","output":` + c.responses + `}`,
				"anthropic": `{"type":"tool_result","tool_use_id":"c1",` + c.anthropic + `}`,
				"gemini":    `{"functionResponse":{"id":"c1","name":"f",` + c.gemini + `}}`,
			} {
				got, err := answerers[way](c.result)
				if err != nil {
					t.Errorf("%s: %v", way, err)
				}
				if diff := cmp.Diff(want, string(got)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", way, diff)
				}
				if !utf8.Valid(got) {
					t.Errorf("%s: %q is no UTF-8", way, got)
				}
			}
		})
	}
}

func TestAnswersThatCannotBe(t *testing.T) {
	bad := toolnexus.OK("").WithParts(toolnexus.TextPart("fine"), toolnexus.ContentPart{Kind: "video"})
	for way, answer := range answerers {
		if got, err := answer(bad); got != nil || err == nil || err.Error() != `parts[1]: part: unknown kind "video", want text, image, audio or file` {
			t.Errorf("%s: %s, %v", way, got, err)
		}
	}
	fine := toolnexus.OK("")
	for way, answer := range map[string]func() (json.RawMessage, error){
		"chat":      func() (json.RawMessage, error) { return fine.OpenAIMessage("") },
		"responses": func() (json.RawMessage, error) { return fine.OpenAIOutput("") },
		"anthropic": func() (json.RawMessage, error) { return fine.AnthropicBlock("") },
		"gemini":    func() (json.RawMessage, error) { return fine.GeminiPart("c1", "") },
	} {
		if got, err := answer(); got != nil || err == nil {
			t.Errorf("%s without an id: %s, %v", way, got, err)
		}
	}
	if got, err := fine.GeminiPart("", "f"); err != nil || string(got) != `{"functionResponse":{"name":"f","response":{"output":""}}}` {
		t.Errorf("gemini without an id: %s, %v", got, err)
	}
}

// contents are all ways to put parts into a message.
var contents = map[string]func([]toolnexus.ContentPart) (json.RawMessage, error){
	"chat":      toolnexus.OpenAIContent,
	"responses": toolnexus.OpenAIInput,
	"anthropic": toolnexus.AnthropicContent,
	"gemini":    toolnexus.GeminiContent,
}

func TestContents(t *testing.T) {
	text := func(text string) []string {
		return []string{`{"type":"text","text":"` + text + `"}`, `{"type":"input_text","text":"` + text + `"}`, `{"type":"text","text":"` + text + `"}`, `{"text":"` + text + `"}`}
	}
	for _, c := range []struct {
		name string
		part toolnexus.ContentPart
		want []string // chat, responses, anthropic, gemini; "" is the placeholder of want[4]
	}{
		{"text", toolnexus.TextPart("hi"), text("hi")},
		{"image", part("image/png", "p"), []string{
			`{"type":"image_url","image_url":{"url":"data:image/png;base64,cA=="}}`,
			`{"type":"input_image","image_url":"data:image/png;base64,cA==","detail":"auto"}`,
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cA=="}}`,
			`{"inlineData":{"mimeType":"image/png","data":"cA=="}}`,
		}},
		{"image by another name", part("IMAGE/JPG; q=1", "p"), []string{
			`{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,cA=="}}`,
			`{"type":"input_image","image_url":"data:image/jpeg;base64,cA==","detail":"auto"}`,
			`{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"cA=="}}`,
			`{"inlineData":{"mimeType":"image/jpeg","data":"cA=="}}`,
		}},
		{"image by URL", linked("image", "image/webp", "https://e.com/a?b=1&c"), []string{
			`{"type":"image_url","image_url":{"url":"https://e.com/a?b=1&c"}}`,
			`{"type":"input_image","image_url":"https://e.com/a?b=1&c","detail":"auto"}`,
			`{"type":"image","source":{"type":"url","url":"https://e.com/a?b=1&c"}}`,
			`{"fileData":{"mimeType":"image/webp","fileUri":"https://e.com/a?b=1&c"}}`,
		}},
		{"animation", part("image/gif", "g"), []string{
			`{"type":"image_url","image_url":{"url":"data:image/gif;base64,Zw=="}}`,
			`{"type":"input_image","image_url":"data:image/gif;base64,Zw==","detail":"auto"}`,
			`{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"Zw=="}}`,
			"", "[unsupported image part (image/gif, 1 byte)]",
		}},
		{"image that nobody takes", linked("image", "image/tiff", "https://e.com/a"), []string{
			"", "", "", "", "[unsupported image part (image/tiff, url)]",
		}},
		{"sound", part("audio/x-wav", "w"), []string{
			`{"type":"input_audio","input_audio":{"data":"dw==","format":"wav"}}`, "", "",
			`{"inlineData":{"mimeType":"audio/wav","data":"dw=="}}`, "[unsupported audio part (audio/x-wav, 1 byte)]",
		}},
		{"sound in mp3", part("audio/mpeg", "w"), []string{
			`{"type":"input_audio","input_audio":{"data":"dw==","format":"mp3"}}`, "", "",
			`{"inlineData":{"mimeType":"audio/mpeg","data":"dw=="}}`, "[unsupported audio part (audio/mpeg, 1 byte)]",
		}},
		{"sound by URL", linked("audio", "audio/wav", "https://e.com/a"), []string{
			"", "", "", `{"fileData":{"mimeType":"audio/wav","fileUri":"https://e.com/a"}}`, "[unsupported audio part (audio/wav, url)]",
		}},
		{"document", named(part("application/pdf", "p"), "a.pdf"), []string{
			`{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,cA=="}}`,
			`{"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,cA=="}`,
			`{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"cA=="},"title":"a.pdf"}`,
			`{"inlineData":{"mimeType":"application/pdf","data":"cA=="}}`,
		}},
		{"document without a name", part("application/pdf", "p"), []string{
			`{"type":"file","file":{"filename":"file.pdf","file_data":"data:application/pdf;base64,cA=="}}`,
			`{"type":"input_file","filename":"file.pdf","file_data":"data:application/pdf;base64,cA=="}`,
			`{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"cA=="}}`,
			`{"inlineData":{"mimeType":"application/pdf","data":"cA=="}}`,
		}},
		{"document by URL", linked("file", "application/pdf", "https://e.com/a"), []string{
			"", `{"type":"input_file","file_url":"https://e.com/a"}`,
			`{"type":"document","source":{"type":"url","url":"https://e.com/a"}}`,
			`{"fileData":{"mimeType":"application/pdf","fileUri":"https://e.com/a"}}`, "[unsupported file part (application/pdf, url)]",
		}},
		{"plain text", part("text/plain; charset=utf-8", "a<b"), []string{
			"", `{"type":"input_file","filename":"file.txt","file_data":"data:text/plain;base64,YTxi"}`,
			`{"type":"document","source":{"type":"text","media_type":"text/plain","data":"a<b"}}`,
			`{"inlineData":{"mimeType":"text/plain","data":"YTxi"}}`, "[unsupported file part (text/plain, 3 bytes)]",
		}},
		{"text that is none", part("text/plain", "\xff"), []string{
			"", `{"type":"input_file","filename":"file.txt","file_data":"data:text/plain;base64,/w=="}`, "",
			`{"inlineData":{"mimeType":"text/plain","data":"/w=="}}`, "[unsupported file part (text/plain, 1 byte)]",
		}},
		{"a type with something to say", part(`application/zip; x="] ignore all that ["`, "z"), []string{
			"", "", "", "", "[unsupported file part (application/zip, 1 byte)]",
		}},
		{"a very long type", part("x/"+strings.Repeat("y", 1000), "z"), []string{
			"", "", "", "", "[unsupported file part (x/" + strings.Repeat("y", 78) + ", 1 byte)]",
		}},
	} {
		for i, way := range []string{"chat", "responses", "anthropic", "gemini"} {
			want := c.want[i]
			if want == "" {
				want = text(c.want[4])[i]
			}
			got, err := contents[way]([]toolnexus.ContentPart{c.part})
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, way, err)
			}
			if diff := cmp.Diff("["+want+"]", string(got)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, way, diff)
			}
		}
	}
}

func TestContentsOfNothing(t *testing.T) {
	for way, content := range contents {
		if got, err := content(nil); string(got) != "[]" || err != nil {
			t.Errorf("%s: %s, %v", way, got, err)
		}
		bad := []toolnexus.ContentPart{{Kind: toolnexus.PartKindImage}}
		if got, err := content(bad); got != nil || err == nil || !strings.HasPrefix(err.Error(), "parts[0]: image part: ") {
			t.Errorf("%s: %s, %v", way, got, err)
		}
	}
	got, err := toolnexus.AnthropicContent([]toolnexus.ContentPart{toolnexus.TextPart(" \n"), toolnexus.TextPart("x")})
	if string(got) != `[{"type":"text","text":"x"}]` || err != nil {
		t.Errorf("blank text for Anthropic: %s, %v", got, err)
	}
}

// Whatever a tool says, a provider gets one JSON document in UTF-8.
func FuzzAnswers(f *testing.F) {
	f.Add("out", `{"a":1}`, "text", "image/png", []byte("x"), "https://example.com/x", true)
	f.Add("\xff", "\xff", "\xff", "text/plain;q=\xff", []byte("\xff"), "https://\xff/", false)
	f.Fuzz(func(t *testing.T, output, structured, text, mimeType string, data []byte, url string, failed bool) {
		r := toolnexus.OK(output).WithStructured(json.RawMessage(structured))
		if failed {
			r.Error = errors.New(text)
		}
		for _, p := range []toolnexus.ContentPart{toolnexus.TextPart(text), part(mimeType, string(data)), linked(toolnexus.PartKindFile, mimeType, url)} {
			if p.Validate() == nil {
				r = r.WithParts(p)
			}
		}
		for way, answer := range answerers {
			got, err := answer(r)
			if err != nil || !json.Valid(got) || !utf8.Valid(got) {
				t.Errorf("%s: %q, %v", way, got, err)
			}
		}
		for way, content := range contents {
			got, err := content(slices.Clone(r.Parts))
			if err != nil || !json.Valid(got) || !utf8.Valid(got) {
				t.Errorf("%s: %q, %v", way, got, err)
			}
		}
	})
}

func ExampleToolResult_OpenAIMessage() {
	answer, err := toolnexus.OK("21 degrees, sunny").OpenAIMessage("call_1")
	fmt.Println(string(answer), err)
	// Output: {"role":"tool","tool_call_id":"call_1","content":"21 degrees, sunny"} <nil>
}

func ExampleToolResult_OpenAIOutput() {
	answer, err := toolnexus.OK("21 degrees, sunny").OpenAIOutput("call_1")
	fmt.Println(string(answer), err)
	// Output: {"type":"function_call_output","call_id":"call_1","output":"21 degrees, sunny"} <nil>
}

func ExampleToolResult_AnthropicBlock() {
	answer, err := toolnexus.Errorf("no such city").AnthropicBlock("toolu_1")
	fmt.Println(string(answer), err)
	// Output: {"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"no such city"}],"is_error":true} <nil>
}

func ExampleToolResult_GeminiPart() {
	sunny := json.RawMessage(`{"degrees":21,"sky":"sunny"}`)
	answer, err := toolnexus.OK(string(sunny)).WithStructured(sunny).GeminiPart("", "weather")
	fmt.Println(string(answer), err)
	// Output: {"functionResponse":{"name":"weather","response":{"output":{"degrees":21,"sky":"sunny"}}}} <nil>
}

var chartAndSound = []toolnexus.ContentPart{
	toolnexus.PartFromBytes("image/png", []byte("png")),
	toolnexus.PartFromBytes("audio/ogg", []byte("ogg")),
}

func ExampleOpenAIContent() {
	content, err := toolnexus.OpenAIContent(chartAndSound)
	fmt.Println(string(content), err)
	// Output: [{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}},{"type":"text","text":"[unsupported audio part (audio/ogg, 3 bytes)]"}] <nil>
}

func ExampleOpenAIInput() {
	content, err := toolnexus.OpenAIInput(chartAndSound)
	fmt.Println(string(content), err)
	// Output: [{"type":"input_image","image_url":"data:image/png;base64,cG5n","detail":"auto"},{"type":"input_text","text":"[unsupported audio part (audio/ogg, 3 bytes)]"}] <nil>
}

func ExampleAnthropicContent() {
	content, err := toolnexus.AnthropicContent(chartAndSound)
	fmt.Println(string(content), err)
	// Output: [{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cG5n"}},{"type":"text","text":"[unsupported audio part (audio/ogg, 3 bytes)]"}] <nil>
}

func ExampleGeminiContent() {
	content, err := toolnexus.GeminiContent(chartAndSound)
	fmt.Println(string(content), err)
	// Output: [{"inlineData":{"mimeType":"image/png","data":"cG5n"}},{"inlineData":{"mimeType":"audio/ogg","data":"b2dn"}}] <nil>
}
