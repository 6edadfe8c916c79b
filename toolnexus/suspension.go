package toolnexus

import (
	"encoding/json"
	"errors"
	"time"
)

// RequestKind says what a suspended call waits for. The vocabulary is open:
// hosts and tools may agree on other kinds than the constants.
type RequestKind string

// The usual kinds of requests.
const (
	KindApproval      RequestKind = "approval"      // a yes or no
	KindAuthorization RequestKind = "authorization" // a login at URL
	KindInput         RequestKind = "input"         // data of the shape that Data describes
	KindQuestion      RequestKind = "question"      // a question to a person
	KindToolCall      RequestKind = "tool_call"     // a call that the host has to make
)

// A Request is what a suspended call asks for. It is plain data, made to be
// stored and sent:
//
//	{"id": "pnd-…", "kind": "approval", "prompt": "Delete 3 files?",
//	 "url": "…", "data": …, "expiresAt": "2030-01-02T15:04:05Z"}
//
// where the last three are left out when there is nothing in them.
type Request struct {
	ID        string          `json:"id"` // empty: one is made
	Kind      RequestKind     `json:"kind"`
	Prompt    string          `json:"prompt"` // for the person who answers
	URL       string          `json:"url,omitempty"`
	Data      json.RawMessage `json:"data,omitempty"`
	ExpiresAt time.Time       `json:"expiresAt,omitzero"` // zero: never
}

// AnswerReason says why an answer is a no.
type AnswerReason string

// The reasons for a no.
const (
	ReasonDeclined  AnswerReason = "declined"  // the person said no
	ReasonCancelled AnswerReason = "cancelled" // the person or the host gave up
	ReasonExpired   AnswerReason = "expired"   // nobody answered in time
)

// An Answer answers the [Request] whose ID it echoes:
//
//	{"id": "pnd-…", "ok": true, "data": …, "reason": "…"}
//
// where the last two are left out when there is nothing in them.
type Answer struct {
	ID     string          `json:"id"`
	OK     bool            `json:"ok"`
	Data   json.RawMessage `json:"data,omitempty"`
	Reason AnswerReason    `json:"reason,omitempty"` // why OK is false
}

// Pending returns the result of a call that waits for an answer: an error result
// whose output is the prompt, and the URL on a line of its own if there is one.
// [PendingOf] finds the request in it.
//
// A request without an ID gets one: "pnd-" and a ULID. Such ids are random,
// unique, and sort by the time they were made.
func Pending(req Request) ToolResult {
	return FromError(Suspend(req))
}

// AuthRequired is [Pending] for a login at a URL. An empty prompt becomes
// "Authorization required to continue".
func AuthRequired(url, prompt string) ToolResult {
	if prompt == "" {
		prompt = "Authorization required to continue"
	}
	return Pending(Request{Kind: KindAuthorization, Prompt: prompt, URL: url})
}

// Suspend returns a [*SuspendedError] for code that returns errors. Wherever
// that error becomes a result, by [FromError], by a function given to
// [DefineTool], or as ToolResult.Error, and however it was wrapped with %w by
// then, the result is what [Pending] returns.
//
// A request without an ID gets one, as in Pending.
func Suspend(req Request) error {
	return &SuspendedError{Request: req.identified()}
}

// A SuspendedError is not a failure: the call waits for an answer to Request.
// [Suspend] makes one.
type SuspendedError struct {
	Request Request
}

// Error returns the prompt, and the URL on a line of its own if there is one.
func (e *SuspendedError) Error() string {
	prompt, url := e.Request.Prompt, e.Request.URL
	if prompt == "" || url == "" {
		return prompt + url
	}
	return prompt + "\n" + url
}

// PendingOf returns the request that a suspended call waits for. It finds it in
// a fresh result, behind any wrapping of Error, and in a result that went
// through JSON. The bool is false for every other result: success, an ordinary
// error, a panic.
func PendingOf(result ToolResult) (Request, bool) {
	if result.Error == nil {
		return Request{}, false
	}
	if req, ok := requestIn(result.Metadata); ok {
		return req, true
	}
	if s, ok := suspensionIn(result.Error); ok {
		return s.Request, true
	}
	return Request{}, false
}

// pendingKey is where metadata holds the request of a suspension.
const pendingKey = "pending"

// suspensionIn does not look into panics: a panic with a suspension is a panic.
func suspensionIn(err error) (*SuspendedError, bool) {
	if _, ok := errors.AsType[*PanicError](err); ok {
		return nil, false
	}
	s, ok := errors.AsType[*SuspendedError](err)
	return s, ok && s != nil
}

// requestIn reads the request from metadata that was made here, or that other
// code decoded from JSON as plain data.
func requestIn(metadata map[string]any) (Request, bool) {
	switch v := metadata[pendingKey].(type) {
	case Request:
		return v, v.ID != ""
	case *Request:
		if v == nil {
			return Request{}, false
		}
		return *v, v.ID != ""
	case json.RawMessage:
		req, ok, err := requestFromJSON(v)
		return req, ok && err == nil
	case map[string]any:
		raw, err := encodeForeign(v)
		if err != nil {
			return Request{}, false
		}
		req, ok, err := requestFromJSON(raw)
		return req, ok && err == nil
	}
	return Request{}, false
}

// requestFromJSON reads a request. Data without an id is not meant as one; with
// an id, it must be right.
func requestFromJSON(raw json.RawMessage) (req Request, ok bool, err error) {
	var meant struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &meant); err != nil || meant.ID == "" {
		return Request{}, false, nil //nolint:nilerr // metadata of another kind is no request, and no mistake
	}
	if err := json.Unmarshal(raw, &req); err != nil {
		return Request{}, false, err
	}
	return req, true, nil
}

// identified returns the request with an id.
func (r Request) identified() Request {
	if r.ID == "" {
		r.ID = requestIDs.next(time.Now())
	}
	return r
}

// expired reports whether the request is too old to be answered at this time.
func (r Request) expired(at time.Time) bool {
	return !r.ExpiresAt.IsZero() && !at.Before(r.ExpiresAt)
}
