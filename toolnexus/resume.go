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
	ctx = context.WithValue(ctx, resumptionKey{}, resumption{answer: answer, request: &req})
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

// An AnswerError says why [Resume] did not run the tool.
type AnswerError struct {
	Request Request
	Answer  Answer
	Err     error // ErrAnswerMismatch or ErrRequestExpired
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
// tests of tools.
func WithAnswer(ctx context.Context, answer Answer) context.Context {
	return context.WithValue(ctx, resumptionKey{}, resumption{answer: answer})
}

// AnswerFrom returns the answer that this call is resumed with. The bool is
// false on the first run of a call.
func AnswerFrom(ctx context.Context) (Answer, bool) {
	r, ok := ctx.Value(resumptionKey{}).(resumption)
	return r.answer, ok
}

// RequestFrom returns the request that the answer of this call answers, so that
// a tool with several questions can tell which one it was. The bool is false
// where [AnswerFrom]'s is, and where the answer came by [WithAnswer].
func RequestFrom(ctx context.Context) (Request, bool) {
	r, _ := ctx.Value(resumptionKey{}).(resumption)
	if r.request == nil {
		return Request{}, false
	}
	return *r.request, true
}
