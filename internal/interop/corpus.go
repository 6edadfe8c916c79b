package interop

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"
)

// A Schema is the input schema of a tool.
type Schema struct {
	Name string
	Text json.RawMessage
}

// foreign are schemas as others write them: those of generators, of other drafts
// and of other languages. Each is there for a shape that makes trouble.
//
//go:embed testdata/foreign.jsonl
var foreign []byte

// benchmark are the functions of a public benchmark of models, where they lie
// beside the repository. Their schemas are as people write them by hand.
const benchmark = "../../../../shared/bfcl/functions.jsonl"

// Corpus are the schemas that the judges of schemas are shown: those of [Tools],
// foreign ones, and those of a benchmark, if they are there.
func Corpus(t testing.TB) []Schema {
	t.Helper()
	var schemas []Schema
	for _, c := range Calls() {
		schemas = append(schemas, Schema{c.Tool.Name, c.Tool.InputSchema})
	}
	schemas = append(schemas, functions(t, foreign)...)
	text, err := os.ReadFile(benchmark)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Log("without the benchmark's schemas, which are not beside this repository")
	case err != nil:
		t.Fatal(err)
	default:
		schemas = append(schemas, functions(t, text)...)
	}
	return schemas
}

func functions(t testing.TB, lines []byte) []Schema {
	t.Helper()
	var schemas []Schema
	for line := range bytes.Lines(lines) {
		var function struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		}
		if err := json.Unmarshal(line, &function); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		schemas = append(schemas, Schema{function.Name, function.Parameters})
	}
	return schemas
}
