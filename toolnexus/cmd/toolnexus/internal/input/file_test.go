package input

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// FuzzParseTools: no file makes ParseTools panic, and the tools that it reads are
// the same when they are exported and read again.
func FuzzParseTools(f *testing.F) {
	for _, seed := range []string{
		`{"tools":[{"name":"a","description":"d","inputSchema":{"type":"object"},"hints":{"readOnly":true}}]}`,
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a.b","title":"T","inputSchema":{"type":"object"},"annotations":{"destructiveHint":false}}],"nextCursor":"x"}}`,
		`{"tools":[{"name":"a"},{"name":"a"},{"name":""},3,{"name":"b","inputSchema":[]}]}`,
		"\ufeff{\"tools\":[]}", `{"tools":null}`, `[]`, ``, `{"result":{"result":{"tools":[]}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		in, err := ParseTools(text)
		if err != nil {
			return
		}
		exported := export(t, in)
		again, err := ParseTools([]byte(exported))
		if err != nil {
			t.Fatalf("%s: %v", exported, err)
		}
		if diff := cmp.Diff(exported, export(t, again)); diff != "" {
			t.Error(diff)
		}
	})
}

func export(t *testing.T, in *Input) string {
	t.Helper()
	text, err := json.Marshal(map[string][]toolnexus.Tool{"tools": append([]toolnexus.Tool{}, in.Tools...)})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
