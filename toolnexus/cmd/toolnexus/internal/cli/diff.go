package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/input"
)

type diff struct {
	*app

	direction string
	asJSON    bool
}

func (a *app) diffCommand() *cobra.Command {
	d := &diff{app: a}
	command := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what changed between two schemas or toolkits, and what breaks",
		Long: `Say what changed from OLD to NEW, breaking changes first. The exit code is 1 if
a change is breaking.

OLD and NEW are both a file with a JSON Schema, or both tools: an exported
toolkit or any other INPUT. - is the standard input. Of tools, the schemas of
the arguments are compared as inputs, those of the results as outputs; a tool
that is gone is breaking, a new one is not.

An input may accept more than before, an output may give less. Give
--direction output for a schema of results.`,
		Example: `  toolnexus schema diff old.json new.json --direction output
  toolnexus schema diff kit.json ./internal/tools`,
		Args: needs("OLD", "NEW"),
		RunE: func(command *cobra.Command, args []string) error {
			return d.run(command.Context(), args[0], args[1])
		},
	}
	flags := command.Flags()
	flags.StringVar(&d.direction, "direction", "", "input or output; a schema is an input by default, and of tools both are compared")
	flags.BoolVar(&d.asJSON, "json", false, `print {"breaking": …, "changes": […]}`)
	return command
}

// side is what OLD or NEW is: a schema, or tools if schema is nil.
type side struct {
	schema json.RawMessage
	tools  []toolnexus.Tool
}

// change is a [schema.Change] of a tool, in JSON.
type change struct {
	Tool      string          `json:"tool,omitempty"`
	Direction string          `json:"direction,omitempty"`
	Path      string          `json:"path"`
	Keyword   string          `json:"keyword"`
	Text      string          `json:"text"`
	Breaking  bool            `json:"breaking"`
	Reason    string          `json:"reason"`
	Witness   json.RawMessage `json:"witness,omitempty"`
}

func (d *diff) run(ctx context.Context, before, after string) error {
	if !slices.Contains([]string{"", "input", "output"}, d.direction) {
		return usagef("--direction is input or output, not %q", d.direction)
	}
	if before == "-" && after == "-" {
		return usagef("only one of OLD and NEW can be the standard input")
	}
	was, err := d.side(ctx, before)
	if err != nil {
		return err
	}
	is, err := d.side(ctx, after)
	if err != nil {
		return err
	}
	changes, err := d.compare(before, after, was, is)
	if err != nil {
		return err
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(rank(a), rank(b)) })
	return d.showChanges(changes)
}

func rank(c change) int {
	if c.Breaking {
		return 0
	}
	return 1
}

// side reads OLD or NEW. A file without tools is a schema.
func (d *diff) side(ctx context.Context, arg string) (side, error) {
	if input.IsFile(arg) {
		text, err := input.ReadFile(arg, d.Stdin)
		if err != nil {
			return side{}, err
		}
		if !input.HasTools(text) {
			return parseSchema(arg, text)
		}
		in, err := input.ParseTools(text)
		if err != nil {
			return side{}, &input.Error{Input: arg, Err: err}
		}
		return side{tools: in.Tools}, nil
	}
	in, err := d.open(ctx, arg)
	if err != nil {
		return side{}, err
	}
	in.Close()
	return side{tools: in.Tools}, nil
}

func parseSchema(arg string, text []byte) (side, error) {
	if err := input.CheckJSON(text); err != nil {
		return side{}, &input.Error{Input: arg, Err: err}
	}
	if trimmed := strings.TrimSpace(string(text)); !strings.ContainsAny(trimmed[:1], "{tf") {
		return side{}, &input.Error{Input: arg, Err: fmt.Errorf("is neither a JSON Schema nor a toolkit: it is not an object")}
	}
	return side{schema: text}, nil
}

