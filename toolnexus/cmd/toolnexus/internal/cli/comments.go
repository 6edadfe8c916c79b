package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/comments"
)

type writeComments struct {
	*app

	file  string
	check bool
}

func (a *app) commentsCommand() *cobra.Command {
	w := &writeComments{app: a}
	command := &cobra.Command{
		Use:   "comments [FOLDER]",
		Short: "Make descriptions of the comments of struct fields",
		Long: `Write a Go file with the comments of struct fields beside the sources of a
package. They become the descriptions of the fields in schemas, and so in
declarations, docs and snapshots. A description in the tag of a field comes
first.

FOLDER is that of the package, by default the working directory; with /... at
its end, the packages below it too. For go generate, in a module with this command
as a tool (go get -tool github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus), write

  //go:generate go tool toolnexus comments

--check writes nothing, and its exit code is 1 if the file is not up to date.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return w.run(dir)
		},
	}
	command.Flags().StringVarP(&w.file, "output", "o", comments.File, "the name of the file")
	command.Flags().BoolVar(&w.check, "check", false, "only say whether the file is up to date")
	return command
}

func (w *writeComments) run(pattern string) error {
	if filepath.Base(w.file) != w.file || !strings.HasSuffix(w.file, ".go") || strings.HasSuffix(w.file, "_test.go") {
		return usagef("-o is the name of a Go file in the folder of the package, not %q", w.file)
	}
	dirs, err := goFolders(pattern)
	if err != nil {
		return err
	}
	work := comments.Write
	if w.check {
		work = comments.Check
	}
	stale := false
	for _, dir := range dirs {
		result, err := work(dir, w.file)
		if len(dirs) > 1 && errors.Is(err, comments.ErrNoFiles) {
			continue
		}
		if err != nil {
			return err
		}
		for _, note := range result.Notes {
			fmt.Fprintf(w.Stderr, "note: %s\n", note)
		}
		stale = stale || result.Changed
		if err := w.showResult(result); err != nil {
			return err
		}
	}
	if w.check && stale {
		return no()
	}
	return nil
}

func (w *writeComments) showResult(result comments.Result) error {
	switch {
	case w.check && result.Changed:
		return w.show(result.Path + " is not up to date; run toolnexus comments\n")
	case result.Changed && len(result.Types) == 0:
		return w.show(result.Path + " is removed: no field has a comment\n")
	case result.Changed:
		return w.show(fmt.Sprintf("%s has the comments of %s\n", result.Path, strings.Join(result.Types, ", ")))
	}
	return nil
}

// goFolders are the folders of a pattern that have Go files, without those that
// the go command leaves out.
func goFolders(pattern string) ([]string, error) {
	root, deep := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
	if pattern == "..." {
		root, deep = ".", true
	}
	root = filepath.FromSlash(root)
	if !deep {
		return []string{root}, nil
	}
	var dirs []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !entry.IsDir():
			if strings.HasSuffix(name, ".go") && !slices.Contains(dirs, filepath.Dir(name)) {
				dirs = append(dirs, filepath.Dir(name))
			}
			return nil
		case name != root && isLeftOut(name):
			return filepath.SkipDir
		}
		return nil
	})
	return dirs, err
}

func isLeftOut(dir string) bool {
	base := filepath.Base(dir)
	if base == "testdata" || base == "vendor" || strings.ContainsAny(base[:1], "._") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
