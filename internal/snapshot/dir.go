package snapshot

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Check compares tools with the snapshots in a directory. The error is one of the
// tools, or of the file system; a directory that does not exist has no files.
func (o Options) Check(dir string, tools []toolnexus.Tool) (Report, error) {
	want, err := o.render(tools)
	if err != nil {
		return Report{}, err
	}
	have, err := read(dir)
	if err != nil {
		return Report{}, err
	}
	report := Report{Dir: dir, Tools: len(want)}
	for _, file := range slices.Sorted(maps.Keys(want)) {
		old, there := have[file]
		if f, differs := compare(old, there, want[file]); differs {
			f.File = file
			report.Findings = append(report.Findings, f)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(have)) {
		if _, wanted := want[file]; !wanted {
			report.Findings = append(report.Findings, leftover(file, have[file]))
		}
	}
	return report, nil
}

// Updated tells what Update has done, by the names of files.
type Updated struct{ Written, Removed []string }

// Update has a directory hold the snapshots of tools, and no other snapshots.
// Other files stay.
func (o Options) Update(dir string, tools []toolnexus.Tool) (Updated, error) {
	want, err := o.render(tools)
	if err != nil {
		return Updated{}, err
	}
	have, err := read(dir)
	if err != nil {
		return Updated{}, err
	}
	if len(want) > 0 {
		if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // as readable as all sources
			return Updated{}, fmt.Errorf("snapshots: %w", err)
		}
	}
	var done Updated
	for _, file := range slices.Sorted(maps.Keys(have)) {
		if _, wanted := want[file]; wanted || leftover(file, have[file]).Kind == Foreign {
			continue
		}
		// Before anything is written: the new file may differ in case only.
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			return done, fmt.Errorf("snapshots: %w", err)
		}
		done.Removed = append(done.Removed, file)
	}
	for _, file := range slices.Sorted(maps.Keys(want)) {
		if bytes.Equal(have[file], want[file]) {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, file), want[file], 0o644); err != nil { //nolint:gosec // as readable as all sources
			return done, fmt.Errorf("snapshots: %w", err)
		}
		done.Written = append(done.Written, file)
	}
	return done, nil
}

// read gives the files of a directory that may be snapshots, with the ends of
// lines that Go writes.
func read(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return files, nil
	}
	if err != nil {
		return nil, fmt.Errorf("snapshots: %w", err)
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), extension) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name())) //nolint:gosec // the directory is the caller's
		if err != nil {
			return nil, fmt.Errorf("snapshots: %w", err)
		}
		files[e.Name()] = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	return files, nil
}
