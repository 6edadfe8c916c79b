package typed

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Invocation is one call of a typed tool, as middleware sees it.
type Invocation struct {
	// Tool is the name of the tool.
	Tool string
	// In is the checked input, an In.
	In any
}

// Middleware stands around the handlers of tools: it calls next, or does not,
// and returns an Out or an error. One middleware serves tools of all types. It
// runs after the arguments were checked and approved, and sees suspensions as
// errors. It must be safe for concurrent use if the tool is.
type Middleware func(ctx context.Context, call Invocation, next func(ctx context.Context) (out any, err error)) (any, error)

// Use puts middleware around the handler, the first one outermost.
func Use(middleware ...Middleware) Option {
	return func(o *options) { o.middleware = append(o.middleware, middleware...) }
}

// Timeout bounds the time of a call. The handler's context ends then, and a call
// that ends with an error after that is an error result that says so, a
// [*TimeoutError]. A handler that does not look at its context is waited for.
func Timeout(d time.Duration) Option { return func(o *options) { o.timeout = d } }

// TimeoutError is the Error of a result when a call took too long.
type TimeoutError struct {
	Tool  string
	After time.Duration
	Err   error // what the handler returned
}

// Error is the text a model reads.
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s was stopped: it took longer than %v", e.Tool, e.After)
}

// Unwrap returns what the handler returned, and [context.DeadlineExceeded].
func (e *TimeoutError) Unwrap() []error { return []error{context.DeadlineExceeded, e.Err} }

// runner is a handler without its types: from a pointer to In to a pointer to
// Out.
type runner func(ctx context.Context, in any) (out any, err error)

// guarded runs the handler behind approvals, middleware and timeout.
func (c *core) guarded(ctx context.Context, in any, run runner) (any, error) {
	if err := c.approve(ctx, in); err != nil {
		return nil, err
	}
	if c.opts.timeout <= 0 {
		return c.through(ctx, in, run)
	}
	limited, cancel := context.WithTimeout(ctx, c.opts.timeout)
	defer cancel()
	out, err := c.through(limited, in, run)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = &TimeoutError{Tool: c.name, After: c.opts.timeout, Err: err}
	}
	return out, err
}

// through runs the handler inside the middleware.
func (c *core) through(ctx context.Context, in any, run runner) (any, error) {
	if len(c.opts.middleware) == 0 {
		return run(ctx, in)
	}
	call := Invocation{Tool: c.name, In: reflect.ValueOf(in).Elem().Interface()}
	next := func(ctx context.Context) (any, error) {
		out, err := run(ctx, in)
		return reflect.ValueOf(out).Elem().Interface(), err
	}
	for _, m := range slices.Backward(c.opts.middleware) {
		inner := next
		next = func(ctx context.Context) (any, error) { return m(ctx, call, inner) }
	}
	out, err := next(ctx)
	if err != nil {
		return nil, err
	}
	return c.pointerTo(out)
}

// pointerTo makes a pointer to an Out of what middleware returned.
func (c *core) pointerTo(out any) (any, error) {
	p := reflect.New(c.outType)
	v := reflect.ValueOf(out)
	switch {
	case !v.IsValid() && (c.outType.Kind() == reflect.Interface || c.outType.Kind() == reflect.Pointer):
	case !v.IsValid() || !v.Type().AssignableTo(c.outType):
		return nil, &ResultError{Tool: c.name, Err: fmt.Errorf("middleware returned a %T, not a %v", out, c.outType)}
	default:
		p.Elem().Set(v)
	}
	return p.Interface(), nil
}

// misfit is the result of a call whose middleware returned no Out. The model is
// not told of Go's types.
func misfit(err *ResultError) toolnexus.ToolResult {
	return toolnexus.ToolResult{
		Output: fmt.Sprintf("tool %q ran, but its result cannot be passed on", err.Tool),
		Error:  err,
	}
}
