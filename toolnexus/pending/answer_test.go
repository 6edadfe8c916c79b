package pending_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
)

var errStore = errors.New("the disk is full")

// broken cannot note what came of a call, or gives calls under wrong ids.
type broken struct {
	*pending.Memory

	misplaced bool
}

func (b broken) Claim(ctx context.Context, id string) (pending.Call, error) {
	call, err := b.Memory.Claim(ctx, id)
	if b.misplaced {
		call.Request.ID = "a"
	}
	return call, err
}

func (b broken) Finish(context.Context, string) error { return errStore }

func (b broken) Release(context.Context, string) error { return errStore }

func toolThat(run func() (string, error)) func(string) (toolnexus.Tool, bool) {
	tool := toolnexus.DefineTool("tool", "", nil, func(context.Context, json.RawMessage) (string, error) {
		return run()
	})
	return func(name string) (toolnexus.Tool, bool) { return tool, name == "tool" }
}

func put(t *testing.T, store pending.Store, ids ...string) {
	t.Helper()
	for _, id := range ids {
		call := pending.Call{Request: toolnexus.Request{ID: id}, Tool: "tool", Args: json.RawMessage(`"` + id + `"`)}
		if err := store.Put(t.Context(), call); err != nil {
			t.Fatal(err)
		}
	}
}

func claimed(t *testing.T, store pending.Store) (ids []string) {
	t.Helper()
	for call, err := range store.Claimed(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, call.Request.ID)
	}
	return ids
}

// A result is not lost because the store fails, and the call stays claimed.
func TestAnswerStoreFails(t *testing.T) {
	store := broken{Memory: pending.NewMemory()}
	put(t, store, "a", "b")
	done := toolThat(func() (string, error) { return "done", nil })
	result, err := pending.Answer(t.Context(), store, done, toolnexus.Answer{ID: "a"})
	if result.Output != "done" || !errors.Is(err, errStore) {
		t.Errorf("Answer = %v, %v", result, err)
	}
	unknown := func(string) (toolnexus.Tool, bool) { return toolnexus.Tool{}, false }
	_, err = pending.Answer(t.Context(), store, unknown, toolnexus.Answer{ID: "b"})
	if !errors.Is(err, errStore) || !errors.Is(err, pending.ErrUnknownTool) {
		t.Errorf("Answer = %v", err)
	}
	if ids := claimed(t, store); len(ids) != 2 {
		t.Errorf("claimed are %q", ids)
	}
}

// A tool that asks under the id of another call ran, so it stays claimed.
func TestAnswerAsksUnderForeignID(t *testing.T) {
	store := pending.NewMemory()
	put(t, store, "a", "b")
	asks := toolThat(func() (string, error) { return "", toolnexus.Suspend(toolnexus.Request{ID: "b"}) })
	result, err := pending.Answer(t.Context(), store, asks, toolnexus.Answer{ID: "a"})
	if _, ok := toolnexus.PendingOf(result); !ok || !errors.Is(err, pending.ErrExists) {
		t.Errorf("Answer = %v, %v", result, err)
	}
	if ids := claimed(t, store); len(ids) != 1 || ids[0] != "a" {
		t.Errorf("claimed are %q", ids)
	}
}

// A store that mixes calls up runs nothing.
func TestAnswerMismatch(t *testing.T) {
	store := broken{Memory: pending.NewMemory(), misplaced: true}
	put(t, store, "b")
	runs := toolThat(func() (string, error) {
		t.Error("the tool ran")
		return "", nil
	})
	result, err := pending.Answer(t.Context(), store, runs, toolnexus.Answer{ID: "b"})
	if !errors.Is(result.Error, toolnexus.ErrAnswerMismatch) || !errors.Is(err, errStore) {
		t.Errorf("Answer = %v, %v", result, err)
	}
}

// What became of a tool is noted although the context is done by then.
func TestAnswerNotesAfterCancel(t *testing.T) {
	store := pending.NewMemory()
	put(t, store, "a")
	ctx, cancel := context.WithCancel(t.Context())
	cancels := toolThat(func() (string, error) {
		cancel()
		return "", ctx.Err()
	})
	result, err := pending.Answer(ctx, store, cancels, toolnexus.Answer{ID: "a"})
	if !errors.Is(result.Error, context.Canceled) || err != nil {
		t.Errorf("Answer = %v, %v", result, err)
	}
	if _, err := store.Get(t.Context(), "a"); !errors.Is(err, pending.ErrNotFound) {
		t.Errorf("Get = %v", err)
	}
}
