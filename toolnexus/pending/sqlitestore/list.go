package sqlitestore

import (
	"context"
	"iter"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus/pending"
)

// pageSize is how many calls are read at once. Between two pages the file is
// not in use, so the loop may take its time and change calls.
const pageSize = 100

// stub is a call that was not parsed yet.
type stub struct {
	id, created, text string
}

func (s *Store) each(ctx context.Context, state string) iter.Seq2[pending.Call, error] {
	return func(yield func(pending.Call, error) bool) {
		var last stub // sorts before all others
		for {
			stubs, err := s.page(ctx, state, last)
			if err != nil {
				yield(pending.Call{}, storeError(err))
				return
			}
			if !show(ctx, stubs, state, yield) || len(stubs) < pageSize {
				return
			}
			last = stubs[len(stubs)-1]
		}
	}
}

// page reads the calls after a given one.
func (s *Store) page(ctx context.Context, state string, after stub) (_ []stub, err error) {
	rows, err := s.db.QueryContext(ctx,
		`SELECT id, created, call FROM calls
		WHERE state = ? AND (created, id) > (?, ?) AND (state = 'claimed' OR expires IS NULL OR expires > ?)
		ORDER BY created, id LIMIT ?`,
		state, after.created, after.id, timeText(time.Now()), pageSize)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var stubs []stub
	for rows.Next() {
		var r stub
		if err := rows.Scan(&r.id, &r.created, &r.text); err != nil {
			return nil, err
		}
		stubs = append(stubs, r)
	}
	return stubs, rows.Err()
}

// show reports whether the loop goes on.
func show(ctx context.Context, stubs []stub, state string, yield func(pending.Call, error) bool) bool {
	for _, r := range stubs {
		if err := ctx.Err(); err != nil {
			yield(pending.Call{}, storeError(err))
			return false
		}
		call, err := parse(r.id, r.text)
		switch {
		case err != nil:
			err = about(r.id, err)
		case state == open && call.Expired(time.Now()):
			continue
		}
		if !yield(call, err) {
			return false
		}
	}
	return true
}
