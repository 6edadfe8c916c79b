package pending

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"
)

// Memory is a [Store] in memory, for tests and for programs whose calls may be
// forgotten when they end. Make one with [NewMemory]. It is safe for concurrent
// use, and takes and returns exactly what a store on disk would.
type Memory struct {
	mu    sync.Mutex
	calls map[string]entry // by request id
}

var _ Store = (*Memory)(nil)

type entry struct {
	call    Call
	claimed bool
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{calls: map[string]entry{}}
}

// Put implements [Store].
func (m *Memory) Put(ctx context.Context, call Call) error {
	call, err := stored(ctx, call)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.put(call)
}

// stored is the call as it comes back from being stored as JSON.
func stored(ctx context.Context, call Call) (Call, error) {
	if err := ctx.Err(); err != nil {
		return Call{}, err
	}
	if call.Created.IsZero() {
		call.Created = time.Now()
	}
	text, err := call.MarshalJSON()
	if err != nil {
		return Call{}, about(call.Request.ID, err)
	}
	var read Call
	if err := read.UnmarshalJSON(text); err != nil {
		return Call{}, about(call.Request.ID, err)
	}
	return read, nil
}

// put needs the lock.
func (m *Memory) put(call Call) error {
	id := call.Request.ID
	if there, ok := m.calls[id]; ok && (there.claimed || !there.call.Same(call)) {
		return about(id, ErrExists)
	}
	m.calls[id] = entry{call: call}
	return nil
}

// Get implements [Store].
func (m *Memory) Get(ctx context.Context, id string) (Call, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.find(ctx, id)
	if err != nil {
		return Call{}, err
	}
	if err := e.unexpired(); err != nil {
		return Call{}, err
	}
	return e.call.clone(), nil
}

// Claim implements [Store].
func (m *Memory) Claim(ctx context.Context, id string) (Call, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.find(ctx, id)
	if err != nil {
		return Call{}, err
	}
	if e.claimed {
		return Call{}, about(id, ErrClaimed)
	}
	if err := e.unexpired(); err != nil {
		return Call{}, err
	}
	m.calls[id] = entry{call: e.call, claimed: true}
	return e.call.clone(), nil
}

// Release implements [Store].
func (m *Memory) Release(ctx context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.find(ctx, id)
	if err != nil {
		return err
	}
	m.calls[id] = entry{call: e.call}
	return nil
}

// Replace implements [Store].
func (m *Memory) Replace(ctx context.Context, id string, next Call) error {
	next, err := stored(ctx, next)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	old, err := m.find(ctx, id)
	if err != nil {
		return err
	}
	delete(m.calls, id)
	if err := m.put(next); err != nil {
		m.calls[id] = old
		return err
	}
	return nil
}

// Finish implements [Store].
func (m *Memory) Finish(ctx context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.find(ctx, id); err != nil {
		return err
	}
	delete(m.calls, id)
	return nil
}

// find needs the lock.
func (m *Memory) find(ctx context.Context, id string) (entry, error) {
	if err := ctx.Err(); err != nil {
		return entry{}, err
	}
	e, ok := m.calls[id]
	if !ok {
		return entry{}, about(id, ErrNotFound)
	}
	return e, nil
}

func (e entry) unexpired() error {
	if !e.claimed && e.call.Expired(time.Now()) {
		return about(e.call.Request.ID, ErrExpired)
	}
	return nil
}

// List implements [Store]. It shows the calls as they were when the loop began.
func (m *Memory) List(ctx context.Context) iter.Seq2[Call, error] {
	return m.each(ctx, func(e entry) bool { return !e.claimed && e.unexpired() == nil })
}

// Claimed implements [Store]. It shows the calls as they were when the loop
// began.
func (m *Memory) Claimed(ctx context.Context) iter.Seq2[Call, error] {
	return m.each(ctx, func(e entry) bool { return e.claimed })
}

func (m *Memory) each(ctx context.Context, show func(entry) bool) iter.Seq2[Call, error] {
	return func(yield func(Call, error) bool) {
		for _, call := range m.sorted(show) {
			if ctx.Err() != nil {
				break
			}
			if !yield(call, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Call{}, err)
		}
	}
}

func (m *Memory) sorted(show func(entry) bool) []Call {
	m.mu.Lock()
	defer m.mu.Unlock()
	var calls []Call
	for _, e := range m.calls {
		if show(e) {
			calls = append(calls, e.call.clone())
		}
	}
	slices.SortFunc(calls, func(a, b Call) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.Request.ID, b.Request.ID))
	})
	return calls
}

// DeleteExpired implements [Store].
func (m *Memory) DeleteExpired(ctx context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	before := len(m.calls)
	for id, e := range m.calls {
		if e.unexpired() != nil {
			delete(m.calls, id)
		}
	}
	return before - len(m.calls), nil
}

func about(id string, err error) error {
	return fmt.Errorf("request %q: %w", id, err)
}
