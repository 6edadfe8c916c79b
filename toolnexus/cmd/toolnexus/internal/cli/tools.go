package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func (a *app) toolsCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:   "tools INPUT",
		Short: "List the tools",
		Long: `List the tools of INPUT: the name, the first sentence of the description, the
required arguments, and the hints.

--json prints the whole declarations, {"tools": […]}. That is an exported
toolkit, which may be the INPUT of other commands, or the OLD of schema diff.`,
		Example: `  toolnexus tools ./internal/tools
  toolnexus tools ./internal/tools --json > kit.json`,
		Args: needs("INPUT"),
		RunE: func(command *cobra.Command, args []string) error {
			in, err := a.open(command.Context(), args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			if asJSON {
				return a.showJSON(exported{append([]toolnexus.Tool{}, in.Tools...)})
			}
			return a.show(a.listing(in.Tools))
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print the declarations as JSON")
	return command
}

// exported is an exported toolkit.
type exported struct {
	Tools []toolnexus.Tool `json:"tools"`
}

func (a *app) listing(tools []toolnexus.Tool) string {
	var b strings.Builder
	for i, tool := range tools {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintln(&b, a.paint(a.Stdout, bold, tool.Name))
		if sentence := firstSentence(tool.Description); sentence != "" {
			fmt.Fprintf(&b, "  %s\n", sentence)
		}
		if names := required(tool.InputSchema); len(names) > 0 {
			fmt.Fprintf(&b, "  %s %s\n", a.paint(a.Stdout, dim, "required:"), strings.Join(names, ", "))
		}
		if hints := tool.Hints.Words(); len(hints) > 0 {
			fmt.Fprintf(&b, "  %s %s\n", a.paint(a.Stdout, dim, "hints:"), strings.Join(hints, ", "))
		}
	}
	return b.String()
}

// firstSentence is the text up to the first full stop that a space or the end
// follows, or to the end of the paragraph.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n\n")
	text = strings.Join(strings.Fields(text), " ")
	for i, r := range text {
		end := i + len(string(r))
		switch {
		case strings.ContainsRune("。！？", r):
			return text[:end]
		case strings.ContainsRune(".!?", r) && strings.HasPrefix(text[end:], " ") && startsSentence(text[end+1:]):
			return text[:end]
		}
	}
	return text
}

// startsSentence keeps "e.g. this" together.
func startsSentence(text string) bool {
	for _, r := range text {
		return !unicode.IsLower(r)
	}
	return true
}

func required(schema json.RawMessage) []string {
	var root struct {
		Required []string `json:"required"`
	}
	// A schema of another shape demands nothing that could be listed.
	if err := json.Unmarshal(schema, &root); err != nil {
		return nil
	}
	return root.Required
}
