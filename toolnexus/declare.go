package toolnexus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolnexus/go-sdk/schema"
)

// Declarations are the tools of a toolkit as a provider takes them.
type Declarations struct {
	// JSON is the array for the request's field "tools". The bytes are the same
	// for the same tools and options, and belong to the caller.
	JSON json.RawMessage

	// Losses are what schemas demand and their declarations do not say, in the
	// order of the tools. Calls are held to it all the same.
	Losses []Loss
}

// A Loss is something that the declaration of a tool does not say.
type Loss struct {
	schema.Loss

	Tool string
}

// String gives the loss on one line.
func (l Loss) String() string {
	if l.Keyword == keywordStrict {
		return l.Tool + ": " + l.Text
	}
	return l.Tool + ": " + l.Loss.String()
}

// keywordStrict is the Keyword of the loss of strict mode itself.
const keywordStrict = "strict"

// A DeclareError says which tools could not be declared, and which limits on all
// tools together are exceeded. The declarations that come with it hold all other
// tools, and every tool where it is only about limits.
type DeclareError struct {
	Dialect  schema.Dialect
	Problems []DeclareProblem

	causes []error
}

// A DeclareProblem is one thing that a [DeclareError] says.
type DeclareProblem struct {
	Tool    string // empty where it is about all tools
	Path    string // a JSON Pointer into the input schema of the tool
	Message string
}

// String gives the problem on one line.
func (p DeclareProblem) String() string {
	switch {
	case p.Tool == "":
		return p.Message
	case p.Path == "":
		return p.Tool + ": " + p.Message
	default:
		return p.Tool + ": " + p.Path + ": " + p.Message
	}
}

