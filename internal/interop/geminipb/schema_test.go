// Package geminipb has Gemini's protobuf messages judge what is said to Gemini.
// They know every field of the API, and refuse those that they do not know. It
// has only tests.
package geminipb_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"cloud.google.com/go/ai/generativelanguage/apiv1beta/generativelanguagepb"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// same are differences that mean nothing to a message.
var same = interop.Excuses{
	{Reason: "protobuf writes integers of 64 bits as text, and reads both", Fits: func(d interop.Difference) bool {
		number, is := d.Ours.(float64)
		return is && d.Theirs == strconv.FormatFloat(number, 'f', -1, 64)
	}},
	{Reason: "protobuf does not tell an empty list from none", Fits: func(d interop.Difference) bool {
		list, is := d.Ours.([]any)
		return is && len(list) == 0 && d.Theirs == nil
	}},
}

// The message for a schema knows every word of ours.
func TestSchemas(t *testing.T) {
	found := map[string][]interop.Difference{}
	judged := 0
	for _, s := range interop.Corpus(t) {
		rewritten, err := schema.Gemini.Rewrite(s.Text)
		if err != nil || rewritten.Schema == nil {
			continue // it cannot be said, and that was said, or there is nothing to say
		}
		judged++
		back := through(t, s.Name, rewritten.Schema, &generativelanguagepb.Schema{})
		interop.Compare(value(t, rewritten.Schema), value(t, back), func(d interop.Difference) {
			found[s.Name] = append(found[s.Name], d)
		})
	}
	t.Logf("%d schemas judged", judged)
	same.Check(t, found)
}

// The message for a declaration says the same.
func TestDeclarations(t *testing.T) {
	kit := interop.NewToolkit(t, interop.Tools()...)
	for name, jsonSchema := range map[string]bool{"parameters": false, "parametersJsonSchema": true} {
		t.Run(name, func(t *testing.T) {
			declared, err := kit.Gemini(toolnexus.GeminiOptions{JSONSchema: jsonSchema})
			if err != nil {
				t.Fatal(err)
			}
			var tools []json.RawMessage
			if err := json.Unmarshal(declared.JSON, &tools); err != nil {
				t.Fatal(err)
			}
			var tool generativelanguagepb.Tool
			through(t, name, tools[0], &tool)
			for i, c := range interop.Calls() {
				f := tool.GetFunctionDeclarations()[i]
				if f.GetName() != c.Tool.Name || f.GetDescription() != c.Tool.Description {
					t.Errorf("function %d is not %s: %v", i, c.Tool.Name, f)
				}
				if (f.GetParameters() != nil || f.GetParametersJsonSchema() != nil) != (c.Args != "{}") {
					t.Errorf("%s has parameters where there are none, or none where there are some", f.GetName())
				}
			}
		})
	}
}

// Results are as the message for a part has them. It is older than parts of a
// response, so results with media are not judged.
func TestResults(t *testing.T) {
	for name, result := range interop.Results() {
		if len(result.Parts) > 0 {
			continue
		}
		text, err := result.GeminiPart("call_1", "print")
		if err != nil {
			t.Fatal(err)
		}
		interop.Equal(t, name, text, through(t, name, text, &generativelanguagepb.Part{}))
	}
	content, err := toolnexus.GeminiContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	message := fmt.Appendf(nil, `{"role":"user","parts":%s}`, content)
	interop.Equal(t, "parts", message, through(t, "parts", message, &generativelanguagepb.Content{}))
}

// The judge is awake: it refuses JSON Schema as it is.
func TestControls(t *testing.T) {
	for _, text := range []string{
		`{"type":"OBJECT","additionalProperties":false}`,
		`{"$ref":"#/$defs/a"}`,
		`{"type":["STRING","NULL"]}`,
		`{"type":"object"}`,
		`{"type":"NUMBER","exclusiveMinimum":0}`,
		`{"type":"INTEGER","enum":[1]}`,
		`{"oneOf":[{"type":"STRING"}]}`,
		`{"type":"STRING","const":"a"}`,
	} {
		if protojson.Unmarshal([]byte(text), &generativelanguagepb.Schema{}) == nil {
			t.Errorf("the judge takes %s", text)
		}
	}
}

// through reads a JSON text into a message, and returns what the message writes.
func through(t *testing.T, name string, text []byte, message proto.Message) []byte {
	t.Helper()
	if err := protojson.Unmarshal(text, message); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	back, err := protojson.Marshal(message)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return back
}

func value(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}
