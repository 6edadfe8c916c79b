package sqlitestore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
	"github.com/toolnexus/go-sdk/toolnexus/pending/pendingtest"
	"github.com/toolnexus/go-sdk/toolnexus/pending/sqlitestore"
)

func TestStore(t *testing.T) {
	pendingtest.Run(t, func(t *testing.T) pending.Store {
		return openStore(t, filepath.Join(t.TempDir(), "pending.db"))
	})
}

func openStore(t testing.TB, path string) *sqlitestore.Store {
	t.Helper()
	store, err := sqlitestore.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func callOf(id string) pending.Call {
	return pending.Call{Request: toolnexus.Request{ID: id}, Tool: "tool"}
}

func put(t testing.TB, store pending.Store, calls ...pending.Call) {
	t.Helper()
	for _, call := range calls {
		if err := store.Put(context.Background(), call); err != nil {
			t.Fatal(err)
		}
	}
}

// Two stores on one file are as two processes, but raced by the race detector.
func TestTwoStores(t *testing.T) {
	const ids, claimers = 8, 64
	path := filepath.Join(t.TempDir(), "pending.db")
	stores := []*sqlitestore.Store{openStore(t, path), openStore(t, path)}
	for i := range ids {
		id := fmt.Sprint(i)
		put(t, stores[i%2], callOf(id))
		var won atomic.Int32
		var group sync.WaitGroup
		for i := range claimers {
			group.Go(func() {
				switch _, err := stores[i%2].Claim(t.Context(), id); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, pending.ErrClaimed):
					t.Error(err)
				}
			})
		}
		group.Wait()
		if won.Load() != 1 {
			t.Errorf("%d claims of call %s", won.Load(), id)
		}
	}
}

// Many stores may open one new file at the same time.
func TestOpenAtOnce(t *testing.T) {
	for round := range 10 {
		path := filepath.Join(t.TempDir(), "pending.db")
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				store, err := sqlitestore.Open(t.Context(), path)
				if err != nil {
					t.Errorf("round %d: %v", round, err)
					return
				}
				put(t, store, callOf(fmt.Sprint(i)))
				if err := store.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if ids := listed(t, openStore(t, path)); len(ids) != 8 {
			t.Errorf("round %d: calls %q", round, ids)
		}
	}
}

func listed(t testing.TB, store pending.Store) (ids []string) {
	t.Helper()
	for call, err := range store.List(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, call.Request.ID)
	}
	return ids
}

// Every state outlives the process.
func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder? 100%&#", "pending.db")
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	store, err := sqlitestore.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, store, callOf("open"), callOf("claimed"))
	if _, err := store.Claim(t.Context(), "claimed"); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := store.Put(t.Context(), callOf("late")); err == nil {
		t.Error("a closed store takes calls")
	}
	store = openStore(t, path)
	if ids := listed(t, store); !slices.Equal(ids, []string{"open"}) {
		t.Errorf("open are %q", ids)
	}
	if _, err := store.Claim(t.Context(), "claimed"); !errors.Is(err, pending.ErrClaimed) {
		t.Errorf("Claim = %v", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestExpiryAtItsMoment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pending.db")
	synctest.Test(t, func(t *testing.T) {
		store := openStore(t, path)
		call := callOf("a")
		call.Request.ExpiresAt = time.Now().Add(time.Hour)
		put(t, store, call)
		time.Sleep(time.Hour - 1)
		if ids := listed(t, store); len(ids) != 1 {
			t.Errorf("just before: %q", ids)
		}
		time.Sleep(1)
		if ids := listed(t, store); len(ids) != 0 {
			t.Errorf("at the expiry: %q", ids)
		}
		if _, err := store.Claim(t.Context(), "a"); !errors.Is(err, pending.ErrExpired) {
			t.Errorf("Claim = %v", err)
		}
		if n, err := store.DeleteExpired(t.Context()); n != 1 || err != nil {
			t.Errorf("DeleteExpired = %d, %v", n, err)
		}
	})
}

// A file that is no store is refused and left as it is.
func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct{ name, make string }{
		{"another version", `PRAGMA user_version = 2`},
		{"tables of others", `CREATE TABLE t (x)`},
		{"tables of others with the version", `CREATE TABLE t (x); PRAGMA user_version = 1`},
		{"calls of another kind", `CREATE TABLE calls (id); PRAGMA user_version = 1`},
		{"no database", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "other.db")
			if c.make == "" {
				text := strings.Repeat("this is not a database\n", 100)
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			} else {
				execute(t, path, c.make)
			}
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := sqlitestore.Open(t.Context(), path); !errors.Is(err, sqlitestore.ErrSchema) {
				t.Errorf("Open = %v", err)
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
				t.Errorf("the file was changed, %v", err)
			}
		})
	}
	for _, path := range []string{"", t.TempDir(), filepath.Join(t.TempDir(), "none", "pending.db")} {
		if _, err := sqlitestore.Open(t.Context(), path); err == nil {
			t.Errorf("Open(%q) succeeded", path)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := sqlitestore.Open(done, filepath.Join(t.TempDir(), "pending.db"))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Open = %v", err)
	}
}