func (d *diff) compare(before, after string, was, is side) ([]change, error) {
	switch {
	case was.schema != nil && is.schema != nil:
		direction := schema.Input
		if d.direction == "output" {
			direction = schema.Output
		}
		return changesOf(change{}, was.schema, is.schema, direction)
	case was.schema == nil && is.schema == nil:
		return d.compareTools(was.tools, is.tools)
	case was.schema != nil:
		return nil, usagef("%s is a schema, and %s has tools; they cannot be compared", before, after)
	}
	return nil, usagef("%s has tools, and %s is a schema; they cannot be compared", before, after)
}

func changesOf(of change, before, after json.RawMessage, direction schema.Direction) ([]change, error) {
	found, err := schema.Diff(before, after, direction)
	if err != nil {
		return nil, err
	}
	if of.Tool != "" {
		of.Direction = direction.String()
	}
	changes := make([]change, len(found))
	for i, c := range found {
		changes[i] = change{of.Tool, of.Direction, c.Path, c.Keyword, c.Text, c.Breaking, c.Reason, c.Witness}
	}
	return changes, nil
}

func (d *diff) compareTools(before, after []toolnexus.Tool) ([]change, error) {
	var changes []change
	for _, was := range before {
		i := slices.IndexFunc(after, func(is toolnexus.Tool) bool { return is.Name == was.Name })
		if i < 0 {
			changes = append(changes, change{
				Tool: was.Name, Text: "the tool is gone", Breaking: true, Reason: "whoever calls it fails",
			})
			continue
		}
		of, err := d.compareTool(was, after[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", was.Name, err)
		}
		changes = append(changes, of...)
	}
	for _, is := range after {
		if !slices.ContainsFunc(before, func(was toolnexus.Tool) bool { return is.Name == was.Name }) {
			changes = append(changes, change{Tool: is.Name, Text: "the tool is new", Reason: "nobody relies on it yet"})
		}
	}
	return changes, nil
}

func (d *diff) compareTool(was, is toolnexus.Tool) ([]change, error) {
	var changes []change
	if d.direction != "output" {
		of, err := changesOf(change{Tool: was.Name}, inputOf(was), inputOf(is), schema.Input)
		if err != nil {
			return nil, err
		}
		changes = of
	}
	if d.direction != "input" {
		of, err := changesOf(change{Tool: was.Name}, outputOf(was), outputOf(is), schema.Output)
		if err != nil {
			return nil, err
		}
		changes = append(changes, of...)
	}
	return changes, nil
}

func inputOf(tool toolnexus.Tool) json.RawMessage {
	if len(tool.InputSchema) == 0 {
		return toolnexus.EmptySchema()
	}
	return tool.InputSchema
}

// outputOf is the schema of what a tool gives: of anything, if it promises no
// shape.
func outputOf(tool toolnexus.Tool) json.RawMessage {
	if len(tool.OutputSchema) == 0 {
		return json.RawMessage("{}")
	}
	return tool.OutputSchema
}

func (d *diff) showChanges(changes []change) error {
	breaking := slices.ContainsFunc(changes, func(c change) bool { return c.Breaking })
	var err error
	switch {
	case d.asJSON:
		err = d.showJSON(struct {
			Breaking bool     `json:"breaking"`
			Changes  []change `json:"changes"`
		}{breaking, append([]change{}, changes...)})
	case len(changes) == 0:
		err = d.show("no changes\n")
	default:
		err = d.show(d.words(changes))
	}
	if err == nil && breaking {
		return no()
	}
	return err
}

func (d *diff) words(changes []change) string {
	var b strings.Builder
	for _, c := range changes {
		text := schema.Change{Path: c.Path, Text: c.Text, Breaking: c.Breaking, Reason: c.Reason, Witness: c.Witness}.String()
		if c.Tool != "" && c.Direction == "" { // the tool as a whole has no place
			_, text, _ = strings.Cut(text, ": ")
		}
		if c.Breaking {
			text = d.paint(d.Stdout, red, text)
		}
		if c.Tool != "" {
			text = d.paint(d.Stdout, bold, strings.TrimSpace(c.Tool+" "+c.Direction)) + ": " + text
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}
