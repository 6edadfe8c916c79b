package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus/pending"
)

// A Store keeps suspended calls in a file. Make one with [Open] and close it
// with [Store.Close]. It is safe for concurrent use, and so is the file by
// several stores and processes.
//
// A method waits up to ten seconds for other processes that write, and no
// longer than its context allows; then it is an error, and nothing was changed.
type Store struct {
	db *sql.DB
}

var _ pending.Store = (*Store)(nil)

// Close closes the file. Methods that are called later return an error.
func (s *Store) Close() error { return s.db.Close() }

// Put implements [pending.Store].
func (s *Store) Put(ctx context.Context, call pending.Call) error {
	return s.change(ctx, call.Request.ID, func(tx *sql.Tx) error {
		return put(ctx, tx, call)
	})
}

func put(ctx context.Context, tx *sql.Tx, call pending.Call) error {
	if call.Created.IsZero() {
		call.Created = time.Now()
	}
	text, err := call.MarshalJSON()
	if err != nil {
		return err
	}
	there, err := read(ctx, tx, call.Request.ID)
	switch {
	case errors.Is(err, pending.ErrNotFound):
	case err != nil:
		return err
	case there.state != open || !there.call.Same(call):
		return pending.ErrExists
	}
	_, err = tx.ExecContext(ctx,
		`INSERT OR REPLACE INTO calls (id, call, state, created, expires) VALUES (?, ?, ?, ?, ?)`,
		call.Request.ID, string(text), open, timeText(call.Created), expiryText(call))
	return err
}

// Get implements [pending.Store].
func (s *Store) Get(ctx context.Context, id string) (pending.Call, error) {
	r, err := read(ctx, s.db, id)
	if err == nil && r.state == open && r.call.Expired(time.Now()) {
		err = pending.ErrExpired
	}
	if err != nil {
		return pending.Call{}, about(id, err)
	}
	return r.call, nil
}

// Claim implements [pending.Store].
func (s *Store) Claim(ctx context.Context, id string) (pending.Call, error) {
	var call pending.Call
	err := s.change(ctx, id, func(tx *sql.Tx) (err error) {
		call, err = claim(ctx, tx, id)
		return err
	})
	if err != nil {
		return pending.Call{}, err
	}
	return call, nil
}

func claim(ctx context.Context, tx *sql.Tx, id string) (pending.Call, error) {
	now := time.Now()
	var text string
	err := tx.QueryRowContext(ctx,
		`UPDATE calls SET state = 'claimed'
		WHERE id = ? AND state = 'open' AND (expires IS NULL OR expires > ?)
		RETURNING call`, id, timeText(now)).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return pending.Call{}, unclaimable(ctx, tx, id)
	}
	if err != nil {
		return pending.Call{}, err
	}
	call, err := parse(id, text)
	if err == nil && call.Expired(now) {
		err = pending.ErrExpired
	}
	return call, err
}

// unclaimable is why a claim changed nothing.
func unclaimable(ctx context.Context, tx *sql.Tx, id string) error {
	r, err := read(ctx, tx, id)
	switch {
	case err != nil:
		return err
	case r.state == claimed:
		return pending.ErrClaimed
	}
	return pending.ErrExpired
}

// Release implements [pending.Store].
func (s *Store) Release(ctx context.Context, id string) error {
	return s.change(ctx, id, func(tx *sql.Tx) error {
		return one(tx.ExecContext(ctx, `UPDATE calls SET state = 'open' WHERE id = ?`, id))
	})
}

// Replace implements [pending.Store].
func (s *Store) Replace(ctx context.Context, id string, next pending.Call) error {
	return s.change(ctx, id, func(tx *sql.Tx) error {
		if err := forget(ctx, tx, id); err != nil {
			return err
		}
		if err := put(ctx, tx, next); err != nil {
			return about(next.Request.ID, err)
		}
		return nil
	})
}

// Finish implements [pending.Store].
func (s *Store) Finish(ctx context.Context, id string) error {
	return s.change(ctx, id, func(tx *sql.Tx) error { return forget(ctx, tx, id) })
}

func forget(ctx context.Context, tx *sql.Tx, id string) error {
	return one(tx.ExecContext(ctx, `DELETE FROM calls WHERE id = ?`, id))
}

// one demands that a statement changed a call.
func one(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		err = pending.ErrNotFound
	}
	return err
}

// DeleteExpired implements [pending.Store].
func (s *Store) DeleteExpired(ctx context.Context) (int, error) {
	result, err := s.db.ExecContext(ctx,
		`DELETE FROM calls WHERE state = 'open' AND expires <= ?`, timeText(time.Now()))
	if err != nil {
		return 0, storeError(err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// List implements [pending.Store]. A call that cannot be read is an error, and
// those after it follow.
func (s *Store) List(ctx context.Context) iter.Seq2[pending.Call, error] {
	return s.each(ctx, open)
}

// Claimed implements [pending.Store]. A call that cannot be read is an error,
// and those after it follow.
func (s *Store) Claimed(ctx context.Context) iter.Seq2[pending.Call, error] {
	return s.each(ctx, claimed)
}

// change runs a transaction that holds the lock for writing from its beginning.
func (s *Store) change(ctx context.Context, id string, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil) // the data source name makes it BEGIN IMMEDIATE
	if err != nil {
		return about(id, storeError(err))
	}
	if err := do(tx); err != nil {
		return errors.Join(about(id, err), undo(tx))
	}
	if err := tx.Commit(); err != nil {
		return about(id, storeError(err))
	}
	return nil
}

func undo(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return storeError(err)
	}
	return nil
}

// The states of a call in the file.
const (
	open    = "open"
	claimed = "claimed"
)

type row struct {
	call  pending.Call
	state string
}

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func read(ctx context.Context, from querier, id string) (row, error) {
	var r row
	var text string
	err := from.QueryRowContext(ctx, `SELECT state, call FROM calls WHERE id = ?`, id).Scan(&r.state, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return row{}, pending.ErrNotFound
	}
	if err != nil {
		return row{}, storeError(err)
	}
	r.call, err = parse(id, text)
	return r, err
}

func parse(id, text string) (pending.Call, error) {
	var call pending.Call
	if err := call.UnmarshalJSON([]byte(text)); err != nil {
		return pending.Call{}, fmt.Errorf("in the file: %w", err)
	}
	if call.Request.ID != id {
		return pending.Call{}, fmt.Errorf("in the file: the call has the id %q: %w", call.Request.ID, pending.ErrInvalid)
	}
	return call, nil
}

// sortable is RFC 3339 in one width, so that texts sort as times do.
const sortable = "2006-01-02T15:04:05.000000000Z"

func timeText(t time.Time) string { return t.UTC().Format(sortable) }

// expiryText is NULL for a call that never expires.
func expiryText(call pending.Call) sql.NullString {
	at := call.Request.ExpiresAt
	return sql.NullString{String: timeText(at), Valid: !at.IsZero()}
}

func about(id string, err error) error {
	return fmt.Errorf("request %q: %w", id, err)
}

func storeError(err error) error {
	return fmt.Errorf("sqlite store: %w", err)
}
