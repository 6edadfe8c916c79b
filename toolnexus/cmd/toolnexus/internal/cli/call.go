package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/input"
)

type call struct {
	*app

	args    string
	answers []string
	pending string
	asJSON  bool
}

func (a *app) callCommand() *cobra.Command {
	c := &call{app: a}
	command := &cobra.Command{
		Use:   "call INPUT NAME",
		Short: "Call a tool",
		Long: `Call a tool and print what a model would read.

--json prints the whole result: {"output": …, "isError": …, "structured": …,
"parts": […], "metadata": {…}}.

A tool may wait for a human. That is no failure: what it asks is said, and the
exit code is 4. --answer calls it again with an answer, {"ok": true} or
{"ok": false, "reason": "declined"}, with "data" where data is asked for; true
and false are short for the two. Give it once for each question of the tool. The
call is first run to learn what it asks, unless --pending gives the result of an
earlier run, as --json printed it.`,
		Example: `  toolnexus call ./internal/tools to_fahrenheit --args '{"celsius": 21}'
  toolnexus call ./internal/tools refund_order --args @refund.json --answer true`,
		Args: needs("INPUT", "NAME"),
		RunE: func(command *cobra.Command, args []string) error {
			return c.run(command.Context(), args[0], args[1])
		},
	}
	flags := command.Flags()
	flags.StringVar(&c.args, "args", "{}", "the arguments, as JSON; - is the standard input, @FILE a file")
	flags.StringArrayVar(&c.answers, "answer", nil, "an answer to what the tool asks, as JSON; - and @FILE as above")
	flags.StringVar(&c.pending, "pending", "", "the result that waits for the answer, as JSON; - and @FILE as above")
	flags.BoolVar(&c.asJSON, "json", false, "print the whole result as JSON")
	return command
}

func (c *call) run(ctx context.Context, arg, name string) error {
	args, err := c.text(c.args)
	if err != nil {
		return err
	}
	answers, err := c.parseAnswers()
	if err != nil {
		return err
	}
	waiting, err := c.parsePending()
	if err != nil {
		return err
	}
	in, err := c.open(ctx, arg)
	if err != nil {
		return err
	}
	defer in.Close()
	tool, err := in.Find(name)
	if err != nil {
		return err
	}
	if tool.Execute == nil {
		return &exitError{code: exitUsage, err: fmt.Errorf("%s %s", arg, in.Uncallable)}
	}
	result := c.call(ctx, tool, args, waiting, answers)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return c.showResult(tool, result)
}

// call calls the tool, and again with each answer to what it asks.
func (c *call) call(ctx context.Context, tool toolnexus.Tool, args json.RawMessage, waiting *toolnexus.ToolResult, answers []toolnexus.Answer) toolnexus.ToolResult {
	var result toolnexus.ToolResult
	if waiting != nil {
		result = *waiting
	} else {
		result = tool.Call(ctx, args)
	}
	for i, answer := range answers {
		asked, ok := toolnexus.PendingOf(result)
		if !ok {
			fmt.Fprintf(c.Stderr, "note: %s asks no more; answers not used: %d\n", tool.Name, len(answers)-i)
			break
		}
		if answer.ID == "" {
			answer.ID = asked.ID
		}
		result = toolnexus.Resume(ctx, tool, args, asked, answer)
	}
	return result
}

// text is the value of a flag that may be read from elsewhere.
func (c *call) text(value string) ([]byte, error) {
	if value == "-" {
		return input.ReadFile("-", c.Stdin)
	}
	if name, ok := strings.CutPrefix(value, "@"); ok {
		return input.ReadFile(name, nil)
	}
	return []byte(value), nil
}

func (c *call) parseAnswers() ([]toolnexus.Answer, error) {
	answers := make([]toolnexus.Answer, len(c.answers))
	for i, value := range c.answers {
		text, err := c.text(value)
		if err != nil {
			return nil, err
		}
		if answers[i], err = parseAnswer(text); err != nil {
			return nil, usagef(`--answer is JSON such as {"ok": true} or {"ok": false, "reason": "declined"}: %w`, err)
		}
	}
	return answers, nil
}

func parseAnswer(text []byte) (toolnexus.Answer, error) {
	switch string(bytes.TrimSpace(text)) {
	case "true":
		return toolnexus.Answer{OK: true}, nil
	case "false":
		return toolnexus.Answer{Reason: toolnexus.ReasonDeclined}, nil
	case "null":
		return toolnexus.Answer{}, errors.New("not null")
	}
	var read struct {
		toolnexus.Answer

		OK *bool `json:"ok"` // to miss it
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return toolnexus.Answer{}, err
	}
	if d.More() {
		return toolnexus.Answer{}, errors.New("more follows after it")
	}
	if read.OK == nil {
		return toolnexus.Answer{}, errors.New(`"ok" is missing`)
	}
	read.Answer.OK = *read.OK
	return read.Answer, nil
}

func (c *call) parsePending() (*toolnexus.ToolResult, error) {
	if c.pending == "" {
		return nil, nil //nolint:nilnil // there is none
	}
	text, err := c.text(c.pending)
	if err != nil {
		return nil, err
	}
	var result toolnexus.ToolResult
	if err := json.Unmarshal(text, &result); err != nil {
		return nil, usagef("--pending is a result as --json prints it: %w", err)
	}
	if _, ok := toolnexus.PendingOf(result); !ok {
		return nil, usagef("--pending is a result that waits for an answer; this one does not")
	}
	return &result, nil
}

func (c *call) showResult(tool toolnexus.Tool, result toolnexus.ToolResult) error {
	asked, waits := toolnexus.PendingOf(result)
	var end error
	switch {
	case waits:
		end = &exitError{code: exitWaiting}
	case result.IsError():
		end = no()
	}
	if c.asJSON {
		if err := c.showJSON(result); err != nil {
			return err
		}
		return end
	}
	switch {
	case waits:
		c.complain(question(tool.Name, asked))
	case result.IsError():
		c.complain(result.Output)
	default:
		return c.show(resultText(result))
	}
	return end
}

func resultText(result toolnexus.ToolResult) string {
	text := result.Output
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	for _, part := range result.Parts {
		text += fmt.Sprintf("[%v]\n", part)
	}
	return text
}

func question(tool string, asked toolnexus.Request) string {
	text := fmt.Sprintf("%s waits for a human (%s): %s", tool, asked.Kind, asked.Prompt)
	if asked.URL != "" {
		text += "\n  at " + asked.URL
	}
	if len(asked.Data) > 0 {
		text += "\n  with " + string(asked.Data)
	}
	return text + "\nRun it again with --answer, such as --answer true or --answer false."
}
