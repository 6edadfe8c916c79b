package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
	"github.com/toolnexus/go-sdk/typed"
)

// Refund is what a model fills in.
type Refund struct {
	Order string  `json:"order" validate:"required" jsonschema:"Number of the order, such as A-1001"`
	Euros float64 `json:"euros" validate:"gt=0,lte=500" jsonschema:"How much to pay back"`
}

// Decision is what a person fills in.
type Decision struct {
	Note string `json:"note,omitempty" validate:"max=200" jsonschema:"A word for the customer"`
}

// Receipt is the result.
type Receipt struct {
	Refunded string  `json:"refunded"`
	Euros    float64 `json:"euros"`
	Note     string  `json:"note,omitempty"`
}

func refund(ctx context.Context, in Refund) (Receipt, error) {
	decision, err := typed.Ask[Decision](ctx, toolnexus.Request{
		Kind:   toolnexus.KindApproval,
		Prompt: fmt.Sprintf("Refund %.2f euros for order %s?", in.Euros, in.Order),
	})
	if err != nil {
		return Receipt{}, err
	}
	return Receipt{Refunded: in.Order, Euros: in.Euros, Note: decision.Note}, nil
}

// service lets callers run tools, and people answer their questions.
type service struct {
	store pending.Store
	tools map[string]toolnexus.Tool
}

func newService(store pending.Store, key string) http.Handler {
	tool := typed.MustDefine("refund_order", "Pays back a part of an order, after a person has agreed.", refund,
		typed.SignRequests([]byte(key)), typed.Timeout(time.Minute))
	s := &service{store: store, tools: map[string]toolnexus.Tool{tool.Name: tool}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /calls", s.call)
	mux.HandleFunc("GET /questions", s.questions)
	mux.HandleFunc("POST /answers", s.answer)
	return mux
}

func (s *service) tool(name string) (toolnexus.Tool, bool) {
	tool, ok := s.tools[name]
	return tool, ok
}

// call runs a tool. A call that waits for an answer is kept.
func (s *service) call(w http.ResponseWriter, r *http.Request) {
	var call struct {
		Tool string
		Args json.RawMessage
	}
	if !read(w, r, &call) {
		return
	}
	tool, ok := s.tool(call.Tool)
	if !ok {
		http.Error(w, "there is no tool of that name", http.StatusNotFound)
		return
	}
	result := tool.Call(r.Context(), call.Args)
	status := http.StatusOK
	if request, waits := toolnexus.PendingOf(result); waits {
		status = http.StatusAccepted
		err := s.store.Put(r.Context(), pending.Call{Request: request, Tool: call.Tool, Args: call.Args, Created: time.Now()})
		if err != nil {
			fail(w, err)
			return
		}
	}
	write(w, status, result)
}

// question is what a person sees of a call that waits.
type question struct {
	ID     string          `json:"id"`
	Prompt string          `json:"prompt"`
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
}

func (s *service) questions(w http.ResponseWriter, r *http.Request) {
	open := []question{}
	for call, err := range s.store.List(r.Context()) {
		if err != nil {
			fail(w, err)
			return
		}
		open = append(open, question{call.Request.ID, call.Request.Prompt, call.Tool, call.Args})
	}
	write(w, http.StatusOK, open)
}

// answer takes a person's answer and runs the call that waited for it.
func (s *service) answer(w http.ResponseWriter, r *http.Request) {
	var answer toolnexus.Answer
	if !read(w, r, &answer) {
		return
	}
	result, err := pending.Answer(r.Context(), s.store, s.tool, answer)
	if err != nil {
		fail(w, err)
		return
	}
	write(w, http.StatusOK, result)
}

const maxBody = 1 << 20

func read(w http.ResponseWriter, r *http.Request, v any) bool {
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(v); err != nil {
		http.Error(w, "the body is not what is expected: "+err.Error(), http.StatusBadRequest)
		return false
	}
	return true
}

func write(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // the client is gone
}

func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, pending.ErrNotFound):
		status = http.StatusNotFound
	case errors.Is(err, pending.ErrClaimed):
		status = http.StatusConflict
	case errors.Is(err, pending.ErrExpired):
		status = http.StatusGone
	}
	http.Error(w, err.Error(), status)
}
