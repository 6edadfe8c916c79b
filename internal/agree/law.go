package agree

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that a check finds wrong with a text.
type Problem struct {
	Path string // JSON Pointer
	Rule string
}

// Report is what a check has to say about a text.
type Report struct {
	Problems []Problem
	Omitted  int // problems beyond those that are listed
}

// OK reports whether nothing is wrong.
func (r Report) OK() bool { return len(r.Problems) == 0 && r.Omitted == 0 }

// String lists the problems.
func (r Report) String() string {
	if r.OK() {
		return "accepted"
	}
	var b strings.Builder
	b.WriteString("refused:")
	for _, p := range r.Problems {
		fmt.Fprintf(&b, " %s at %q", p.Rule, p.Path)
	}
	if r.Omitted > 0 {
		fmt.Fprintf(&b, " and %d more", r.Omitted)
	}
	return b.String()
}

// Subject is a check that claims to enforce a published schema.
type Subject struct {
	// Schema is the published schema.
	Schema []byte
	// Normalize applies the leniencies of the check and reports what in the
	// text breaks the schema.
	Normalize func(text []byte) ([]byte, Report)
	// Decode does the whole check and gives the decoded value.
	Decode func(text []byte) (any, Report)
	// Decodes reports whether the value at a path reads its own form, so that
	// only decoding can tell whether it is good.
	Decodes func(path string) bool
	// GoRule reports whether a validate rule of that name may be broken at a path.
	GoRule func(path, rule string) bool
	// Encode writes a decoded value in its published output form; it is nil if
	// the type has none. An error is a fault; no text and no error means that
	// code of the author's own refuses the value.
	Encode func(v any) ([]byte, error)
	// Output is the published output schema.
	Output []byte

	generator *Generator
	output    *Oracle
}

// Prepare compiles the schemas. It must be called before Try.
func (s *Subject) Prepare() (*Generator, error) {
	var err error
	if s.generator, err = NewGenerator(s.Schema); err != nil {
		return nil, fmt.Errorf("the published schema is refused by the independent validator: %w", err)
	}
	if s.Encode != nil {
		if s.output, err = NewOracle(s.Output); err != nil {
			return nil, fmt.Errorf("the published output schema is refused by the independent validator: %w", err)
		}
	}
	return s.generator, nil
}

// Result is the outcome of one text.
type Result struct {
	Accepted bool   // by the whole check
	Claimed  bool   // the judge was asked
	Normal   []byte // the text that the schema speaks of
	Value    any    // the decoded value of an accepted text
}

// Disagreement is a text that breaks the law.
type Disagreement struct { //nolint:errname // it is a finding, and an error besides
	Text   []byte
	Normal []byte
	Ours   string // what the check says
	Judge  string // what the judge says
	What   string // which part of the law is broken
}

// Error implements error.
func (d *Disagreement) Error() string {
	return fmt.Sprintf("%s\n  text:       %s\n  normalized: %s\n  check:      %s\n  judge:      %s", d.What, d.Text, d.Normal, d.Ours, d.Judge)
}

// silent are the rules of problems about which JSON Schema has no opinion. Where
// there is one, the normalized text is not what it would be without.
var silent = []string{"json", "duplicate", "number", "keyRange", "duration"}

// keywords are the assertions of JSON Schema.
var keywords = []string{
	"type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
	"maxLength", "minLength", "pattern", "format", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "contains",
	"maxProperties", "minProperties", "required", "dependentRequired", "dependentSchemas", "additionalProperties",
	"patternProperties", "propertyNames", "prefixItems", "items", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "false", "contentSchema",
}

// IsKeyword reports whether a rule is an assertion of JSON Schema.
func IsKeyword(rule string) bool { return slices.Contains(keywords, rule) }

