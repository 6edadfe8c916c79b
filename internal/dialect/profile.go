package dialect

import "regexp"

// A Profile is what one provider takes for the parameters of a tool.
type Profile struct {
	Name string

	// Keywords that may stay. Nil keeps all; the profile then only brings a
	// schema into the form of draft 2020-12.
	Keywords map[string]bool
	// Formats that may stay. Nil keeps all.
	Formats map[string]bool

	AllOf bool // may stay below the root
	OneOf bool // may stay below the root
	// ChoiceAlone has anyOf stand beside annotations only; AnyOfBare beside
	// nothing at all.
	ChoiceAlone, AnyOfBare bool
	TypeLists              bool // type may list several

	Refs              Refs
	RecursionRefused  bool
	RecursionOptional bool // only through properties that may be left out

	Closed      bool // no object takes names that it does not list
	AllRequired bool // all properties are required, optional ones may be null
	Nullable    bool // null is said by nullable: true
	UpperTypes  bool // types are written STRING, OBJECT, …
	NoEmptyRoot bool // a tool without arguments has no schema

	Enum Enum
	// MaxMinItems is the largest minItems, or -1 for any.
	MaxMinItems int

	// AnyTypes stand for a value that may be anything, as the provider wants
	// types everywhere.
	AnyTypes []string

	Names  *regexp.Regexp // that properties may have; nil for any
	Limits Limits
}

// Refs says how references may be written.
type Refs uint8

// How references may be written.
const (
	Kept    Refs = iota // as they are, into the same document
	Alone               // without keywords beside them
	Inlined             // not at all
)

// Enum says what values may be listed.
type Enum uint8

// What values may be listed.
const (
	AnyValues Enum = iota
	Primitives
	StringsAndNumbers
	Strings
)

// Limits are sizes that a provider refuses to exceed; 0 is no limit.
type Limits struct {
	Depth        int // levels of objects and arrays
	Properties   int
	Characters   int // of names, and of values listed by enum and const
	EnumValues   int
	LongEnum     int // an enum of more values than this…
	LongEnumText int // …has at most so many characters
}

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

func join(sets ...map[string]bool) map[string]bool {
	m := map[string]bool{}
	for _, s := range sets {
		for n := range s {
			m[n] = true
		}
	}
	return m
}

var (
	allTypes    = []string{"string", "number", "boolean", "object", "array", "null"}
	scalarTypes = []string{"string", "number", "boolean", "null"}

	// What every provider takes.
	basic   = set("type", "description", "title", "enum", "properties", "required", "items", "anyOf")
	numbers = set("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")

	// Plain functions are free below the root. The keywords are those of draft
	// 2020-12 that demand something, and the annotations that help a model.
	free = join(basic, numbers, set(
		"const", "format", "pattern", "minLength", "maxLength", "prefixItems", "minItems", "maxItems", "uniqueItems",
		"contains", "minContains", "maxContains", "additionalProperties", "patternProperties", "propertyNames",
		"minProperties", "maxProperties", "dependentRequired", "dependentSchemas",
		"unevaluatedProperties", "unevaluatedItems", "contentSchema", "allOf", "oneOf", "not", "if", "then", "else", "$defs",
		"default", "examples", "deprecated", "contentEncoding", "contentMediaType",
	))
	stringFormats = set("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
)

// The profiles, as the providers' documentation, their Go SDKs and their users'
// reports had it in November 2026.
var (
	JSONSchema = &Profile{Name: "json-schema", MaxMinItems: -1}

	OpenAI = &Profile{
		Name: "openai", Keywords: free, AllOf: true, OneOf: true, TypeLists: true,
		MaxMinItems: -1, AnyTypes: allTypes,
	}

	// OpenAIStrict is for structured outputs: a subset that the model is held to.
	OpenAIStrict = &Profile{
		Name:     "openai-strict",
		Keywords: join(basic, numbers, set("const", "format", "pattern", "minItems", "maxItems", "additionalProperties", "$defs")),
		Formats:  stringFormats, ChoiceAlone: true, TypeLists: true, Refs: Alone,
		Closed: true, AllRequired: true, Enum: Primitives, MaxMinItems: -1, AnyTypes: scalarTypes,
		Limits: Limits{
			Depth: 10, Properties: 5000, Characters: 120_000,
			EnumValues: 1000, LongEnum: 250, LongEnumText: 15_000,
		},
	}

	Anthropic = &Profile{
		Name: "anthropic", Keywords: free, AllOf: true, OneOf: true, TypeLists: true,
		MaxMinItems: -1, AnyTypes: allTypes, Names: anthropicNames,
	}

	// AnthropicStrict has what Anthropic's SDKs leave in a schema for strict use.
	AnthropicStrict = &Profile{
		Name:     "anthropic-strict",
		Keywords: join(basic, set("const", "format", "pattern", "minItems", "additionalProperties", "$defs")),
		Formats:  join(stringFormats, set("uri")), ChoiceAlone: true, Refs: Alone, RecursionRefused: true,
		Closed: true, Enum: Primitives, MaxMinItems: 1, AnyTypes: scalarTypes, Names: anthropicNames,
	}

	// Gemini is the message Schema of its API, a subset of OpenAPI 3.0.
	Gemini = &Profile{
		Name: "gemini",
		Keywords: join(basic, set("minimum", "maximum", "format", "pattern", "minLength", "maxLength",
			"minItems", "maxItems", "minProperties", "maxProperties", "nullable")),
		Formats:     set("date-time", "int32", "int64", "float", "double"),
		ChoiceAlone: true, AnyOfBare: true, Refs: Inlined, Nullable: true, UpperTypes: true, NoEmptyRoot: true,
		Enum: Strings, MaxMinItems: -1, AnyTypes: allTypes, Names: geminiNames,
	}

	GeminiJSONSchema = &Profile{
		Name: "gemini-json-schema",
		Keywords: join(basic, set("minimum", "maximum", "format", "prefixItems", "minItems", "maxItems",
			"additionalProperties", "$defs")),
		ChoiceAlone: true, TypeLists: true, Refs: Alone, RecursionOptional: true, NoEmptyRoot: true,
		Enum: StringsAndNumbers, MaxMinItems: -1, AnyTypes: allTypes, Names: geminiNames,
	}
)

var (
	anthropicNames = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
	geminiNames    = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
)
