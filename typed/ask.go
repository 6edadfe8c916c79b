package typed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// Ask asks a person for a T, inside a handler. On the first run it returns a
// suspension, which the handler returns as its error; the request's data holds
// T's schema, as {"schema": …}. When the call is resumed with the answer, Ask
// returns it, checked like arguments are.
//
// An answer that breaks the schema keeps the suspension open: the same request
// is asked again, with everything that is wrong in its prompt. An answer that
// says no is a [*NoAnswerError].
//
// A handler may ask several times. It is run again from its start for each
// answer, and the answers given so far travel with the request, so that no
// question is asked twice, in this process or another. They are told apart by
// kind, prompt, URL and schema: these must be the same in every run, and two
// questions must differ in one of them.
//
// An answer counts for the same tool and the same arguments only; see also
// [SignRequests].
func Ask[T any](ctx context.Context, req toolnexus.Request) (T, error) {
	var answer T
	err := ask(ctx, req, &answer)
	return answer, err
}

// Approve asks a person for a yes. It returns nil if that is the answer, a
// suspension on the first run, and a [*NoAnswerError] for a no.
func Approve(ctx context.Context, prompt string) error {
	_, err := Ask[struct{}](ctx, toolnexus.Request{Kind: toolnexus.KindApproval, Prompt: prompt})
	return err
}

// The kinds of a no. They match a [*NoAnswerError] by [errors.Is].
var (
	// ErrDeclined: the person said no.
	ErrDeclined = errors.New("declined")
	// ErrCancelled: nobody decided; the question was withdrawn.
	ErrCancelled = errors.New("cancelled")
	// ErrExpired: nobody answered in time.
	ErrExpired = errors.New("expired")
)

// NoAnswerError is the error of a question that was answered with a no.
type NoAnswerError struct {
	Prompt string
	Reason toolnexus.AnswerReason // "" counts as declined
}

// Error is the text a model reads.
func (e *NoAnswerError) Error() string {
	return fmt.Sprintf("%v: %s", e.Unwrap(), e.Prompt)
}

// Unwrap returns ErrDeclined, ErrCancelled or ErrExpired.
func (e *NoAnswerError) Unwrap() error {
	switch e.Reason {
	case toolnexus.ReasonCancelled:
		return ErrCancelled
	case toolnexus.ReasonExpired:
		return ErrExpired
	default:
		return ErrDeclined
	}
}

// ask is Ask without types. v points to the answer.
func ask(ctx context.Context, req toolnexus.Request, v any) error {
	s, err := schema.ForType(reflect.TypeOf(v).Elem(), schema.Input)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	key := questionKey(req, s.JSON())
	given := answersFrom(ctx)
	answer, answered := given[key]
	switch {
	case !answered:
		return suspend(req, envelope{Schema: s.JSON(), Ask: &askData{Key: key, Answers: given}})
	case !answer.OK:
		return &NoAnswerError{Prompt: req.Prompt, Reason: answer.Reason}
	}
	if problems := readAnswer(ctx, s, answer.Data, v); problems != "" {
		delete(given, key)
		again, _ := toolnexus.RequestFrom(ctx) // the request stays open under its id
		req.ID, req.ExpiresAt = again.ID, again.ExpiresAt
		req.Prompt = "The answer cannot be used:\n" + problems + "\n" + req.Prompt
		return suspend(req, envelope{Schema: s.JSON(), Ask: &askData{Key: key, Answers: given}})
	}
	return nil
}

// readAnswer decodes the data of an answer. It returns what is wrong with it.
func readAnswer(ctx context.Context, s *schema.Schema, data json.RawMessage, v any) string {
	if len(data) == 0 || string(data) == "null" {
		data = json.RawMessage("null")
		if isObject(s.JSON()) {
			data = json.RawMessage("{}")
		}
	}
	_, err := s.Decode(ctx, data, v)
	var invalid *schema.InvalidError
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &invalid):
		return err.Error()
	}
	lines := make([]string, 0, len(invalid.Problems))
	for _, p := range invalid.Problems {
		line := p.Message
		if p.Path == "" { // the whole answer is meant
			_, line, _ = strings.Cut(line, ": ")
			line = "answer: " + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func suspend(req toolnexus.Request, e envelope) error {
	data, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	req.Data = data
	return toolnexus.Suspend(req)
}
