package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/internal/snapshot"
	"github.com/toolnexus/go-sdk/schema"
)

type pin struct {
	*app

	dir      string
	update   bool
	dialects []string
	asJSON   bool
}

func (a *app) snapshotCommand() *cobra.Command {
	p := &pin{app: a}
	command := &cobra.Command{
		Use:   "snapshot INPUT --dir DIR",
		Short: "Hold tools to what they were, in files",
		Long: `Compare what models are told of the tools with the snapshots in DIR, one file
for each tool. If something differs, what it is and whether it breaks anything is
said, and the exit code is 1.

--update writes the files instead, and removes those of tools that are gone.
--dialect adds what a provider is told: ` + dialectNames() + `.`,
		Example: `  toolnexus snapshot ./internal/tools --dir internal/tools/testdata/tools
  toolnexus snapshot ./internal/tools --dir internal/tools/testdata/tools --update`,
		Args: needs("INPUT"),
		RunE: func(command *cobra.Command, args []string) error {
			return p.run(command.Context(), args[0])
		},
	}
	flags := command.Flags()
	flags.StringVar(&p.dir, "dir", "", "the folder of the snapshots (required)")
	flags.BoolVar(&p.update, "update", false, "write the snapshots")
	flags.StringArrayVar(&p.dialects, "dialect", nil, "add what a provider is told; may be given several times")
	flags.BoolVar(&p.asJSON, "json", false, `print {"ok": …, "breaking": …, "findings": […]}, or {"written": …, "removed": …}`)
	return command
}

func (p *pin) run(ctx context.Context, arg string) error {
	if p.dir == "" {
		return usagef("--dir is missing")
	}
	dialects, err := parseDialects(p.dialects)
	if err != nil {
		return err
	}
	in, err := p.open(ctx, arg)
	if err != nil {
		return err
	}
	defer in.Close()
	options := snapshot.Options{Dialects: dialects}
	if p.update {
		updated, err := options.Update(p.dir, in.Tools)
		if err != nil {
			return err
		}
		return p.showUpdated(updated)
	}
	report, err := options.Check(p.dir, in.Tools)
	if err != nil {
		return err
	}
	if err := p.showReport(report); err != nil {
		return err
	}
	if !report.OK() {
		return no()
	}
	return nil
}

func (p *pin) showUpdated(updated snapshot.Updated) error {
	if p.asJSON {
		return p.showJSON(struct {
			Written []string `json:"written"`
			Removed []string `json:"removed"`
		}{append([]string{}, updated.Written...), append([]string{}, updated.Removed...)})
	}
	var b strings.Builder
	for _, name := range updated.Written {
		fmt.Fprintf(&b, "written: %s\n", name)
	}
	for _, name := range updated.Removed {
		fmt.Fprintf(&b, "removed: %s\n", name)
	}
	if b.Len() == 0 {
		b.WriteString("no changes\n")
	}
	return p.show(b.String())
}

// finding is a [snapshot.Finding] in JSON.
type finding struct {
	File    string    `json:"file"`
	Tool    string    `json:"tool,omitempty"`
	Kind    string    `json:"kind"`
	Reason  string    `json:"reason,omitempty"`
	Changes []changed `json:"changes,omitempty"`
}

type changed struct {
	Part     string `json:"part"`
	Text     string `json:"text"`
	Reason   string `json:"reason,omitempty"`
	Breaking bool   `json:"breaking"`
}

func (p *pin) showReport(report snapshot.Report) error {
	if !p.asJSON {
		return p.show(strings.TrimSuffix(report.String(), "\n") + "\n")
	}
	findings := []finding{}
	for _, f := range report.Findings {
		next := finding{File: f.File, Tool: f.Tool, Kind: f.Kind.String(), Reason: f.Reason}
		for _, c := range f.Changes {
			next.Changes = append(next.Changes, changed(c))
		}
		findings = append(findings, next)
	}
	return p.showJSON(struct {
		OK       bool      `json:"ok"`
		Breaking bool      `json:"breaking"`
		Findings []finding `json:"findings"`
	}{report.OK(), report.Breaking(), findings})
}

func parseDialects(names []string) ([]schema.Dialect, error) {
	var dialects []schema.Dialect
	for _, list := range names {
		for name := range strings.SplitSeq(list, ",") {
			dialect, err := schema.ParseDialect(name)
			if err != nil {
				return nil, &usageError{err}
			}
			dialects = append(dialects, dialect)
		}
	}
	return dialects, nil
}