// Error gives one line for each problem.
func (e *DeclareError) Error() string {
	lines := make([]string, 0, len(e.Problems)+1)
	lines = append(lines, fmt.Sprintf("not everything can be declared in %s", e.Dialect))
	for _, p := range e.Problems {
		lines = append(lines, p.String())
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the [*schema.DialectError] of each tool that was left out.
func (e *DeclareError) Unwrap() []error { return slices.Clone(e.causes) }

// A form is one way in which a provider takes the declaration of a tool.
type form uint8

const (
	openAIChat form = iota
	openAIChatStrict
	openAIResponses
	openAIResponsesStrict
	anthropicPlain
	anthropicStrict
	geminiSchema
	geminiJSONSchema
	formCount
)

// A formSpec is what there is to know of a form.
type formSpec struct {
	dialect schema.Dialect
	render  func(tool *Tool, parameters json.RawMessage) any
	limits  []kitLimit
	strict  bool
	plain   form   // of a strict one: the same without strict
	begin   string // what stands around the tools, if there are any
	end     string
}

var formSpecs = [formCount]formSpec{
	openAIChat:            {dialect: schema.OpenAI, render: chatTool(false), limits: openAILimits},
	openAIChatStrict:      {dialect: schema.OpenAIStrict, render: chatTool(true), limits: openAILimits, strict: true, plain: openAIChat},
	openAIResponses:       {dialect: schema.OpenAI, render: responsesTool(false), limits: openAILimits},
	openAIResponsesStrict: {dialect: schema.OpenAIStrict, render: responsesTool(true), limits: openAILimits, strict: true, plain: openAIResponses},
	anthropicPlain:        {dialect: schema.Anthropic, render: anthropicTool(false)},
	anthropicStrict:       {dialect: schema.AnthropicStrict, render: anthropicTool(true), limits: anthropicLimits, strict: true, plain: anthropicPlain},
	geminiSchema:          {dialect: schema.Gemini, render: geminiTool, limits: geminiLimits, begin: geminiBegin, end: geminiEnd},
	geminiJSONSchema:      {dialect: schema.GeminiJSONSchema, render: geminiJSONTool, limits: geminiLimits, begin: geminiBegin, end: geminiEnd},
}

// declaredTool are the declarations of one tool, each made when it is first
// wanted.
type declaredTool [formCount]lazy[declaration]

// declaredKits are the declarations of all tools of a registry, without and with
// a fallback.
type declaredKits [formCount][2]lazy[declaredKit]

// lazy is a value that is made once. It is safe for concurrent use.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(make func() T) T {
	l.once.Do(func() { l.value = make() })
	return l.value
}

// declaration is one tool in one form.
type declaration struct {
	text   []byte
	losses []Loss
	counts strictCounts
	err    *schema.DialectError
}

// declaredKit is what Declarations and its error are copied from.
type declaredKit struct {
	text   []byte
	losses []Loss
	err    error
}

// declare returns the tools in a form. Whatever can be used again is.
func (tk *Toolkit) declare(f form, fallback bool) (Declarations, error) {
	now := tk.registry.Load()
	way := 0
	if fallback && formSpecs[f].strict {
		way = 1
	}
	kit := now.declared[f][way].get(func() declaredKit { return declareAll(now.entries, f, way == 1) })
	return Declarations{JSON: bytes.Clone(kit.text), Losses: slices.Clone(kit.losses)}, kit.err
}

// declare returns the tool in a form.
func (e *entry) declare(f form) declaration {
	return e.declared[f].get(func() declaration { return declareTool(&e.tool, &formSpecs[f]) })
}

func declareTool(tool *Tool, spec *formSpec) declaration {
	source := tool.InputSchema
	if len(source) == 0 {
		source = EmptySchema()
	}
	d := declaration{}
	rewritten, err := spec.dialect.Rewrite(source)
	if err == nil {
		d.text, err = encode(spec.render(tool, rewritten.Schema))
	}
	if err != nil {
		return declaration{err: dialectError(spec.dialect, err)}
	}
	for _, l := range rewritten.Losses {
		d.losses = append(d.losses, Loss{Tool: tool.Name, Loss: l})
	}
	if spec.strict {
		d.counts = strictCounts{1, rewritten.Optional, rewritten.Unions}
	}
	return d
}

func dialectError(d schema.Dialect, err error) *schema.DialectError {
	if known, ok := errors.AsType[*schema.DialectError](err); ok {
		return known
	}
	return &schema.DialectError{Dialect: d, Problems: []schema.DialectProblem{{Message: err.Error()}}}
}

// declareAll puts the declarations of tools together.
func declareAll(entries []*entry, f form, fallback bool) declaredKit {
	a := assembly{spec: &formSpecs[f], fallback: fallback}
	for _, e := range entries {
		a.add(e, f)
	}
	return a.finish()
}

// assembly is a declaredKit that is being made.
type assembly struct {
	spec     *formSpec
	fallback bool
	texts    [][]byte
	losses   []Loss
	total    strictCounts
	err      DeclareError
}

func (a *assembly) add(e *entry, f form) {
	d, why := e.declare(f), ""
	if a.fallback {
		if why = a.whyNotStrict(d); why != "" {
			d = e.declare(a.spec.plain)
		}
	}
	if d.err != nil {
		a.err.causes = append(a.err.causes, d.err)
		for _, p := range d.err.Problems {
			a.err.Problems = append(a.err.Problems, DeclareProblem{e.tool.Name, p.Path, p.Message})
		}
		return
	}
	if why != "" {
		a.losses = append(a.losses, Loss{Tool: e.tool.Name, Loss: schema.Loss{Keyword: keywordStrict, Text: why}})
	}
	a.texts = append(a.texts, d.text)
	a.losses = append(a.losses, d.losses...)
	a.total = a.total.plus(d.counts)
}

// whyNotStrict says why a tool has to be declared without strict, or "".
func (a *assembly) whyNotStrict(d declaration) string {
	if d.err != nil {
		p := d.err.Problems[0]
		return "is declared without strict: " + strings.TrimPrefix(p.Path+": "+p.Message, ": ")
	}
	after := a.total.plus(d.counts)
	for _, limit := range a.spec.limits {
		if limit.ofStrict && limit.exceededBy(len(a.texts)+1, after) {
			return "is declared without strict: it would make " + limit.words(len(a.texts)+1, after)
		}
	}
	return ""
}

func (a *assembly) finish() declaredKit {
	for _, limit := range a.spec.limits {
		if limit.exceededBy(len(a.texts), a.total) {
			a.err.Problems = append(a.err.Problems, DeclareProblem{Message: limit.words(len(a.texts), a.total)})
		}
	}
	kit := declaredKit{text: []byte("[]"), losses: a.losses}
	if len(a.texts) > 0 {
		kit.text = slices.Concat([]byte("["+a.spec.begin), bytes.Join(a.texts, []byte(",")), []byte(a.spec.end+"]"))
	}
	if len(a.err.Problems) > 0 {
		a.err.Dialect = a.spec.dialect
		kit.err = &a.err
	}
	return kit
}
