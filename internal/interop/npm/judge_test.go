// Package npm has the providers' SDKs for JavaScript judge rewritten schemas. It
// has only tests, and judge.js, which asks the SDKs.
package npm_test

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/toolnexus/go-sdk/internal/interop"
)

//go:embed judge.js
var program string

// A verdict is what an SDK makes of a schema, or its reason to refuse it.
type verdict struct {
	Schema any    `json:"schema"`
	Error  string `json:"error"`
}

// ask has an SDK judge schemas, all in one process.
func ask(t *testing.T, judge string, schemas []json.RawMessage) []verdict {
	t.Helper()
	var questions bytes.Buffer
	encoder := json.NewEncoder(&questions)
	for _, schema := range schemas {
		question := struct {
			Judge  string          `json:"judge"`
			Schema json.RawMessage `json:"schema"`
		}{judge, schema}
		if err := encoder.Encode(question); err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	node := exec.CommandContext(t.Context(), "node", "-e", program, interop.NPM(t))
	node.Stdin, node.Stderr = &questions, &said
	answers, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, said.String())
	}
	var verdicts []verdict
	decoder := json.NewDecoder(bytes.NewReader(answers))
	for decoder.More() {
		var v verdict
		if err := decoder.Decode(&v); err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, v)
	}
	if len(verdicts) != len(schemas) {
		t.Fatalf("%d verdicts on %d schemas", len(verdicts), len(schemas))
	}
	return verdicts
}

// The judges are awake: each finds something to say against these schemas.
func TestControls(t *testing.T) {
	controls := map[string][]string{
		"openai": {
			`{"type":"object","properties":{"a":{"type":"string"}}}`,
			`{"type":"object","properties":{"a":{"type":"object","properties":{}}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"uniqueItems":true}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"type":"object","additionalProperties":true}},"required":["a"]}`,
		},
		"anthropic": {
			`{"type":"object","properties":{"a":{"type":"number","minimum":1}},"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":2}},"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"oneOf":[{"type":"string"}]}},"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{}},"additionalProperties":false}`,
		},
		"google": {
			`{"type":"object","properties":{"a":{"type":["string","null"]}}}`,
			`{"type":"object","properties":{"a":{"const":"b"}}}`,
			`{"type":"object","properties":{"a":{"enum":["b",1]}}}`,
			`{"type":"object","properties":{"a":{"$ref":"#"}}}`,
		},
	}
	for judge, texts := range controls {
		schemas := make([]json.RawMessage, len(texts))
		for i, text := range texts {
			schemas[i] = json.RawMessage(text)
		}
		for i, v := range ask(t, judge, schemas) {
			if v.Error == "" && interop.Diff(schemas[i], interop.Marshal(t, v.Schema)) == "" {
				t.Errorf("%s has nothing to say against %s", judge, texts[i])
			}
		}
	}
}
