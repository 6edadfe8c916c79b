package pending_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
	"github.com/toolnexus/go-sdk/typed"
)

// A tool may find that an answer was given for another call. It has not run
// then, and the call goes on waiting.
func TestAnAnswerThatTheToolRefusesLeavesTheCallOpen(t *testing.T) {
	type pay struct {
		Euros int `json:"euros"`
	}
	runs := 0
	tool := typed.MustDefine("pay", "Pays.", func(ctx context.Context, _ pay) (typed.Text, error) {
		if err := typed.Approve(ctx, "Pay?"); err != nil {
			return "", err
		}
		runs++
		return "paid", nil
	})
	request, _ := toolnexus.PendingOf(tool.Call(t.Context(), json.RawMessage(`{"euros":5}`)))

	store := pending.NewMemory()
	err := store.Put(t.Context(), pending.Call{Request: request, Tool: "pay", Args: json.RawMessage(`{"euros":5000}`)})
	if err != nil {
		t.Fatal(err)
	}
	tools := func(string) (toolnexus.Tool, bool) { return tool, true }
	result, err := pending.Answer(t.Context(), store, tools, toolnexus.Answer{ID: request.ID, OK: true})
	if err != nil || !errors.Is(result.Error, typed.ErrOtherCall) || runs != 0 {
		t.Fatalf("altered arguments: %v, %v, %d runs", result.Error, err, runs)
	}
	if _, err := store.Claim(t.Context(), request.ID); err != nil {
		t.Errorf("the call is not open: %v", err)
	}
}