// Try holds one text to the law.
func (s *Subject) Try(text []byte) (Result, *Disagreement) {
	normal, report := s.Normalize(text)
	d := &Disagreement{Text: text, Normal: normal, Ours: report.String()}
	r := Result{Normal: normal}
	refuses, claimed := Claim(report)
	if r.Claimed = claimed && !tooCostly(normal); r.Claimed {
		if bad := s.judge(d, refuses); bad != nil {
			return r, bad
		}
	}
	if unknown := unknownRule(report); unknown != "" {
		return r, d.because("the check reports the problem %q, which no schema knows", unknown)
	}
	if rule := unfounded(text, report); rule != "" {
		return r, d.because("the check reports the problem %q, which the text does not have", rule)
	}
	if !report.OK() {
		return r, nil
	}
	if strings.TrimSpace(string(text)) != "" && defectsOf(text, false).any() {
		return r, d.because("the check accepts a text that is no I-JSON")
	}
	if bad := s.stable(d); bad != nil {
		return r, bad
	}
	return s.decoded(d, r)
}

func (d *Disagreement) because(format string, args ...any) *Disagreement {
	d.What = fmt.Sprintf(format, args...)
	return d
}

// Claim says whether the check finds that the schema refuses the text, and
// whether it says anything about that at all.
func Claim(r Report) (refuses, claimed bool) {
	for _, p := range r.Problems {
		if slices.Contains(silent, p.Rule) {
			return false, false
		}
	}
	return !r.OK(), true
}

func unknownRule(r Report) string {
	for _, p := range r.Problems {
		if !slices.Contains(silent, p.Rule) && !IsKeyword(p.Rule) {
			return p.Rule
		}
	}
	return ""
}

func (s *Subject) judge(d *Disagreement, refuses bool) *Disagreement {
	why := s.generator.oracle.Refuses(d.Normal)
	d.Judge = "accepts"
	if why != nil {
		d.Judge = "refuses: " + why.Error()
	}
	if (why != nil) == refuses {
		return nil
	}
	if refuses {
		return d.because("the check refuses what the published schema accepts")
	}
	return d.because("the check accepts what the published schema refuses")
}

// stable demands that a normalized text needs no further leniency.
func (s *Subject) stable(d *Disagreement) *Disagreement {
	again, report := s.Normalize(d.Normal)
	if !report.OK() {
		d.Ours = report.String()
		return d.because("the check refuses its own normalized text")
	}
	if string(again) != string(d.Normal) {
		d.Ours = "normalizes that to " + string(again)
		return d.because("normalizing twice changes the text again")
	}
	return nil
}

// decoded demands that what the schema accepts can be decoded, but for what
// only decoding and Go rules know, and written again.
func (s *Subject) decoded(d *Disagreement, r Result) (Result, *Disagreement) {
	v, report := s.Decode(d.Text)
	d.Ours = report.String()
	for _, p := range report.Problems {
		switch {
		case p.Rule == "decode" && s.Decodes(p.Path):
		case p.Rule != "decode" && s.GoRule(p.Path, p.Rule):
		case p.Rule == "decode":
			return r, d.because("what the check accepts cannot be decoded")
		default:
			return r, d.because("the decoded value breaks %q, which the tags do not leave to Go", p.Rule)
		}
	}
	if !report.OK() {
		return r, nil
	}
	r.Accepted, r.Value = true, v
	return r, s.encoded(d, v)
}

func (s *Subject) encoded(d *Disagreement, v any) *Disagreement {
	if s.Encode == nil {
		return nil
	}
	out, err := s.Encode(v)
	if err != nil {
		d.Ours = err.Error()
		return d.because("the decoded value cannot be written")
	}
	if out == nil {
		return nil
	}
	d.Ours = "writes " + string(out)
	if !json.Valid(out) {
		return d.because("the decoded value is written as something that is no JSON")
	}
	if tooCostly(out) {
		return nil
	}
	if why := s.output.Refuses(out); why != nil {
		d.Judge = "refuses: " + why.Error()
		return d.because("the decoded value is written in a form that the published output schema refuses")
	}
	return nil
}

// Kind is the same for disagreements that probably have the same cause.
func (d *Disagreement) Kind() string {
	ours, _, _ := strings.Cut(d.Ours, " at ")
	if strings.HasPrefix(ours, "writes ") {
		ours = ""
	}
	judge := d.Judge
	if i := strings.LastIndex(judge, "': "); i >= 0 {
		judge, _, _ = strings.Cut(judge[i+3:], " ")
	}
	return d.What + "; " + ours + "; " + judge
}
