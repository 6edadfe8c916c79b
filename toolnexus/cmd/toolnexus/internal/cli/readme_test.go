package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The commands in the README and in the documentation of the program are ones that
// there are, with flags that they have.
func TestCommandsInDocumentation(t *testing.T) {
	for _, file := range []string{"../../../../../README.md", "../../doc.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile("(?m)(?:`|^//\t)toolnexus ([^`\n]*)").FindAllStringSubmatch(string(text), -1)
		if len(found) < 5 {
			t.Errorf("%s has only %d commands", file, len(found))
		}
		for _, m := range found {
			root := (&app{}).root()
			command, rest, err := root.Find(words(m[1]))
			if err == nil {
				err = command.ParseFlags(rest)
			}
			if err == nil {
				err = command.ValidateArgs(command.Flags().Args())
			}
			if err != nil || command == root {
				t.Errorf("%s: toolnexus %s: %v", file, m[1], err)
			}
		}
	}
}

// words are those of a command line, of which some stand in single quotes.
func words(line string) (all []string) {
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		all = append(all, strings.TrimSpace(m[1]+m[2]))
	}
	return all
}
