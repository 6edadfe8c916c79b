package tooltest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/toolnexus"
)

func sameEveryTime(ctx context.Context, source toolnexus.Source, _ Options) error {
	first, err := source.Tools(ctx)
	if err != nil {
		return fmt.Errorf("the first call: %w", err)
	}
	return sameAs(ctx, source, listing(first))
}

// sameAs asks the source again.
func sameAs(ctx context.Context, source toolnexus.Source, want []string) error {
	tools, err := source.Tools(ctx)
	if err != nil {
		return fmt.Errorf("asked again: %w", err)
	}
	got := listing(tools)
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			return fmt.Errorf("asked again, it gives %d tools instead of %d", len(got), len(want))
		case i >= len(want) || got[i] != want[i]:
			return fmt.Errorf("asked again, tool %d is another one:\n%s", i, got[i])
		}
	}
	return nil
}

// listing says all of tools but their functions, byte for byte.
func listing(tools []toolnexus.Tool) []string {
	out := make([]string, len(tools))
	for i, tool := range tools {
		hints, _ := json.Marshal(tool.Hints) //nolint:errchkjson // a string and bools
		out[i] = fmt.Sprintf("%s (%s): %s\ninput %s\noutput %s\nhints %s",
			tool.Name, tool.Source, tool.Description, tool.InputSchema, tool.OutputSchema, hints)
	}
	return out
}

func offerable(ctx context.Context, source toolnexus.Source, _ Options) error {
	return eachTool(ctx, source, func(tool toolnexus.Tool) error {
		if err := tool.Validate(); err != nil {
			return err
		}
		switch {
		case strings.TrimSpace(tool.Description) == "":
			return fmt.Errorf("tool %q has no description, and a model chooses by it", tool.Name)
		case !utf8.ValidString(tool.Description):
			return fmt.Errorf("tool %q has a description that is not valid UTF-8", tool.Name)
		}
		return nil
	})
}

func unique(ctx context.Context, source toolnexus.Source, _ Options) error {
	seen := map[string]string{}
	return eachTool(ctx, source, func(tool toolnexus.Tool) error {
		folded := strings.ToLower(tool.Name)
		if other, ok := seen[folded]; ok {
			return fmt.Errorf("two tools have the names %q and %q", other, tool.Name)
		}
		seen[folded] = tool.Name
		return nil
	})
}

func readable(ctx context.Context, source toolnexus.Source, _ Options) error {
	return eachTool(ctx, source, func(tool toolnexus.Tool) error {
		for _, s := range []struct {
			name string
			text json.RawMessage
		}{{"input", tool.InputSchema}, {"output", tool.OutputSchema}} {
			if len(s.text) == 0 {
				continue
			}
			if _, err := jsondoc.Parse(s.text); err != nil {
				return fmt.Errorf("tool %q: %s schema: %w", tool.Name, s.name, err)
			}
		}
		return nil
	})
}

// eachTool joins what is wrong with the tools.
func eachTool(ctx context.Context, source toolnexus.Source, check func(toolnexus.Tool) error) error {
	tools, err := source.Tools(ctx)
	if err != nil {
		return fmt.Errorf("Tools: %w", err)
	}
	var errs []error
	for _, tool := range tools {
		errs = append(errs, check(tool))
	}
	return errors.Join(errs...)
}

func doneContext(ctx context.Context, source toolnexus.Source, _ Options) error {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	var err error
	if !soon(func() { _, err = source.Tools(ctx) }) {
		return fmt.Errorf("Tools takes more than %v to see that its context is done", patience)
	}
	switch {
	case err == nil:
		return errors.New("with a cancelled context, Tools returns no error")
	case !errors.Is(err, context.Canceled):
		return fmt.Errorf("with a cancelled context, Tools returns an error that does not match context.Canceled: %w", err)
	}
	return nil
}

// soon reports whether a function comes to its end in time. A panic in it is
// passed on.
func soon(f func()) bool {
	panics := make(chan any, 1)
	go func() {
		defer func() { panics <- recover() }()
		f()
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case p := <-panics:
		if p != nil {
			panic(p) //nolint:forbidigo // it is the caller's to see
		}
		return true
	case <-timer.C:
		return false
	}
}

func concurrent(ctx context.Context, source toolnexus.Source, o Options) error {
	tools, err := source.Tools(ctx)
	if err != nil {
		return fmt.Errorf("Tools: %w", err)
	}
	want := listing(tools)
	asking := rule{check: func(ctx context.Context, source toolnexus.Source, _ Options) error {
		return sameAs(ctx, source, want)
	}}
	const callers = 16
	errs := make([]error, callers)
	var start, end sync.WaitGroup
	start.Add(1)
	for i := range callers {
		end.Go(func() {
			start.Wait()
			errs[i] = o.check(ctx, asking, source)
		})
	}
	start.Done()
	end.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("from %d goroutines at once: %w", callers, err)
		}
	}
	return nil
}

