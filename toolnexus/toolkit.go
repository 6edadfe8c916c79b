package toolnexus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Toolkit holds the tools of several sources under unique names. Make one with
// [New] or [Options.New], and close it with [Toolkit.Close].
//
// A Toolkit is safe for concurrent use. Readers, among them running calls and
// declarations, see the tools of one moment and never wait for a change.
type Toolkit struct {
	logger   *slog.Logger
	filter   filter
	origins  []origin // sources, filter, registered
	registry atomic.Pointer[registry]
	mu       sync.Mutex // held by whoever changes the registry
	closed   atomic.Bool
	close    func() error
}

// Options say how a [Toolkit] is made. The zero value is good.
type Options struct {
	// Logger gets a warning for each source that failed, each tool that was left
	// out for another reason than a filter, and each name in a filter that matches
	// nothing. Nil discards them.
	Logger *slog.Logger

	// Filter keeps tools out of the toolkit, whatever source they come from, by
	// the rule of [Filtered].
	Filter map[string]bool

	// SourceTimeout is how long each source may take. 0 means 30 seconds.
	SourceTimeout time.Duration
}

const defaultSourceTimeout = 30 * time.Second

// New is [Options.New] with the default options.
func New(ctx context.Context, sources ...Source) (*Toolkit, error) {
	return Options{}.New(ctx, sources...)
}

// New makes a toolkit of the tools that the sources give. All sources are asked
// at the same time, and their order is the order of the tools.
//
// The toolkit owns the sources: [Toolkit.Close] closes them, and on an error New
// has done so.
//
// A source that fails does not keep the others from working: it has no tools,
// and [Toolkit.Status] and the log say why. That holds for a source that returns
// an error, panics, is nil, or is not ready when its time is over, be it
// SourceTimeout or the deadline of ctx. New does not wait for a source that
// takes no notice of its context for more than a second; when it returns at
// last, what it gives is dropped and it is closed.
//
// A tool that [Tool.Validate] finds fault with is left out, and so is one whose
// name an earlier tool has. Names that differ in case only count as the same.
// One exception: a tool of the host's own, whose Source is custom, native or
// empty, has its name before a builtin tool, whatever the order.
//
// New fails if ctx is done before it begins, or is cancelled before it ends. The
// error matches ctx.Err() and [context.Cause].
func (o Options) New(ctx context.Context, sources ...Source) (*Toolkit, error) {
	o = o.withDefaults()
	given := make([]origin, len(sources))
	for i, source := range sources {
		given[i] = origin{name: nameOf(source, i), source: source}
	}
	if ctx.Err() != nil {
		return nil, giveUp(ctx, given)
	}
	answers := o.loadAll(ctx, given)
	for i, said := range answers {
		given[i].err, given[i].prompt, given[i].unmatched = said.err, said.prompt, said.unmatched
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, giveUp(ctx, given)
	}
	tk := &Toolkit{
		logger:  o.Logger,
		filter:  newFilter(o.Filter),
		origins: slices.Concat(given, []origin{{name: "filter"}, {name: "registered"}}),
	}
	tk.close = sync.OnceValue(func() error { return closeAll(given) })
	tk.fill(answers)
	tk.warn(ctx)
	return tk, nil
}

func (o Options) withDefaults() Options {
	if o.SourceTimeout <= 0 {
		o.SourceTimeout = defaultSourceTimeout
	}
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return o
}

// giveUp closes what New was given and says why there is no toolkit.
func giveUp(ctx context.Context, given []origin) error {
	err := ctx.Err()
	if cause := context.Cause(ctx); !errors.Is(cause, err) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	return errors.Join(fmt.Errorf("toolkit: %w", err), closeAll(given))
}

// fill makes the first registry of what the sources said.
func (tk *Toolkit) fill(answers []answer) {
	empty := registry{leftOut: make([][]LeftOut, len(tk.origins))}
	d := empty.draft(tk.origins)
	var seen []string
	for i, said := range answers {
		d.leftOut[i] = said.leftOut
		for _, tool := range said.tools {
			seen = append(seen, tool.Name)
			if err := tk.admit(d, newEntry(tool, i)); err != nil {
				d.leaveOut(i, tool.Name, err)
			}
		}
	}
	tk.origins[len(answers)].unmatched = tk.filter.unmatched(seen)
	tk.registry.Store(&d.registry)
}

// warn logs what a host might miss.
func (tk *Toolkit) warn(ctx context.Context) {
	for _, s := range tk.Status() {
		source := slog.String("source", s.Name)
		if s.Err != nil {
			tk.logger.LogAttrs(ctx, slog.LevelWarn, "source failed", source, slog.Any("error", s.Err))
		}
		for _, left := range s.LeftOut {
			tk.warnLeftOut(ctx, s.Name, left)
		}
		for _, name := range s.Unmatched {
			tk.logger.LogAttrs(ctx, slog.LevelWarn, "filter matches nothing", source, slog.String("reason", name.String()))
		}
	}
}

func (tk *Toolkit) warnLeftOut(ctx context.Context, source string, left LeftOut) {
	if errors.Is(left.Err, ErrFiltered) {
		return // as the host asked for
	}
	tk.logger.LogAttrs(ctx, slog.LevelWarn, "tool left out",
		slog.String("source", source), slog.String("tool", left.Tool), slog.Any("error", left.Err))
}

// registered is the origin of tools that no source gave.
func (tk *Toolkit) registered() int { return len(tk.origins) - 1 }

// SystemPrompt returns what the sources have to say in the system prompt, in
// their order, with an empty line between them. It does not change while the
// toolkit lives, so that providers can cache it.
func (tk *Toolkit) SystemPrompt() string {
	var texts []string
	for _, o := range tk.origins {
		if text := strings.TrimSpace(o.prompt); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.ToValidUTF8(strings.Join(texts, "\n\n"), "\uFFFD")
}

// Close closes the sources, the last one first, and returns their errors joined.
// A panic is a [*SourcePanicError] there. Afterwards [Toolkit.Execute] runs nothing
// and nothing can be registered; the tools can still be looked at. One that
// [Toolkit.Get] returned is the host's: whether it still works is up to its source.
//
// Close does not wait for calls that run. To call it again does nothing and
// returns the same error.
func (tk *Toolkit) Close() error {
	tk.mu.Lock()
	tk.closed.Store(true)
	tk.mu.Unlock()
	return tk.close()
}
