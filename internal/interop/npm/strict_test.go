package npm_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/schema"
)

// OpenAI's SDK finds nothing to tighten in a schema for strict mode.
func TestOpenAIStrict(t *testing.T) {
	interop.Excuses{}.Check(t, fixpoint(t, "openai", schema.OpenAIStrict))
}

// Nor does Anthropic's, where it tightens what the API itself demands.
func TestAnthropicStrict(t *testing.T) {
	interop.Excuses{
		{Reason: "the SDK has less about a value beside its enum or const; the API takes both", Fits: func(d interop.Difference) bool {
			isType := d.Keyword == "type" || strings.HasSuffix(d.Path, "/items")
			return isType && d.Theirs == nil && (d.InOurs["enum"] != nil || d.InOurs["const"] != nil)
		}},
		{Reason: "this SDK moves patterns into descriptions; the documentation and Anthropic's SDK for Go keep them", Fits: func(d interop.Difference) bool {
			return d.Keyword == "pattern" && d.Theirs == nil
		}},
		{Reason: "a description is where the SDK puts what it takes away, which is a difference of its own", Fits: func(d interop.Difference) bool {
			return d.Keyword == "description"
		}},
	}.Check(t, fixpoint(t, "anthropic", schema.AnthropicStrict))
}

// fixpoint has an SDK tighten schemas that are tight already, and returns what it
// changes.
func fixpoint(t *testing.T, judge string, dialect schema.Dialect) map[string][]interop.Difference {
	t.Helper()
	var names []string
	var ours []json.RawMessage
	corpus := interop.Corpus(t)
	for _, s := range corpus {
		rewritten, err := dialect.Rewrite(s.Text)
		if err != nil {
			continue // it cannot be said, and that was said
		}
		names = append(names, s.Name)
		ours = append(ours, rewritten.Schema)
	}
	if len(ours) < len(corpus)/2 {
		t.Fatalf("only %d of %d schemas can be said in %s", len(ours), len(corpus), dialect)
	}
	found := map[string][]interop.Difference{}
	for i, v := range ask(t, judge, ours) {
		if v.Error != "" {
			t.Errorf("%s: the SDK refuses it: %s\n%s", names[i], v.Error, ours[i])
			continue
		}
		interop.Compare(value(t, ours[i]), v.Schema, func(d interop.Difference) { found[names[i]] = append(found[names[i]], d) })
	}
	t.Logf("%d of %d schemas judged", len(ours), len(corpus))
	return found
}

// value is a schema as the verdicts have it. No schema at all is nil.
func value(t *testing.T, text json.RawMessage) any {
	t.Helper()
	if text == nil {
		return nil
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}
