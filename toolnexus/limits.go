package toolnexus

import "fmt"

// kitLimit is a limit that a provider sets to all tools of a request together.
type kitLimit struct {
	who      string
	what     string // what is counted
	most     int
	ofStrict bool // it counts strict tools only
	count    func(tools int, strict strictCounts) int
	source   string // where the number is from
}

// The limits, as they were known on 2026-12-01.
var (
	openAILimits = []kitLimit{
		{
			who: "OpenAI", what: "tools", most: 128, count: allTools,
			source: "OpenAI's OpenAPI description, maxItems of functions",
		},
	}
	anthropicLimits = []kitLimit{
		{
			who: "Anthropic", what: "strict tools", most: 20, ofStrict: true,
			count:  func(_ int, strict strictCounts) int { return strict.tools },
			source: anthropicStrictGuide,
		},
		{
			who: "Anthropic", what: "optional parameters of strict tools", most: 24, ofStrict: true,
			count:  func(_ int, strict strictCounts) int { return strict.optional },
			source: anthropicStrictGuide,
		},
		{
			who: "Anthropic", what: "parameters of strict tools with a choice of types", most: 16, ofStrict: true,
			count:  func(_ int, strict strictCounts) int { return strict.unions },
			source: anthropicStrictGuide,
		},
	}
	geminiLimits = []kitLimit{
		{
			who: "Gemini", what: "tools", most: 512, count: allTools,
			source: "google.golang.org/genai v1.77.0, Tool.FunctionDeclarations",
		},
	}
)

const anthropicStrictGuide = "answers of the API to strict tools, platform.claude.com/docs structured outputs"

func allTools(tools int, _ strictCounts) int { return tools }

func (l *kitLimit) exceededBy(tools int, strict strictCounts) bool {
	return l.count(tools, strict) > l.most
}

func (l *kitLimit) words(tools int, strict strictCounts) string {
	return fmt.Sprintf("%d %s, %s takes at most %d", l.count(tools, strict), l.what, l.who, l.most)
}

// strictCounts are what limits on strict tools are about.
type strictCounts struct {
	tools    int
	optional int // properties that may be left out
	unions   int // schemas with a choice of forms or types
}

func (c strictCounts) plus(d strictCounts) strictCounts {
	return strictCounts{c.tools + d.tools, c.optional + d.optional, c.unions + d.unions}
}
