package anthropicsdk_test

import (
	"encoding/json"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/schema"
)

// The SDK finds nothing to tighten in a schema for strict mode.
func TestStrictSchemas(t *testing.T) {
	found := map[string][]interop.Difference{}
	judged := 0
	for _, s := range interop.Corpus(t) {
		rewritten, err := schema.AnthropicStrict.Rewrite(s.Text)
		if err != nil {
			continue // it cannot be said, and that was said
		}
		var ours map[string]any
		if err := json.Unmarshal(rewritten.Schema, &ours); err != nil {
			t.Fatal(err)
		}
		theirs := anthropic.BetaToolInputSchema(ours).ExtraFields
		judged++
		interop.Compare(ours, theirs, func(d interop.Difference) { found[s.Name] = append(found[s.Name], d) })
	}
	t.Logf("%d schemas judged", judged)
	interop.Excuses{
		{Reason: "the SDK leaves out a list of no requirements, which says nothing", Fits: func(d interop.Difference) bool {
			none, is := d.Ours.([]any)
			return d.Keyword == "required" && is && len(none) == 0 && d.Theirs == nil
		}},
	}.Check(t, found)
}
