package pendingtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
)

// Run runs the tests of [pending.Store]. Each of them calls open once, for an
// empty store; open registers with t.Cleanup what has to be closed. The tests
// use a store from many goroutines, so run them with the race detector too.
func Run(t *testing.T, open func(t *testing.T) pending.Store) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(*suite)
	}{
		{"a call comes back as it was put", keeps},
		{"the store owns its bytes", owns},
		{"a missing creation time is now", dates},
		{"what cannot be kept is refused", refuses},
		{"the same open call may ask again", asksAgain},
		{"an id belongs to one call", collides},
		{"a claim is exclusive until released", claims},
		{"a finished call is forgotten", finishes},
		{"an unknown id is not found", misses},
		{"a call is replaced in one step", replaces},
		{"a replacement that fails changes nothing", replacesNothing},
		{"an expired call only waits to be deleted", expires},
		{"a claimed call does not expire", claimedStays},
		{"calls are listed oldest first", lists},
		{"a loop may change the store and stop", loops},
		{"a done context changes nothing", obeys},
		{"of many claims one wins", races},
		{"each of many calls runs once", works},
		{"an answer runs the call and forgets it", answers},
		{"a tool may ask on", answersOn},
		{"a call that did not run waits on", answersLater},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.test(&suite{T: t, Store: open(t), ctx: t.Context()})
		})
	}
}

// A suite is a test of one store.
type suite struct {
	*testing.T
	pending.Store

	ctx context.Context //nolint:containedctx // that of the test, for all of its calls
}

// base is a time that calls were made at; it has nanoseconds and another zone.
var base = time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.FixedZone("", 2*60*60))

func callOf(id string) pending.Call {
	return pending.Call{
		Request: toolnexus.Request{ID: id, Kind: toolnexus.KindApproval, Prompt: "Go?"},
		Tool:    "tool",
		Args:    json.RawMessage(`{"n":1}`),
		Created: base,
	}
}

// past is long over, and future far away.
var past, future = base, time.Date(9000, 1, 1, 0, 0, 0, 1, time.UTC)

func expiring(id string, at time.Time) pending.Call {
	call := callOf(id)
	call.Request.ExpiresAt = at
	return call
}

func (t *suite) put(calls ...pending.Call) {
	t.Helper()
	for _, call := range calls {
		t.want(t.Put(t.ctx, call), nil)
	}
}

// take claims a call that can be claimed.
func (t *suite) take(id string) pending.Call {
	t.Helper()
	call, err := t.Claim(t.ctx, id)
	t.want(err, nil)
	return call
}

// want also demands the id in the text of an error about a call.
func (t *suite) want(got, want error, ids ...string) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("error is %v, want %v", got, want)
	}
	for _, id := range ids {
		if !strings.Contains(got.Error(), fmt.Sprintf("%q", id)) {
			t.Errorf("error %q does not name the id %q", got, id)
		}
	}
}

func (t *suite) wantSame(got, want pending.Call) {
	t.Helper()
	if g, w := text(t, got), text(t, want); g != w {
		t.Errorf("\n got %s\nwant %s", g, w)
	}
}

