package toolnexus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// origin is where tools of a toolkit come from, and what came of it.
type origin struct {
	name      string
	source    Source // nil if there is nothing to close
	prompt    string
	err       error
	unmatched []Unmatched
}

// Some tools come from no source: the toolkit's own filter and the tools that
// were registered have their origins behind those of the sources.
const extraOrigins = 2

// answer is what a source had to say.
type answer struct {
	findings

	prompt string
	err    error
}

// errAbandoned is the error of a source that nobody waits for any more.
var errAbandoned = errors.New("not ready in time, and it does not heed its context")

// patience is how long a source may take to return after its context is done.
const patience = time.Second

// loadAll asks all sources at once and returns what each of them said, in order.
func (o *Options) loadAll(ctx context.Context, origins []origin) []answer {
	answers := make([]answer, len(origins))
	var group sync.WaitGroup
	for i := range origins {
		group.Go(func() {
			answers[i] = o.load(ctx, &origins[i])
		})
	}
	group.Wait()
	return answers
}

// load asks one source. The goroutine that does may outlive load, but only if
// the source does not return after its context is done; then it is this
// goroutine that closes the source.
func (o *Options) load(ctx context.Context, from *origin) answer {
	ctx, cancel := context.WithTimeout(ctx, o.SourceTimeout)
	defer cancel()
	answers, abandoned := make(chan answer), make(chan struct{})
	go func() {
		said := answer{err: errNoReturn}
		defer func() {
			select {
			case answers <- said:
			case <-abandoned:
				o.closeLate(ctx, from.name, from.source)
			}
		}()
		said = ask(ctx, from)
	}()

	select {
	case said := <-answers:
		return said
	case <-ctx.Done():
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case said := <-answers:
		return said
	case <-timer.C:
		close(abandoned)
		return answer{err: fmt.Errorf("%w: %w", errAbandoned, ctx.Err())}
	}
}

// ask calls the methods of a source that may take their time.
func ask(ctx context.Context, from *origin) (said answer) {
	if from.source == nil {
		return answer{err: errors.New("the source is nil")}
	}
	err := guarded(from.name, "Tools", func() (err error) {
		said.findings, err = find(ctx, from.source)
		return err
	})
	if prompter, ok := from.source.(SystemPrompter); ok && err == nil {
		err = guarded(from.name, "SystemPrompt", func() error {
			said.prompt = prompter.SystemPrompt()
			return nil
		})
	}
	if err != nil {
		return answer{err: err}
	}
	return said
}

// nameOf is the name of the source at a place.
func nameOf(source Source, place int) (name string) {
	if named, ok := source.(Named); ok {
		// A panic is left to Tools, which will meet the same trouble.
		_ = guarded("", "Name", func() error {
			name = named.Name()
			return nil
		})
	}
	if name == "" {
		name = fmt.Sprintf("source %d", place+1)
	}
	return name
}

// closeLate closes a source that came back when nobody waited any more.
func (o *Options) closeLate(ctx context.Context, name string, source Source) {
	if err := closeSource(name, source); err != nil {
		o.Logger.LogAttrs(context.WithoutCancel(ctx), slog.LevelWarn, "closing a source that came late",
			slog.String("source", name), slog.Any("error", err))
	}
}

// closeAll closes sources in the reverse of their order.
func closeAll(origins []origin) error {
	var errs []error
	for _, o := range slices.Backward(origins) {
		if errors.Is(o.err, errAbandoned) {
			continue // closed when it returns
		}
		errs = append(errs, closeSource(o.name, o.source))
	}
	return errors.Join(errs...)
}

func closeSource(name string, source Source) error {
	closer, ok := source.(io.Closer)
	if !ok {
		return nil
	}
	err := guarded(name, "Close", closer.Close)
	if _, panicked := errors.AsType[*SourcePanicError](err); err == nil || panicked {
		return err
	}
	return fmt.Errorf("source %q: %w", name, err)
}

// guarded calls a method of a source and makes a panic an error.
func guarded(source, method string, call func() error) (err error) {
	returned := false
	defer func() {
		if !returned {
			// A goroutine that ends itself comes through here too, and goes on
			// ending; nobody reads err then.
			err = &SourcePanicError{Source: source, Method: method, Value: recover(), Stack: debug.Stack()}
		}
	}()
	err = call()
	returned = true
	return err
}
