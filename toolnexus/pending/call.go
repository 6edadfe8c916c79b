package pending

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// A Call is a suspended call: what is needed to run it again. It is plain data,
// with one JSON form:
//
//	{"request": {"id": "pnd-…", …}, "tool": "…", "args": …, "created": "2030-01-02T15:04:05Z"}
//
// where args is left out when there are none, and created when it is zero. A
// Call may be shared as long as nobody writes to its bytes.
type Call struct {
	Request toolnexus.Request // what the call waits for; its ID is the key in a store
	Tool    string            // the name of the tool
	Args    json.RawMessage   // as the tool got them
	Created time.Time         // when it began to wait; zero: [Store.Put] sets it
}

type wireCall struct {
	Request toolnexus.Request `json:"request"`
	Tool    string            `json:"tool"`
	Args    json.RawMessage   `json:"args,omitempty"`
	Created time.Time         `json:"created,omitzero"`
}

// MarshalJSON writes the form that [Call] shows: times in UTC, and the rest as
// it is but for white space between the values of JSON. A call that cannot be
// kept is an error that matches [ErrInvalid]:
//
//   - The request has no id, or the call no tool, or one of them is not UTF-8.
//   - Args or the data of the request are not JSON.
//   - A time is outside of the years 0 to 9999.
func (c Call) MarshalJSON() ([]byte, error) {
	c = c.canonical()
	if err := c.check(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(wireCall(c)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// UnmarshalJSON reads what MarshalJSON writes. What MarshalJSON would refuse is
// an error that matches [ErrInvalid], and so is JSON of another shape. Unknown
// keys are ignored. On an error the call is left as it was.
func (c *Call) UnmarshalJSON(data []byte) error {
	var w wireCall
	if err := json.Unmarshal(data, &w); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	read := Call(w).canonical()
	if err := read.check(); err != nil {
		return err
	}
	*c = read
	return nil
}

// canonical gives equal calls equal fields. A zero time stays one in UTC.
func (c Call) canonical() Call {
	c.Created = c.Created.UTC().Round(0)
	c.Request.ExpiresAt = c.Request.ExpiresAt.UTC().Round(0)
	c.Args = withoutBlank(c.Args)
	c.Request.Data = withoutBlank(c.Request.Data)
	return c
}

func withoutBlank(raw json.RawMessage) json.RawMessage {
	if len(bytes.Trim(raw, " \t\r\n")) == 0 {
		return nil
	}
	return raw
}

func (c Call) check() error {
	for _, fault := range []error{
		checkName("the request's id", c.Request.ID),
		checkName("the tool's name", c.Tool),
		checkJSON("the arguments", c.Args),
		checkJSON("the request's data", c.Request.Data),
		checkTime("the time of creation", c.Created),
		checkTime("the request's expiry", c.Request.ExpiresAt),
	} {
		if fault != nil {
			return fmt.Errorf("%w: %w", ErrInvalid, fault)
		}
	}
	return nil
}

func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%s is missing", what)
	case !utf8.ValidString(name):
		return fmt.Errorf("%s is not valid UTF-8", what)
	}
	return nil
}

func checkJSON(what string, raw json.RawMessage) error {
	if len(raw) > 0 && !json.Valid(raw) {
		return fmt.Errorf("%s are not JSON", what)
	}
	return nil
}

func checkTime(what string, at time.Time) error {
	if year := at.Year(); year < 0 || year > 9999 {
		return fmt.Errorf("%s is outside of the years 0 to 9999", what)
	}
	return nil
}

// Expired reports whether at this time the request is too old to be answered.
// A request without an expiry never is.
func (c Call) Expired(at time.Time) bool {
	return !c.Request.ExpiresAt.IsZero() && !at.Before(c.Request.ExpiresAt)
}

// Same reports whether both are one call that asks under one id: the same
// request id, tool and arguments. White space between the values of JSON does
// not count. What they ask may differ.
func (c Call) Same(other Call) bool {
	return c.Request.ID == other.Request.ID && c.Tool == other.Tool &&
		bytes.Equal(compact(c.Args), compact(other.Args))
}

func compact(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return raw // not JSON, so no store has it
	}
	return b.Bytes()
}

// clone shares no bytes with the call.
func (c Call) clone() Call {
	c.Args = slices.Clone(c.Args)
	c.Request.Data = slices.Clone(c.Request.Data)
	return c
}

var (
	// ErrNotFound matches the error for an id that no call in the store has:
	// it is unknown, or its call is done.
	ErrNotFound = errors.New("no call waits under this request id")

	// ErrExists matches the error of a call that was not stored because its
	// request id belongs to another call, or to one that is claimed.
	ErrExists = errors.New("another call has this request id")

	// ErrClaimed matches the error of a claim that came second.
	ErrClaimed = errors.New("the call is claimed already")

	// ErrExpired matches the error for an open call whose request has expired.
	// It is [toolnexus.ErrRequestExpired].
	ErrExpired = toolnexus.ErrRequestExpired

	// ErrInvalid matches the error for a call that cannot be stored, and for a
	// stored form that is not one of a call.
	ErrInvalid = errors.New("not a call that can wait")

	// ErrUnknownTool matches the error of [Answer] when there is no tool of the
	// call's name.
	ErrUnknownTool = errors.New("there is no such tool")
)
