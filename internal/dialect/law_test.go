package dialect_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/dialect"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

var checks = flag.Int("agree.checks", 2000, "how many instances of 100 schemas are tried")

var profiles = []*dialect.Profile{
	dialect.JSONSchema, dialect.OpenAI, dialect.OpenAIStrict, dialect.Anthropic, dialect.AnthropicStrict,
	dialect.Gemini, dialect.GeminiJSONSchema,
}

// TestAgree holds rewritten schemas to the law, with an independent validator as
// the judge: what fits the source fits the rewritten schema, unless a loss says
// what cannot be given any more; and where nothing is lost, what fits the
// rewritten schema fits the source.
func TestAgree(t *testing.T) {
	agree.Repeatable()
	for _, p := range profiles {
		t.Run(p.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				source := jsondoc.Append(nil, anySchema(t))
				seed := rapid.Uint64().Draw(t, "seed")
				agrees(t, p, source, seed)
			})
		})
	}
}

type fataler interface {
	Fatalf(format string, args ...any)
}

// agrees checks the law for one schema.
func agrees(t fataler, p *dialect.Profile, source []byte, seed uint64) {
	original, err := agree.NewGenerator(source)
	if err != nil {
		t.Fatalf("the source is no schema: %v\n%s", err, source)
	}
	// Null for what is left out, the names of types, and no schema at all are
	// matters of their own.
	plain := *p
	plain.AllRequired, plain.UpperTypes, plain.NoEmptyRoot, plain.Limits, plain.Names = false, false, false, dialect.Limits{}, nil
	result, problems := dialect.Rewrite(&plain, source)
	if len(problems) > 0 {
		return // a clear error is always right
	}
	standard := withoutNullable(result.Schema)
	rewritten, err := agree.NewGenerator(standard)
	if err != nil {
		t.Fatalf("the rewritten schema is none: %v\nsource:    %s\nrewritten: %s", err, source, standard)
	}
	rnd := rand.New(rand.NewPCG(seed, 0))
	for range *checks / 100 {
		if !narrowed(result.Losses) {
			instance := original.Instance(rnd, agree.RandomMode(rnd))
			if isObject(instance) && original.Oracle().Refuses(instance) == nil {
				if err := rewritten.Oracle().Refuses(instance); err != nil {
					t.Fatalf("the source accepts what the rewritten schema refuses\nsource:    %s\nrewritten: %s\ninstance:  %s\n%v\nlosses: %v",
						source, standard, instance, err, result.Losses)
				}
			}
		}
		if len(result.Losses) == 0 {
			instance := rewritten.Instance(rnd, agree.RandomMode(rnd))
			if rewritten.Oracle().Refuses(instance) == nil {
				if err := original.Oracle().Refuses(instance); err != nil {
					t.Fatalf("nothing is lost, but the rewritten schema accepts what the source refuses\nsource:    %s\nrewritten: %s\ninstance:  %s\n%v",
						source, standard, instance, err)
				}
			}
		}
	}
}

func isObject(instance []byte) bool {
	var v map[string]json.RawMessage
	return json.Unmarshal(instance, &v) == nil && v != nil
}

func narrowed(losses []dialect.Loss) bool {
	return slices.ContainsFunc(losses, func(l dialect.Loss) bool { return strings.Contains(l.Text, "cannot be given") })
}

// withoutNullable says nullable: true in the words of JSON Schema, which the
// judge knows.
func withoutNullable(schema []byte) []byte {
	doc, err := jsondoc.Parse(schema)
	if err != nil {
		return schema
	}
	keyword.Walk(doc, func(o *jsondoc.Object) {
		if !o.Has("nullable") {
			return
		}
		o.Delete("nullable")
		o.Set("type", jsondoc.Array{jsondoc.FromString(keyword.Text(o, "type")), jsondoc.FromString("null")})
		if v, ok := o.Lookup("enum"); ok {
			values, _ := v.(jsondoc.Array)
			o.Set("enum", append(slices.Clone(values), jsondoc.Raw("null")))
		}
	})
	return jsondoc.Append(nil, doc)
}

// anySchema draws the schema of a tool's arguments, as any server may send it.
func anySchema(t *rapid.T) *jsondoc.Object {
	return agree.ForeignSchema(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") })
}
