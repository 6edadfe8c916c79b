package typed

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"

	"github.com/toolnexus/go-sdk/internal/plan"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// envelope is the data of a request that a typed tool makes. It travels with
// the request, so that any process that has the tool can resume the call.
type envelope struct {
	// Schema is what the answer must be, for whoever shows the question.
	Schema json.RawMessage `json:"schema,omitempty"`
	Ask    *askData        `json:"ask,omitempty"`
}

// askData is what the tool needs to go on.
type askData struct {
	Key     string                 `json:"key,omitempty"`     // which question it is
	Answers map[string]givenAnswer `json:"answers,omitempty"` // to earlier questions, by key
	For     string                 `json:"for,omitempty"`     // digest of tool and arguments
	Sig     string                 `json:"sig,omitempty"`     // over the whole request
}

// givenAnswer is an answer without its id.
type givenAnswer struct {
	OK     bool                   `json:"ok"`
	Data   json.RawMessage        `json:"data,omitempty"`
	Reason toolnexus.AnswerReason `json:"reason,omitempty"`
}

// questionKey tells questions of one handler apart.
func questionKey(req toolnexus.Request, schema json.RawMessage) string {
	return digest(string(req.Kind), req.Prompt, req.URL, string(schema))
}

// digest is a hash of texts that no other list of texts has.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		sum := sha256.Sum256([]byte(p))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// answersFrom gives the answers that this call is resumed with, by question.
func answersFrom(ctx context.Context) map[string]givenAnswer {
	given := map[string]givenAnswer{}
	req, resumed := toolnexus.RequestFrom(ctx)
	answer, _ := toolnexus.AnswerFrom(ctx)
	var e envelope
	if !resumed || json.Unmarshal(req.Data, &e) != nil || e.Ask == nil {
		return given
	}
	maps.Copy(given, e.Ask.Answers)
	given[e.Ask.Key] = givenAnswer{OK: answer.OK, Data: answer.Data, Reason: answer.Reason}
	return given
}

// The reasons for which a typed tool does not resume a call. They match the
// result's Error, a [*toolnexus.AnswerError], by [errors.Is].
var (
	// ErrOtherCall: the request was made by another tool, or for other
	// arguments.
	ErrOtherCall = errors.New("the request was made for another call")
	// ErrBadSignature: the request is not signed with the tool's key, or was
	// changed after it was made.
	ErrBadSignature = errors.New("the request is not the one that was made")
)

// bound completes the request of a suspension: it is made to count for this
// tool and these arguments only, and signed if the tool has a key. A request
// that the handler made by itself is left alone where there is no key.
func (c *core) bound(req toolnexus.Request, args json.RawMessage) (toolnexus.Request, error) {
	e, known := openEnvelope(req.Data)
	if !known && c.opts.signingKey == nil {
		return req, nil
	}
	if e == nil {
		return req, c.errorf("the data of a request that is to be signed must be a JSON object")
	}
	return c.sealed(req, e, c.callDigest(args))
}

// openEnvelope reads the data of a request as an object. known says that a
// typed tool made it; a nil object that it is none.
func openEnvelope(data json.RawMessage) (object map[string]json.RawMessage, known bool) {
	if len(data) == 0 {
		return map[string]json.RawMessage{}, false
	}
	if json.Unmarshal(data, &object) != nil {
		return nil, false
	}
	var ask askData
	return object, json.Unmarshal(object["ask"], &ask) == nil && ask.Key != ""
}

// sealed writes the digest of the call, and the signature, into the request.
func (c *core) sealed(req toolnexus.Request, object map[string]json.RawMessage, digest string) (toolnexus.Request, error) {
	var ask askData
	if raw, ok := object["ask"]; ok {
		if err := json.Unmarshal(raw, &ask); err != nil {
			return req, c.errorf("the request: %w", err)
		}
	}
	ask.For, ask.Sig = digest, ""
	req, err := withAsk(req, object, ask)
	if err != nil || c.opts.signingKey == nil {
		return req, err
	}
	ask.Sig = c.signature(req)
	return withAsk(req, object, ask)
}

// withAsk writes data with another ask. The names are in order, so that equal
// data has equal text.
func withAsk(req toolnexus.Request, object map[string]json.RawMessage, ask askData) (toolnexus.Request, error) {
	raw, err := json.Marshal(ask)
	if err != nil {
		return req, err
	}
	object["ask"] = raw
	req.Data, err = json.Marshal(object)
	return req, err
}

// signature covers everything of a request; its own place in the data is empty.
func (c *core) signature(req toolnexus.Request) string {
	expires := ""
	if !req.ExpiresAt.IsZero() {
		expires = req.ExpiresAt.UTC().Format("2006-01-02T15:04:05.999999999Z")
	}
	mac := hmac.New(sha256.New, c.opts.signingKey)
	mac.Write([]byte(digest(req.ID, string(req.Kind), req.Prompt, req.URL, expires, string(plan.Canonical(req.Data)))))
	return hex.EncodeToString(mac.Sum(nil))
}

// callDigest stands for this tool and these arguments, however they are spelled.
func (c *core) callDigest(args json.RawMessage) string {
	if json.Valid(args) { // which bounds the nesting, too
		args = plan.Canonical(args)
	}
	return digest(c.name, string(args))
}

// checkResumed refuses a request that was not made for this call. It is asked
// before anything of the tool runs.
func (c *core) checkResumed(ctx context.Context, args json.RawMessage) error {
	req, resumed := toolnexus.RequestFrom(ctx)
	if !resumed {
		return nil
	}
	object, known := openEnvelope(req.Data)
	if !known && c.opts.signingKey == nil {
		return nil
	}
	answer, _ := toolnexus.AnswerFrom(ctx)
	refuse := func(why error) error { return &toolnexus.AnswerError{Request: req, Answer: answer, Err: why} }
	var ask askData
	if object == nil || json.Unmarshal(object["ask"], &ask) != nil {
		return refuse(ErrBadSignature)
	}
	if c.opts.signingKey != nil && !c.isSigned(req, object, ask) {
		return refuse(ErrBadSignature)
	}
	if ask.For != c.callDigest(args) {
		return refuse(ErrOtherCall)
	}
	return nil
}

// isSigned reports whether a request has the signature of this tool.
func (c *core) isSigned(req toolnexus.Request, object map[string]json.RawMessage, ask askData) bool {
	sig := ask.Sig
	ask.Sig = ""
	unsigned, err := withAsk(req, object, ask)
	return err == nil && hmac.Equal([]byte(c.signature(unsigned)), []byte(sig))
}
