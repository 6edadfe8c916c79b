package npm_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/schema"
)

// The AI SDK's provider for Gemini declares the same names, types, requirements
// and enums. It is no judge of the rest, most of which it drops.
func TestGoogle(t *testing.T) {
	interop.Excuses{
		{Reason: "the SDK gives no type where anything goes; Gemini wants one everywhere", Fits: func(d interop.Difference) bool {
			return d.Keyword == "anyOf" && d.Theirs == nil && isAnything(d.Ours)
		}},
		{Reason: "the SDK leaves out the items of a list of anything; Gemini wants them", Fits: func(d interop.Difference) bool {
			items, _ := d.Ours.(map[string]any)
			return strings.HasSuffix(d.Path, "/items") && d.Theirs == nil && items["anyOf"] != nil
		}},
		{Reason: "the SDK drops the items of a tuple; ours are one form for all of them", Fits: func(d interop.Difference) bool {
			return strings.HasSuffix(d.Path, "/items") && d.Keyword == "type" && d.Theirs == nil
		}},
		{Reason: "the SDK puts nullable beside anyOf; reports have it that anyOf stands alone, so ours is inside", Fits: func(d interop.Difference) bool {
			return d.Keyword == "nullable"
		}},
		{Reason: "the SDK declares integers with an enum of texts; reports have it that only strings have enums, so a description says it", Fits: func(d interop.Difference) bool {
			return d.Keyword == "enum" && d.Ours == nil && d.InOurs["type"] == "INTEGER"
		}},
		{Reason: "the SDK keeps oneOf, which Gemini does not know", Fits: func(d interop.Difference) bool {
			return d.Keyword == "anyOf" && d.InTheirs["oneOf"] != nil
		}},
		{Reason: "the SDK keeps allOf, which Gemini does not know; ours is merged", Fits: func(d interop.Difference) bool {
			return d.InTheirs["allOf"] != nil
		}},
		{Reason: "the SDK takes an object for one without properties if only allOf or oneOf has them", Fits: func(d interop.Difference) bool {
			return d.Path == "" && d.Keyword == "" && d.Theirs == nil
		}},
	}.Check(t, declaredOtherwise(t))
}

// declaredOtherwise are the differences between our declarations and the SDK's.
func declaredOtherwise(t *testing.T) map[string][]interop.Difference {
	t.Helper()
	var names []string
	var ours, sources []json.RawMessage
	for _, s := range interop.Corpus(t) {
		rewritten, err := schema.Gemini.Rewrite(s.Text)
		if err != nil {
			continue // it cannot be said, and that was said
		}
		source, err := schema.JSONSchema.Rewrite(s.Text) // the SDK wants JSON Schema, which not all of the corpus is
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		names, ours, sources = append(names, s.Name), append(ours, rewritten.Schema), append(sources, source.Schema)
	}
	found := map[string][]interop.Difference{}
	for i, v := range ask(t, "google", sources) {
		if v.Error != "" {
			t.Logf("%s: the SDK refuses it: %s", names[i], v.Error)
			continue
		}
		differ := func(d interop.Difference) {
			if slices.Contains(judged, d.Keyword) {
				found[names[i]] = append(found[names[i]], d)
			}
		}
		upper(v.Schema)
		interop.Compare(value(t, ours[i]), v.Schema, differ)
	}
	t.Logf("%d schemas judged", len(sources))
	return found
}

// isAnything reports whether an anyOf has all types.
func isAnything(anyOf any) bool {
	forms, _ := anyOf.([]any)
	types := map[any]bool{}
	for _, form := range forms {
		if f, is := form.(map[string]any); is {
			types[f["type"]] = true
		}
	}
	return types["STRING"] && types["NUMBER"] && types["BOOLEAN"] && types["OBJECT"] && types["ARRAY"]
}

// judged are the keywords that are compared; an empty one is a whole schema.
var judged = []string{"", "type", "properties", "required", "enum", "items", "anyOf", "nullable"}

// upper writes types as the protobuf enum has them.
func upper(value any) {
	switch v := value.(type) {
	case []any:
		for _, e := range v {
			upper(e)
		}
	case map[string]any:
		for k, e := range v {
			if text, is := e.(string); is && k == "type" {
				v[k] = strings.ToUpper(text)
			}
			upper(e)
		}
	}
}
