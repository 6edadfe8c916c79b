package pending_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
	"github.com/toolnexus/go-sdk/toolnexus/pending/pendingtest"
)

func TestMemory(t *testing.T) {
	pendingtest.Run(t, func(*testing.T) pending.Store { return pending.NewMemory() })
}

// The last moment of a request is the one before its expiry.
func TestMemoryExpiry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := pending.NewMemory()
		err := store.Put(t.Context(), pending.Call{
			Request: toolnexus.Request{ID: "a", ExpiresAt: time.Now().Add(time.Hour)}, Tool: "tool",
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour - 1)
		if call, err := store.Get(t.Context(), "a"); err != nil || !call.Created.Equal(time.Now().Add(1-time.Hour)) {
			t.Errorf("just before: %v, %v", call, err)
		}
		time.Sleep(1)
		if _, err := store.Claim(t.Context(), "a"); !errors.Is(err, pending.ErrExpired) {
			t.Errorf("at the expiry: %v", err)
		}
		for call := range store.List(t.Context()) {
			t.Errorf("List has %v", call)
		}
		if n, err := store.DeleteExpired(t.Context()); n != 1 || err != nil {
			t.Errorf("DeleteExpired = %d, %v", n, err)
		}
	})
}

// A request that expires between the claim and the run does not run.
func TestAnswerExpiresAfterClaim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := pending.NewMemory()
		err := store.Put(t.Context(), pending.Call{
			Request: toolnexus.Request{ID: "a", ExpiresAt: time.Now().Add(time.Minute)}, Tool: "tool",
		})
		if err != nil {
			t.Fatal(err)
		}
		slow := func(string) (toolnexus.Tool, bool) {
			time.Sleep(time.Minute)
			return toolnexus.DefineTool("tool", "", nil, func(context.Context, json.RawMessage) (string, error) {
				t.Error("the tool ran")
				return "", nil
			}), true
		}
		result, err := pending.Answer(t.Context(), store, slow, toolnexus.Answer{ID: "a", OK: true})
		answerErr, ok := errors.AsType[*toolnexus.AnswerError](result.Error)
		if err != nil || !ok || !errors.Is(answerErr, pending.ErrExpired) {
			t.Errorf("Answer = %v, %v", result, err)
		}
		for call := range store.Claimed(t.Context()) {
			t.Errorf("Claimed has %v", call)
		}
	})
}