func text(t *suite, call pending.Call) string {
	t.Helper()
	raw, err := call.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// wantIDs demands these open and claimed calls, separated by spaces.
func (t *suite) wantIDs(open, claimed string) {
	t.Helper()
	if got := t.ids(t.List(t.ctx)); got != open {
		t.Errorf("List has %q, want %q", got, open)
	}
	if got := t.ids(t.Claimed(t.ctx)); got != claimed {
		t.Errorf("Claimed has %q, want %q", got, claimed)
	}
}

func (t *suite) ids(calls iter.Seq2[pending.Call, error]) string {
	t.Helper()
	var ids []string
	for call, err := range calls {
		t.want(err, nil)
		ids = append(ids, call.Request.ID)
	}
	return strings.Join(ids, " ")
}

func keeps(t *suite) {
	full := pending.Call{
		Request: toolnexus.Request{
			ID: "é \x00 '\"<&\u2028😀", Kind: "other", Prompt: "<b>\x00\n\"", URL: "https://example.com/?a=b&c=d",
			Data: json.RawMessage(`{"big": 123456789012345678901234567890, "x": "<>"}`), ExpiresAt: future,
		},
		Tool:    "tool",
		Args:    json.RawMessage(`{"a" : [1.0, 1e400, "\ud800"], "a": null}`),
		Created: base,
	}
	least := pending.Call{Request: toolnexus.Request{ID: "least"}, Tool: "t", Created: base}
	for _, call := range []pending.Call{full, least} {
		id := call.Request.ID
		t.put(call)
		got, err := t.Get(t.ctx, id)
		t.want(err, nil)
		t.wantSame(got, call)
		if !got.Created.Equal(base) || !got.Same(call) {
			t.Errorf("got %v, want %v", got, call)
		}
		t.wantSame(t.take(id), call)
		got, err = t.Get(t.ctx, id)
		t.want(err, nil)
		t.wantSame(got, call)
		for listed, err := range t.Claimed(t.ctx) {
			t.want(err, nil)
			t.wantSame(listed, call)
		}
		t.want(t.Release(t.ctx, id), nil)
		for listed, err := range t.List(t.ctx) {
			t.want(err, nil)
			t.wantSame(listed, call)
		}
		t.want(t.Finish(t.ctx, id), nil)
	}
	t.wantIDs("", "")
}

func owns(t *suite) {
	call, want := callOf("a"), callOf("a")
	call.Request.Data, want.Request.Data = json.RawMessage(`[1]`), json.RawMessage(`[1]`)
	t.put(call)
	for range 2 {
		call.Args[5], call.Request.Data[1] = '7', '7'
		got, err := t.Get(t.ctx, "a")
		t.want(err, nil)
		t.wantSame(got, want)
		call = got // is changed in the second round
	}
}

func dates(t *suite) {
	call := callOf("a")
	call.Created = time.Time{}
	before := time.Now().Round(0)
	t.put(call)
	got, err := t.Get(t.ctx, "a")
	t.want(err, nil)
	if got.Created.Before(before) || got.Created.After(time.Now().Round(0)) {
		t.Errorf("Created = %v, put at %v", got.Created, before)
	}
}

func refuses(t *suite) {
	t.put(callOf("good"))
	t.take("good")
	for name, spoil := range map[string]func(*pending.Call){
		"no id":       func(c *pending.Call) { c.Request.ID = "" },
		"id":          func(c *pending.Call) { c.Request.ID = "\xff" },
		"no tool":     func(c *pending.Call) { c.Tool = "" },
		"args":        func(c *pending.Call) { c.Args = json.RawMessage(`{"n":`) },
		"data":        func(c *pending.Call) { c.Request.Data = json.RawMessage(`}`) },
		"expiry":      func(c *pending.Call) { c.Request.ExpiresAt = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"expiry, UTC": func(c *pending.Call) { c.Request.ExpiresAt = time.Date(0, 1, 1, 0, 0, 0, 0, base.Location()) },
	} {
		bad := callOf("bad")
		spoil(&bad)
		if err := t.Put(t.ctx, bad); !errors.Is(err, pending.ErrInvalid) {
			t.Errorf("%s: Put is %v", name, err)
		}
		if err := t.Replace(t.ctx, "good", bad); !errors.Is(err, pending.ErrInvalid) {
			t.Errorf("%s: Replace is %v", name, err)
		}
	}
	t.wantIDs("", "good")
}

func asksAgain(t *suite) {
	t.put(expiring("a", past))
	again := expiring("a", future)
	again.Request.Prompt = "Really?"
	again.Args = json.RawMessage(` { "n" : 1 } `)
	t.put(again)
	got, err := t.Get(t.ctx, "a")
	t.want(err, nil)
	t.wantSame(got, again)
	t.wantIDs("a", "")
}

func collides(t *suite) {
	otherArgs, otherTool := callOf("a"), callOf("a")
	otherArgs.Args, otherTool.Tool = json.RawMessage(`{"n":1.0}`), "b"
	t.put(callOf("a"))
	t.want(t.Put(t.ctx, otherArgs), pending.ErrExists, "a")
	t.want(t.Put(t.ctx, otherTool), pending.ErrExists, "a")
	t.take("a")
	t.want(t.Put(t.ctx, callOf("a")), pending.ErrExists, "a")
	got, err := t.Get(t.ctx, "a")
	t.want(err, nil)
	t.wantSame(got, callOf("a"))
	t.wantIDs("", "a")
	t.want(t.Finish(t.ctx, "a"), nil)
	t.put(otherArgs)
}

func claims(t *suite) {
	t.put(callOf("a"), callOf("b"))
	t.wantIDs("a b", "")
	t.take("a")
	t.wantIDs("b", "a")
	_, err := t.Claim(t.ctx, "a")
	t.want(err, pending.ErrClaimed, "a")
	for range 2 { // the second time it is open already
		t.want(t.Release(t.ctx, "a"), nil)
		t.wantIDs("a b", "")
	}
	t.take("a")
}

func finishes(t *suite) {
	t.put(callOf("a"), callOf("b"), callOf("c"))
	t.take("a")
	t.want(t.Finish(t.ctx, "a"), nil)
	t.want(t.Finish(t.ctx, "b"), nil)
	t.wantIDs("c", "")
	t.want(t.Finish(t.ctx, "a"), pending.ErrNotFound, "a")
}

func misses(t *suite) {
	t.put(callOf("a"))
	for _, id := range []string{"b", "A", "a ", "%", ""} {
		_, err := t.Get(t.ctx, id)
		t.want(err, pending.ErrNotFound, id)
		_, err = t.Claim(t.ctx, id)
		t.want(err, pending.ErrNotFound, id)
		t.want(t.Release(t.ctx, id), pending.ErrNotFound, id)
		t.want(t.Finish(t.ctx, id), pending.ErrNotFound, id)
		t.want(t.Replace(t.ctx, id, callOf("c")), pending.ErrNotFound, id)
	}
	t.wantIDs("a", "")
}

func replaces(t *suite) {
	t.put(callOf("a"))
	t.take("a")
	again := callOf("a")
	again.Request.Prompt, again.Args = "Really?", json.RawMessage(`2`)
	t.want(t.Replace(t.ctx, "a", again), nil)
	t.wantIDs("a", "")
	t.wantSame(t.take("a"), again)
	t.want(t.Replace(t.ctx, "a", callOf("b")), nil)
	t.wantIDs("b", "")
	t.want(t.Replace(t.ctx, "b", callOf("c")), nil)
	t.wantIDs("c", "")
}

func replacesNothing(t *suite) {
	other := callOf("b")
	other.Tool = "other"
	t.put(callOf("a"), other)
	t.take("a")
	t.want(t.Replace(t.ctx, "a", callOf("b")), pending.ErrExists, "b")
	t.wantIDs("b", "a")
	got, err := t.Get(t.ctx, "b")
	t.want(err, nil)
	t.wantSame(got, other)
}

func expires(t *suite) {
	t.put(expiring("a", past), expiring("b", future), callOf("c"))
	_, err := t.Get(t.ctx, "a")
	t.want(err, pending.ErrExpired, "a")
	_, err = t.Claim(t.ctx, "a")
	t.want(err, pending.ErrExpired, "a")
	t.want(err, toolnexus.ErrRequestExpired)
	t.wantIDs("b c", "")
	for _, want := range []int{1, 0} {
		if n, err := t.DeleteExpired(t.ctx); n != want || err != nil {
			t.Errorf("DeleteExpired = %d, %v, want %d", n, err, want)
		}
	}
	_, err = t.Get(t.ctx, "a")
	t.want(err, pending.ErrNotFound, "a")
	t.wantIDs("b c", "")
}

func claimedStays(t *suite) {
	soon := time.Now().Add(50 * time.Millisecond)
	t.put(expiring("a", soon))
	if _, err := t.Claim(t.ctx, "a"); errors.Is(err, pending.ErrExpired) {
		t.Skip("the store took longer than the call waits")
	}
	<-time.After(time.Until(soon) + time.Millisecond)
	got, err := t.Get(t.ctx, "a")
	t.want(err, nil)
	t.wantSame(got, expiring("a", soon))
	_, err = t.Claim(t.ctx, "a")
	t.want(err, pending.ErrClaimed, "a")
	if n, err := t.DeleteExpired(t.ctx); n != 0 || err != nil {
		t.Errorf("DeleteExpired = %d, %v, want 0", n, err)
	}
	t.wantIDs("", "a")
	t.want(t.Release(t.ctx, "a"), nil)
	_, err = t.Claim(t.ctx, "a")
	t.want(err, pending.ErrExpired, "a")
	t.wantIDs("", "")
}

func lists(t *suite) {
	const many = 250
	var want []string
	for i := range many {
		call := callOf(fmt.Sprintf("%03d", many-i))
		call.Created = base.Add(time.Duration(i/10) * time.Nanosecond) // ten at a time
		if i%2 == 0 {
			call.Created = call.Created.UTC()
		}
		t.put(call)
		want = append(want, fmt.Sprintf("%03d %s", i/10, call.Request.ID))
	}
	slices.Sort(want)
	for i := range want {
		_, want[i], _ = strings.Cut(want[i], " ")
	}
	t.wantIDs(strings.Join(want, " "), "")
	for _, id := range want {
		t.take(id)
	}
	t.wantIDs("", strings.Join(want, " "))
}

func loops(t *suite) {
	t.put(callOf("a"), callOf("b"), callOf("c"))
	for call, err := range t.List(t.ctx) {
		t.want(err, nil)
		t.take(call.Request.ID)
		if call.Request.ID == "b" {
			break
		}
	}
	t.wantIDs("c", "a b")
	for call, err := range t.Claimed(t.ctx) {
		t.want(err, nil)
		t.want(t.Finish(t.ctx, call.Request.ID), nil)
	}
	t.wantIDs("c", "")
}

func obeys(t *suite) {
	t.put(callOf("a"))
	done, cancel := context.WithCancel(t.ctx)
	cancel()
	_, getErr := t.Get(done, "a")
	_, claimErr := t.Claim(done, "a")
	_, deleteErr := t.DeleteExpired(done)
	for _, err := range []error{
		getErr, claimErr, deleteErr, t.Put(done, callOf("b")), t.Release(done, "a"), t.Finish(done, "a"),
		t.Replace(done, "a", callOf("c")),
	} {
		t.want(err, context.Canceled)
	}
	for _, calls := range []iter.Seq2[pending.Call, error]{t.List(done), t.Claimed(done)} {
		n := 0
		for _, err := range calls {
			t.want(err, context.Canceled)
			n++
		}
		if n != 1 {
			t.Errorf("the loop ran %d times", n)
		}
	}
	t.wantIDs("a", "")
}
