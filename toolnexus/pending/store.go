package pending

import (
	"context"
	"iter"
)

// A Store keeps suspended calls. It is safe for concurrent use, also by several
// processes if what it keeps is shared by them. Every change is made as a whole
// or not at all.
//
// Errors about a call have its request id in their text and match one of
// [ErrNotFound], [ErrExists], [ErrClaimed], [ErrExpired] and [ErrInvalid]. All
// other errors say that the store itself failed, or match ctx.Err() when the
// context was done; nothing was changed then.
//
// Package pendingtest has the tests of a store.
type Store interface {
	// Put makes the call wait. A zero Created becomes the present time. If the
	// request's id is there already, that is ErrExists, unless it belongs to
	// the [Call.Same] call and that is open: then this one takes its place, with
	// its newer question. A call that cannot be kept is ErrInvalid; see
	// [Call.MarshalJSON]. The store keeps no reference to the call's bytes.
	Put(ctx context.Context, call Call) error

	// Get returns a call, open or claimed. ErrNotFound if there is none,
	// ErrExpired if it is open but has expired.
	Get(ctx context.Context, id string) (Call, error)

	// Claim takes an open call for running. Of all who claim a call exactly one
	// gets it; for others it is ErrClaimed. ErrNotFound if there is none,
	// ErrExpired if it is open but has expired.
	Claim(ctx context.Context, id string) (Call, error)

	// Release gives a claimed call back: it is open again. An open call stays
	// open. ErrNotFound if there is none.
	Release(ctx context.Context, id string) error

	// Replace forgets the call with this id, in whatever state, and makes next
	// wait instead, in one step. The id of next may be the same. ErrNotFound if
	// there is no call with this id; otherwise the errors of Put for next, and
	// then the old call stays as it is.
	Replace(ctx context.Context, id string, next Call) error

	// Finish forgets a call, in whatever state. ErrNotFound if there is none.
	Finish(ctx context.Context, id string) error

	// List goes through the open calls, oldest first and then by id, and leaves
	// out expired ones. Calls that change meanwhile may be shown as they were or
	// as they are. The loop may use the store. An error stands with a zero Call;
	// calls may follow it if it was about one call only.
	List(ctx context.Context) iter.Seq2[Call, error]

	// Claimed goes through the claimed calls, expired ones too, and is otherwise
	// as List. Those are the calls that run now, and those whose process died
	// while they ran.
	Claimed(ctx context.Context) iter.Seq2[Call, error]

	// DeleteExpired forgets the open calls that have expired and returns how
	// many there were. Claimed calls are left alone.
	DeleteExpired(ctx context.Context) (int, error)
}
