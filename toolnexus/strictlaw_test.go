package toolnexus_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// TestAgreeInStrictMode: what fits OpenAI's strict declaration of a schema of any
// origin, with null for what is left out, fits the schema itself once a toolkit
// has passed it on. An independent validator is the judge.
func TestAgreeInStrictMode(t *testing.T) {
	agree.Repeatable()
	tried := 0
	rapid.Check(t, func(t *rapid.T) {
		source := jsondoc.Append(nil, agree.ForeignSchema(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }))
		strict, err := schema.OpenAIStrict.Rewrite(source)
		if err != nil || slices.ContainsFunc(strict.Losses, weakens) {
			return
		}
		declared, err := agree.NewGenerator(strict.Schema)
		if err != nil {
			t.Fatalf("%v\n%s", err, strict.Schema)
		}
		judge, err := agree.NewOracle(source)
		if err != nil {
			t.Fatal(err)
		}
		var got json.RawMessage
		kit, err := toolnexus.New(t.Context(), toolnexus.Tools(keeping(source, &got)))
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 20 {
			args := declared.Instance(rnd, agree.Mode{Plain: true})
			if declared.Oracle().Refuses(args) != nil {
				continue
			}
			tried++
			kit.Execute(t.Context(), "keep", args)
			if err := judge.Refuses(got); err != nil {
				t.Fatalf("%v\nsource: %s\nstrict: %s\nargs:   %s\ngot:    %s", err, source, strict.Schema, args, got)
			}
		}
	})
	if tried < 100 {
		t.Errorf("only %d texts were tried", tried)
	}
}

// weakens reports whether a declaration accepts what its source refuses. What it
// cannot give any more does not.
func weakens(l schema.Loss) bool {
	switch l.Keyword {
	case "default", "examples", "deprecated", "contentEncoding":
		return false
	}
	return !strings.Contains(l.Text, "cannot be given")
}

// keeping is a tool that keeps its arguments.
func keeping(input json.RawMessage, got *json.RawMessage) toolnexus.Tool {
	return toolnexus.Tool{
		Name: "keep", Description: "Keeps its arguments.", InputSchema: input,
		Execute: func(_ context.Context, args json.RawMessage) toolnexus.ToolResult {
			*got = slices.Clone(args)
			return toolnexus.OK("")
		},
	}
}
