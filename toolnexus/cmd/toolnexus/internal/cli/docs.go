package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

type document struct {
	*app

	title, intro, format, out string
	dialects                  []string
	check                     bool
}

func (a *app) docsCommand() *cobra.Command {
	d := &document{app: a}
	command := &cobra.Command{
		Use:   "docs INPUT",
		Short: "Document the tools, as Markdown, HTML or JSON",
		Long: `Write the reference documentation of the tools: what each takes and gives, what
its values must satisfy, example calls, and what providers are told.

-o is a file, or a folder: one that is there, or a name with / at its end. Into a
folder go README.md and a Markdown file for each tool, and those of tools that
are gone are removed. Other files there are left as they are. Without -o the
documentation is printed.

--check writes nothing. Its exit code is 1 if a file is not as it would be
written.

--dialect chooses what is shown beside the schemas, in place of all dialects:
` + dialectNames() + `; none shows nothing.`,
		Example: `  toolnexus docs ./internal/tools -o docs/tools/
  toolnexus docs ./internal/tools -o tools.html --title "Tools of the shop"
  toolnexus docs kit.json --format json`,
		Args: needs("INPUT"),
		RunE: func(command *cobra.Command, args []string) error {
			return d.run(command.Context(), args[0])
		},
	}
	flags := command.Flags()
	flags.StringVarP(&d.out, "output", "o", "", "the file or folder to write")
	flags.StringVar(&d.format, "format", "", "markdown, html or json; by default what the name of the file ends in, or markdown")
	flags.StringVar(&d.title, "title", "", "the heading")
	flags.StringVar(&d.intro, "intro", "", "plain text below the heading")
	flags.StringArrayVar(&d.dialects, "dialect", nil, "what is shown beside the schemas; may be given several times")
	flags.BoolVar(&d.check, "check", false, "only say whether the files are up to date")
	return command
}

func (d *document) run(ctx context.Context, arg string) error {
	format, err := d.formatOf()
	if err != nil {
		return err
	}
	options, err := d.options()
	if err != nil {
		return err
	}
	in, err := d.open(ctx, arg)
	if err != nil {
		return err
	}
	defer in.Close()
	reference, err := options.New(in.Tools...)
	if err != nil {
		return err
	}
	switch {
	case d.out == "":
		return d.show(string(rendered(reference, format)))
	case d.isFolder():
		files := maps.Collect(reference.MarkdownFiles())
		if err := foldersFiles(d.out, files); err != nil {
			return err
		}
		return d.keep(d.out, files)
	default:
		return d.keep(filepath.Dir(d.out), map[string][]byte{filepath.Base(d.out): rendered(reference, format)})
	}
}

// foldersFiles looks at the Markdown files of a folder. Those of tools that are gone
// it adds to the new ones, with nothing in them; one that somebody else wrote and
// that a new one would replace is an error.
func foldersFiles(folder string, files map[string][]byte) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var foreign []error
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if filepath.Ext(path) != ".md" || !entry.Type().IsRegular() {
			continue
		}
		text, err := os.ReadFile(path) //nolint:gosec // the user's own choice
		if err != nil {
			return err
		}
		_, isWanted := files[entry.Name()]
		switch isOurs := bytes.HasPrefix(text, []byte(docs.Mark)); {
		case isOurs && !isWanted:
			files[entry.Name()] = nil
		case !isOurs && isWanted:
			foreign = append(foreign, fmt.Errorf("%s was not written by toolnexus docs, and is left as it is; choose another folder", path))
		}
	}
	return errors.Join(foreign...)
}

func (d *document) options() (docs.Options, error) {
	options := docs.Options{Title: d.title, Intro: d.intro}
	if slices.Equal(d.dialects, []string{"none"}) {
		options.Dialects = []schema.Dialect{}
		return options, nil
	}
	dialects, err := parseDialects(d.dialects)
	options.Dialects = dialects
	return options, err
}

// formats are what files are, by the ends of their names.
var formats = map[string]string{".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".json": "json"}

func (d *document) formatOf() (string, error) {
	format := d.format
	switch {
	case d.check && d.out == "":
		return "", usagef("--check compares files, which -o names")
	case format == "" && !d.isFolder():
		format = formats[strings.ToLower(filepath.Ext(d.out))]
	}
	if format == "" {
		format = "markdown"
	}
	if !slices.Contains(slices.Collect(maps.Values(formats)), format) {
		return "", usagef("--format is markdown, html or json, not %q", format)
	}
	if d.isFolder() && format != "markdown" {
		return "", usagef("a folder gets Markdown; name a file for %s, such as %s", format, filepath.Join(d.out, "tools."+format))
	}
	return format, nil
}

func (d *document) isFolder() bool {
	if strings.HasSuffix(filepath.ToSlash(d.out), "/") {
		return true
	}
	info, err := os.Stat(d.out)
	return d.out != "" && err == nil && info.IsDir()
}

func rendered(reference *docs.Reference, format string) []byte {
	switch format {
	case "html":
		return reference.HTML()
	case "json":
		return reference.JSON()
	default:
		return reference.Markdown()
	}
}

// keep writes files into a folder, and removes those with nothing in them, or says
// which of them are not as they should be.
func (d *document) keep(folder string, files map[string][]byte) error {
	if !d.check {
		if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // documentation is for everyone
			return err
		}
	}
	stale := false
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path, want := filepath.Join(folder, name), files[name]
		now, err := os.ReadFile(path) //nolint:gosec // the user's own choice
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err == nil && want != nil && bytes.Equal(now, want) {
			continue
		}
		stale = true
		if err := d.keepFile(path, want); err != nil {
			return err
		}
	}
	switch {
	case stale && d.check:
		return no()
	case !stale && !d.check:
		return d.show("no changes\n")
	}
	return nil
}

func (d *document) keepFile(path string, want []byte) error {
	switch {
	case d.check && want == nil:
		return d.show(path + " is of no tool any more; run toolnexus docs\n")
	case d.check:
		return d.show(path + " is not up to date; run toolnexus docs\n")
	case want == nil:
		if err := os.Remove(path); err != nil {
			return err
		}
		return d.show("removed: " + path + "\n")
	}
	if err := os.WriteFile(path, want, 0o644); err != nil { //nolint:gosec // documentation is for everyone
		return err
	}
	return d.show("written: " + path + "\n")
}
