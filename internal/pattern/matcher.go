package pattern

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync/atomic"

	"github.com/toolnexus/go-sdk/internal/syncmap"
)

// maxCached bounds the Matchers that Compile remembers.
const maxCached = 256

// cached holds the Matchers of recent expressions, by expression.
var cached cache

type cache struct {
	byExpr syncmap.Map[string, *Matcher]
	n      atomic.Int64
}

// A Matcher tells whether a text matches an expression. It gives the verdict of
// the standard regexp, in a fraction of the time: it learns an automaton from
// the texts it sees, within fixed bounds, and leaves to regexp the texts and
// expressions that do not fit. Once it has learned, it does not allocate.
//
// A Matcher is safe for concurrent use.
type Matcher struct {
	expr   string
	re     *regexp.Regexp
	dfa    *dfa   // nil if the expression does not fit
	prefix string // what every match starts with
	whole  bool   // prefix is the whole expression
	lead   []byte // prefix again, for Match
}

// Compile returns the Matcher of an expression. It remembers a bounded number
// of Matchers, so that callers with the same expression usually share one; keep
// the Matcher rather than compile for every text. The error is an *Error, with
// the limits of Portable. Compile is safe for concurrent use.
func Compile(expr string) (*Matcher, error) {
	if m, ok := cached.byExpr.Load(expr); ok {
		return m, nil
	}
	m, err := newMatcher(strings.Clone(expr)) // expr may be a piece of a large document
	if err != nil {
		return nil, err
	}
	return cached.add(m), nil
}

// add remembers a Matcher, and returns the one remembered first. A full cache
// is emptied: a caller that floods it costs others a compilation, not memory.
func (c *cache) add(m *Matcher) *Matcher {
	if c.n.Load() >= maxCached {
		c.byExpr.Clear()
		c.n.Store(0)
	}
	first, loaded := c.byExpr.LoadOrStore(m.expr, m)
	if !loaded {
		c.n.Add(1)
	}
	return first
}

func newMatcher(expr string) (*Matcher, error) {
	tree, err := parse(expr)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, &Error{expr, err.Error()}
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, &Error{expr, err.Error()}
	}
	m := &Matcher{expr: expr, re: re}
	m.prefix, m.whole = prog.Prefix()
	m.lead = []byte(m.prefix)
	if d, ok := newDFA(prog); ok {
		m.dfa = d
	}
	return m, nil
}

// String returns the expression as given to Compile.
func (m *Matcher) String() string { return m.expr }

// Match reports whether b holds a match of the expression.
func (m *Matcher) Match(b []byte) bool {
	if len(m.lead) > 0 {
		i := bytes.Index(b, m.lead)
		if i < 0 || m.whole {
			return i >= 0
		}
		b = b[i:]
	}
	if m.dfa != nil {
		if v := m.dfa.match(b); v != gaveUp {
			return v == matched
		}
	}
	return m.re.Match(b)
}

// MatchString reports whether s holds a match of the expression.
func (m *Matcher) MatchString(s string) bool {
	if m.prefix != "" {
		i := strings.Index(s, m.prefix)
		if i < 0 || m.whole {
			return i >= 0
		}
		s = s[i:]
	}
	if m.dfa != nil {
		if v := m.dfa.matchString(s); v != gaveUp {
			return v == matched
		}
	}
	return m.re.MatchString(s)
}
