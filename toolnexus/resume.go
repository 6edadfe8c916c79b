package toolnexus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Resume runs a suspended call again, with the answer to its request. The tool
// and args are those of the suspended call, and req is what [PendingOf] found
// in its result; both may come from storage, and another process may resume.
//
// The answer must echo the request's id and the request must not have expired.
// Otherwise the tool does not run, and the result's Error is an [*AnswerError]
// that matches [ErrAnswerMismatch] or [ErrRequestExpired].
//
// The tool runs as by [Tool.Call], from its beginning. [AnswerFrom] gives it the
// answer and [RequestFrom] the request. An answer that says no reaches it too:
// what a no means is for the tool to say. The tool may suspend again.
func Resume(ctx context.Context, tool Tool, args json.RawMessage, req Request, answer Answer) ToolResult {
	if err := checkAnswer(req, answer); err != nil {
		return FromError(err)
	}
	ctx = context.WithValue(ctx, resumptionKey{}, &resumption{answer: answer, request: &req})
	return tool.Call(ctx, args)
}

func checkAnswer(req Request, answer Answer) error {
	switch {
	case req.ID == "" || req.ID != answer.ID:
		return &AnswerError{Request: req, Answer: answer, Err: ErrAnswerMismatch}
	case req.expired(time.Now()):
		return &AnswerError{Request: req, Answer: answer, Err: ErrRequestExpired}
	}
	return nil
}

var (
	// ErrAnswerMismatch matches the error of a call that was not resumed because
	// the answer's id is not the request's.
	ErrAnswerMismatch = errors.New("the answer belongs to another request")

	// ErrRequestExpired matches the error of a call that was not resumed because
	// the request's time was over.
	ErrRequestExpired = errors.New("the request has expired")
)

// An AnswerError says why a call was not resumed: the tool did not run.
type AnswerError struct {
	Request Request
	Answer  Answer
	Err     error // ErrAnswerMismatch, ErrRequestExpired, or what the tool has against it
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("the call was not resumed: %v", e.Err)
}

// Unwrap returns Err.
func (e *AnswerError) Unwrap() error { return e.Err }

type resumptionKey struct{}

type resumption struct {
	answer  Answer
	request *Request // nil when only the answer is known
}

// WithAnswer returns a context that carries an answer to the tool that is
// called with it. It checks nothing; [Resume] does, and is what a host should
// use. WithAnswer is for hosts that have checked the answer themselves, and for
// tests of tools that look at [AnswerFrom] alone: those that look for the
// request, as typed questions do, need Resume.
func WithAnswer(ctx context.Context, answer Answer) context.Context {
	return context.WithValue(ctx, resumptionKey{}, &resumption{answer: answer})
}

// enteredKey marks the context of a call that has taken an answer: the calls
// that the tool makes in turn are not the ones that were asked about.
type enteredKey struct{}

type entered struct {
	of     *resumption
	nested bool
}

// enter hands the answer in ctx, if any, to the outermost call alone.
func enter(ctx context.Context) context.Context {
	r, _ := ctx.Value(resumptionKey{}).(*resumption)
	if r == nil {
		return ctx
	}
	outer, _ := ctx.Value(enteredKey{}).(*entered)
	return context.WithValue(ctx, enteredKey{}, &entered{of: r, nested: outer != nil && outer.of == r})
}

// resumptionOf is what this call is resumed with, or nil.
func resumptionOf(ctx context.Context) *resumption {
	r, _ := ctx.Value(resumptionKey{}).(*resumption)
	if e, _ := ctx.Value(enteredKey{}).(*entered); r != nil && e != nil && e.of == r && e.nested {
		return nil
	}
	return r
}

// AnswerFrom returns the answer that this call is resumed with. The bool is
// false on the first run of a call, and in the calls that a tool makes itself.
func AnswerFrom(ctx context.Context) (Answer, bool) {
	r := resumptionOf(ctx)
	if r == nil {
		return Answer{}, false
	}
	return r.answer, true
}

// RequestFrom returns the request that the answer of this call answers, so that
// a tool with several questions can tell which one it was. The bool is false
// where [AnswerFrom]'s is, and where the answer came by [WithAnswer].
func RequestFrom(ctx context.Context) (Request, bool) {
	r := resumptionOf(ctx)
	if r == nil || r.request == nil {
		return Request{}, false
	}
	return *r.request, true
}