// execute changes a file behind the back of a store.
func execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
}

// A call that was spoiled in the file is an error, hides no other, and is not
// claimed. Its expiry counts in both places that have it.
func TestSpoiledFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pending.db")
	store := openStore(t, path)
	late := callOf("d")
	late.Request.ExpiresAt = time.Now().Add(-time.Hour)
	put(t, store, callOf("a"), callOf("b"), callOf("c"), late)
	execute(t, path, `UPDATE calls SET call = '{' WHERE id = 'a';
		UPDATE calls SET call = replace(call, '"b"', '"x"') WHERE id = 'b';
		UPDATE calls SET expires = NULL WHERE id = 'd'`)
	var good, bad []string
	for call, err := range store.List(t.Context()) {
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		good = append(good, call.Request.ID)
	}
	if len(bad) != 2 || !slices.Equal(good, []string{"c"}) {
		t.Errorf("errors %q, calls %q", bad, good)
	}
	for id, want := range map[string]error{"a": pending.ErrInvalid, "b": pending.ErrInvalid, "d": pending.ErrExpired} {
		for range 2 { // the second time it would be claimed already
			if _, err := store.Claim(t.Context(), id); !errors.Is(err, want) {
				t.Errorf("Claim(%s) = %v, want %v", id, err, want)
			}
		}
	}
}

// A writer that does not end is waited for, but no longer than the context.
func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pending.db")
	store := openStore(t, path)
	put(t, store, callOf("a"))
	db, err := sql.Open("sqlite", path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := store.Claim(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Claim = %v", err)
	}
	if ids := listed(t, store); len(ids) != 1 { // reading waits for nobody
		t.Errorf("listed %q", ids)
	}
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := store.Claim(t.Context(), "a"); err != nil {
			t.Error(err)
		}
	})
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	group.Wait()
}

// What goes into the file comes out of it.
func FuzzStore(f *testing.F) {
	f.Add("a", "tool", `{"n":1}`, "Go?", int64(0))
	f.Add("\x00'", "<&\u2028", "\"\\ud800\xff\"", "\xff\x00", int64(1)<<62)
	store := openStore(f, filepath.Join(f.TempDir(), "pending.db"))
	f.Fuzz(func(t *testing.T, id, tool, args, prompt string, expiry int64) {
		call := pending.Call{
			Request: toolnexus.Request{ID: id, Prompt: prompt, ExpiresAt: time.Unix(0, expiry)},
			Tool:    tool, Args: []byte(args), Created: time.Unix(0, expiry/2),
		}
		text, err := call.MarshalJSON()
		if err != nil {
			return
		}
		var want pending.Call
		if err := want.UnmarshalJSON(text); err != nil {
			t.Fatal(err)
		}
		put(t, store, call)
		got, err := store.Get(t.Context(), id)
		if errors.Is(err, pending.ErrExpired) && call.Expired(time.Now()) {
			got, err = want, nil
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if err := store.Finish(t.Context(), id); err != nil {
			t.Error(err)
		}
	})
}
