package tooltest

import (
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Options say how a source is tested. The zero value is good.
type Options struct {
	// MayCall reports whether a tool may be called with arguments that are no
	// JSON. Nil means: if its hints say that it is read only.
	MayCall func(tool toolnexus.Tool) bool
}

// Run is [Options.Run] with the default options.
func Run(t *testing.T, open func(t *testing.T) toolnexus.Source) {
	t.Helper()
	Options{}.Run(t, open)
}

// Run runs the tests of [toolnexus.Source], one subtest for each promise. Each
// of them calls open once, for a new source, and closes it if it can be closed.
// The tests use a source from many goroutines, so run them with the race
// detector too.
func (o Options) Run(t *testing.T, open func(t *testing.T) toolnexus.Source) {
	t.Helper()
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			source := open(t)
			if source == nil {
				t.Fatal("open returned nil")
			}
			if closer, ok := source.(io.Closer); ok {
				t.Cleanup(func() {
					if err := closer.Close(); err != nil {
						t.Errorf("Close: %v", err)
					}
				})
			}
			if err := o.check(t.Context(), r, source); err != nil {
				t.Error(err)
			}
		})
	}
}

// A rule is one promise of a source.
type rule struct {
	name  string
	check func(ctx context.Context, source toolnexus.Source, o Options) error
}

var rules = []rule{
	{"the same tools every time", sameEveryTime},
	{"tools can be offered to a model", offerable},
	{"names are unique, in whatever case", unique},
	{"schemas can be read", readable},
	{"a done context is an error", doneContext},
	{"from many goroutines at once", concurrent},
	{"the caller owns what it gets", owned},
	{"a name and a prompt that stay", steady},
	{"calls with arguments that are no JSON", malformed},
	{"Close", closes},
}

// patience is how long a source may take to see that its context is done, and
// a tool to see that its arguments are no JSON.
const patience = 5 * time.Second

// check holds a source to a rule. A panic breaks any rule.
func (o Options) check(ctx context.Context, r rule, source toolnexus.Source) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return r.check(ctx, source, o)
}

func (o Options) mayCall(tool toolnexus.Tool) bool {
	if o.MayCall != nil {
		return o.MayCall(tool)
	}
	return tool.Hints != nil && tool.Hints.ReadOnly != nil && *tool.Hints.ReadOnly
}
