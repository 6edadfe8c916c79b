package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite" // also registers the driver
)

// ErrSchema matches the error of [Open] for a file that was made by something
// else, or by a version of this package that keeps calls in another way.
var ErrSchema = errors.New("not a store of pending calls that this version can read")

// Open opens the store in the file at this path and creates it if there is
// none; the folder must exist. Close it when it is no longer needed.
//
// The error matches [ErrSchema] if the file holds something else, and ctx.Err()
// if the context was done. Several stores and processes may open one file, also
// at the same time.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := openFile(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("sqlite store %q: %w", path, err)
	}
	return s, nil
}

func openFile(ctx context.Context, path string) (*Store, error) {
	if path == "" {
		return nil, errors.New("there is no path")
	}
	name, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := touch(name); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", sourceName(name))
	if err != nil {
		return nil, err
	}
	// One connection: the file has one writer at a time anyway, and nothing here
	// holds a connection while it waits for another.
	db.SetMaxOpenConns(1)
	if err := prepare(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db: db}, nil
}

// touch creates the file, because SQLite would let everybody read it. The files
// beside it get its mode.
func touch(name string) error {
	const ownerOnly = 0o600
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, ownerOnly) //nolint:gosec // opening the file that the caller names is the task
	if err != nil {
		return err
	}
	return f.Close()
}

// sourceName has what holds for each connection: how long to wait for others,
// and that what is committed is on disk, since a claim that is lost lets a tool
// run twice.
func sourceName(name string) string {
	slashed := filepath.ToSlash(name)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive letter
	}
	query := url.Values{
		"_pragma": {"busy_timeout(10000)", "synchronous(FULL)"},
		"_txlock": {"immediate"},
	}
	file := url.URL{Scheme: "file", Path: slashed, RawQuery: query.Encode()}
	return file.String()
}

// version is the user_version of a file with these tables.
const version = 1

const tables = `
CREATE TABLE calls (
	id      TEXT NOT NULL PRIMARY KEY,
	call    TEXT NOT NULL,
	state   TEXT NOT NULL CHECK (state IN ('open', 'claimed')),
	created TEXT NOT NULL,
	expires TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_by_age ON calls (state, created, id);
PRAGMA user_version = 1;
`

func prepare(ctx context.Context, db *sql.DB) error {
	if err := createTables(ctx, db); err != nil {
		return err
	}
	return useWAL(ctx, db)
}

// createTables does it once, whoever opens the file at the same time.
func createTables(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return noDatabase(err)
	}
	fresh, err := inspect(ctx, tx)
	if err == nil && fresh {
		_, err = tx.ExecContext(ctx, tables)
	}
	if err != nil {
		return errors.Join(noDatabase(err), undo(tx))
	}
	return tx.Commit()
}

// inspect reports whether the file is empty.
func inspect(ctx context.Context, tx *sql.Tx) (fresh bool, err error) {
	var have, objects int
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&have); err != nil {
		return false, err
	}
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&objects); err != nil {
		return false, err
	}
	switch {
	case have == 0 && objects == 0:
		return true, nil
	case have != version:
		return false, fmt.Errorf("%w: it has version %d and not %d", ErrSchema, have, version)
	}
	var columns int
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM pragma_table_info('calls')
		WHERE name IN ('id', 'call', 'state', 'created', 'expires')`).Scan(&columns)
	if err == nil && columns != 5 {
		err = fmt.Errorf("%w: its tables are others", ErrSchema)
	}
	return false, err
}

// The result codes of SQLite that matter here; extended ones have more bits.
const (
	codeMask = 0xff
	codeBusy = 5
	codeNoDB = 26
)

func hasCode(err error, code int) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&codeMask == code
}

func noDatabase(err error) error {
	if hasCode(err, codeNoDB) {
		return fmt.Errorf("%w: %w", ErrSchema, err)
	}
	return err
}

// useWAL puts the file into WAL mode, where it then stays. While others open the
// file, SQLite may refuse this at once instead of waiting.
func useWAL(ctx context.Context, db *sql.DB) error {
	const patience, pause = 10 * time.Second, 5 * time.Millisecond
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		var mode string
		err := db.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode)
		switch {
		case err == nil && mode != "wal":
			return fmt.Errorf("the file cannot be put into WAL mode and is in mode %q", mode)
		case !hasCode(err, codeBusy):
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(pause):
		}
	}
}