func owned(ctx context.Context, source toolnexus.Source, _ Options) error {
	tools, err := source.Tools(ctx)
	if err != nil {
		return fmt.Errorf("Tools: %w", err)
	}
	want := listing(tools)
	for i := range tools {
		scribble(&tools[i])
	}
	if err := sameAs(ctx, source, want); err != nil {
		return fmt.Errorf("after the caller wrote to what it got: %w", err)
	}
	return nil
}

// scribble writes to all that a tool leads to.
func scribble(tool *toolnexus.Tool) {
	for _, text := range [][]byte{tool.InputSchema, tool.OutputSchema} {
		copy(text, bytes.Repeat([]byte("#"), len(text)))
	}
	if h := tool.Hints; h != nil {
		for _, hint := range []*bool{h.ReadOnly, h.Destructive, h.Idempotent, h.OpenWorld} {
			if hint != nil {
				*hint = !*hint
			}
		}
		h.Title += "#"
	}
	*tool = toolnexus.Tool{}
}

func steady(ctx context.Context, source toolnexus.Source, _ Options) error {
	if _, err := source.Tools(ctx); err != nil {
		return fmt.Errorf("Tools: %w", err)
	}
	if named, ok := source.(toolnexus.Named); ok {
		if err := sameText("Name", named.Name); err != nil {
			return err
		}
	}
	if prompter, ok := source.(toolnexus.SystemPrompter); ok {
		return sameText("SystemPrompt", prompter.SystemPrompt)
	}
	return nil
}

func sameText(method string, get func() string) error {
	first, second := get(), get()
	switch {
	case first != second:
		return fmt.Errorf("%s returns first %.80q and then %.80q", method, first, second)
	case !utf8.ValidString(first):
		return fmt.Errorf("%s returns text that is not valid UTF-8: %.80q", method, first)
	}
	return nil
}

// noJSON are what a model may send by mistake.
var noJSON = []string{`{`, `{"a":`, `{"a":1}}`, `{"a" 1}`, `{'a':1}`, `nothing`, `[1`, `"text`, "\x00", "```json\n{}\n```"}

func malformed(ctx context.Context, source toolnexus.Source, o Options) error {
	return eachTool(ctx, source, func(tool toolnexus.Tool) error {
		if !o.mayCall(tool) {
			return nil
		}
		var errs []error
		for _, args := range noJSON {
			if err := refuses(ctx, tool, args); err != nil {
				errs = append(errs, fmt.Errorf("tool %q, arguments %q: %w", tool.Name, args, err))
			}
		}
		return errors.Join(errs...)
	})
}

// refuses checks the answer to arguments that are no JSON. A tool that takes no
// arguments need not look at them.
func refuses(ctx context.Context, tool toolnexus.Tool, args string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var result toolnexus.ToolResult
	if !soon(func() { result = tool.Call(ctx, json.RawMessage(args)) }) {
		return fmt.Errorf("no answer in %v", patience)
	}
	p, panicked := errors.AsType[*toolnexus.PanicError](result.Error)
	_, suspended := toolnexus.PendingOf(result)
	switch {
	case panicked:
		return fmt.Errorf("panic: %v\n%s", p.Value, p.Stack)
	case suspended:
		return errors.New("it asks a person instead of refusing them")
	case !result.IsError() && takesArguments(tool):
		return fmt.Errorf("it returns %.80q instead of an error", result.Output)
	case result.IsError() && result.Output == "":
		return errors.New("the error says nothing to the model")
	case !utf8.ValidString(result.Output):
		return errors.New("the output is not valid UTF-8")
	}
	return nil
}

func takesArguments(tool toolnexus.Tool) bool {
	doc, _ := jsondoc.Parse(tool.InputSchema)
	root, _ := doc.(*jsondoc.Object)
	if root == nil {
		return false
	}
	properties := root.Object("properties")
	return properties != nil && len(properties.Members) > 0
}

func closes(ctx context.Context, source toolnexus.Source, _ Options) error {
	closer, ok := source.(io.Closer)
	if !ok {
		return nil
	}
	if _, err := source.Tools(ctx); err != nil {
		return fmt.Errorf("Tools: %w", err)
	}
	for _, time := range []string{"first", "second"} {
		if err := closer.Close(); err != nil {
			return fmt.Errorf("the %s Close: %w", time, err)
		}
	}
	tools, err := source.Tools(ctx)
	if err == nil {
		return fmt.Errorf("after Close, Tools returns %d tools and no error", len(tools))
	}
	return nil
}
