package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

type showSchema struct {
	*app

	output  bool
	dialect string
	asJSON  bool
}

func (a *app) schemaCommand() *cobra.Command {
	s := &showSchema{app: a}
	command := &cobra.Command{
		Use:   "schema INPUT NAME",
		Short: "Print the schema of a tool",
		Long: `Print the schema of a tool's arguments, or with --output of its results.

--dialect says it as a provider is told it: ` + dialectNames() + `.
What the provider is not told any more is said on standard error, or is in
"losses" with --json.`,
		Example: `  toolnexus schema ./internal/tools to_fahrenheit
  toolnexus schema kit.json to_fahrenheit --dialect openai-strict`,
		Args: needs("INPUT", "NAME"),
		RunE: func(command *cobra.Command, args []string) error {
			return s.run(command.Context(), args[0], args[1])
		},
	}
	flags := command.Flags()
	flags.BoolVar(&s.output, "output", false, "the schema of the results")
	flags.StringVar(&s.dialect, "dialect", "", "say it as a provider is told it")
	flags.BoolVar(&s.asJSON, "json", false, `print {"schema": …, "losses": […]}`)
	command.AddCommand(a.diffCommand())
	return command
}

func (s *showSchema) run(ctx context.Context, arg, name string) error {
	dialect, err := parseDialect(s.dialect)
	if err != nil {
		return err
	}
	in, err := s.open(ctx, arg)
	if err != nil {
		return err
	}
	defer in.Close()
	tool, err := in.Find(name)
	if err != nil {
		return err
	}
	published, err := schemaOf(tool, s.output)
	if err != nil {
		return err
	}
	said := schema.Rewritten{Schema: published}
	if s.dialect != "" {
		if said, err = dialect.Rewrite(published); err != nil {
			return &exitError{code: exitNo, err: err}
		}
	}
	return s.showRewritten(dialect, said)
}

func schemaOf(tool toolnexus.Tool, output bool) (json.RawMessage, error) {
	switch {
	case output && len(tool.OutputSchema) == 0:
		return nil, &exitError{code: exitNo, err: fmt.Errorf("%s has no schema for its results", tool.Name)}
	case output:
		return tool.OutputSchema, nil
	case len(tool.InputSchema) == 0:
		return toolnexus.EmptySchema(), nil
	}
	return tool.InputSchema, nil
}

// loss is a [schema.Loss] in JSON.
type loss struct {
	Path      string `json:"path"`
	Keyword   string `json:"keyword"`
	Text      string `json:"text"`
	Described bool   `json:"described"`
}

func (s *showSchema) showRewritten(dialect schema.Dialect, said schema.Rewritten) error {
	if s.asJSON {
		losses := []loss{}
		for _, l := range said.Losses {
			losses = append(losses, loss(l))
		}
		return s.showJSON(struct {
			Dialect string          `json:"dialect"`
			Schema  json.RawMessage `json:"schema"`
			Losses  []loss          `json:"losses"`
		}{dialect.String(), said.Schema, losses})
	}
	for _, l := range said.Losses {
		fmt.Fprintf(s.Stderr, "%s %v\n", s.paint(s.Stderr, bold, "lost:"), l)
	}
	if said.Schema == nil {
		fmt.Fprintf(s.Stderr, "note: %v wants no schema for a tool without arguments\n", dialect)
		return nil
	}
	text := said.Schema
	if isTerminal(s.Stdout) {
		var b bytes.Buffer
		if err := json.Indent(&b, text, "", "  "); err != nil {
			return err
		}
		text = b.Bytes()
	}
	return s.show(string(text) + "\n")
}

// parseDialect takes "" for the schema as it is.
func parseDialect(name string) (schema.Dialect, error) {
	if name == "" {
		return schema.JSONSchema, nil
	}
	dialect, err := schema.ParseDialect(name)
	if err != nil {
		return dialect, &usageError{err}
	}
	return dialect, nil
}

func dialectNames() string {
	var names []string
	for _, d := range schema.Dialects() {
		names = append(names, d.String())
	}
	return strings.Join(names, ", ")
}
