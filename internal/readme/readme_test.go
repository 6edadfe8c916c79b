// Package readme holds the README to the code. It has only tests.
package readme_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// Go code in the README is part of a program under examples, word for word, so
// that it compiles; and what the README shows as output is part of what those
// programs are tested to print.
func TestBlocks(t *testing.T) {
	text := read(t, filepath.Join(root, "README.md"))
	found := blocks(text)
	if fences := strings.Count("\n"+text, "\n```"); fences != 2*len(found) {
		t.Errorf("%d fences make up %d blocks", fences, len(found))
	}
	sources := map[string]string{"go": "", "text": ""}
	for _, name := range files(t, filepath.Join(root, "examples")) {
		switch content := read(t, name); {
		case strings.HasSuffix(name, ".golden"):
			sources["text"] += content + "\n"
		case strings.HasSuffix(name, "_test.go"):
			sources["text"] += outputs(content)
		case strings.HasSuffix(name, ".go"):
			sources["go"] += content + "\n"
		}
	}
	sources["sh"] = targets(read(t, filepath.Join(root, "Makefile")))

	seen := map[string]int{}
	for _, b := range found {
		seen[b.language]++
		source, ok := sources[b.language]
		switch {
		case !ok:
			t.Errorf("line %d: a block of %q is not checked by anything; use go, text or sh", b.line, b.language)
		case b.language == "sh":
			for command := range strings.Lines(b.content) {
				if !contains(source, command) {
					t.Errorf("line %d: the Makefile has no target for %q", b.line, command)
				}
			}
		case !contains(source, b.content):
			t.Errorf("line %d: the block is not, word for word, in a file under examples:\n%s", b.line, b.content)
		}
	}
	for language := range sources {
		if seen[language] == 0 {
			t.Errorf("the README has no block of %s", language)
		}
	}
}

// block is a fenced block of the README.
type block struct {
	line              int
	language, content string
}

func blocks(text string) []block {
	var found []block
	for _, m := range regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$").FindAllStringSubmatchIndex(text, -1) {
		found = append(found, block{
			line:     strings.Count(text[:m[0]], "\n") + 1,
			language: text[m[2]:m[3]],
			content:  text[m[4]:m[5]],
		})
	}
	return found
}

// contains reports whether source has these whole lines.
func contains(source, lines string) bool {
	return strings.TrimSpace(lines) != "" && strings.Contains("\n"+source, "\n"+lines)
}

// outputs are the outputs of the examples in a test file.
func outputs(code string) string {
	var out strings.Builder
	for _, m := range regexp.MustCompile(`(?m)^\t// Output:\n((?:\t//.*\n)+)`).FindAllStringSubmatch(code, -1) {
		for line := range strings.Lines(m[1]) {
			out.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "\t//"), " "))
		}
	}
	return out.String()
}

// targets are the commands that a Makefile offers.
func targets(makefile string) string {
	var out strings.Builder
	for _, m := range regexp.MustCompile(`(?m)^([a-z]+):`).FindAllStringSubmatch(makefile, -1) {
		out.WriteString("make " + m[1] + "\n")
	}
	return out.String()
}

// Links lead to files of the repository.
func TestLinks(t *testing.T) {
	text := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(read(t, filepath.Join(root, "README.md")), "")
	links := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1)
	if len(links) == 0 {
		t.Fatal("no links found")
	}
	for _, link := range links {
		if _, err := os.Stat(filepath.Join(root, link[1])); err != nil {
			t.Errorf("link to %s: %v", link[1], err)
		}
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
