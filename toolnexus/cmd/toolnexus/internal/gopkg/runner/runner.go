// Package runner is the part of the command line that runs inside a user's
// package: it says which tools the package has, and calls one.
//
// Its source is compiled into the user's module, at whatever version of
// toolnexus that uses. It therefore imports nothing but the standard library
// and toolnexus, and speaks through files: standard output belongs to the user's
// code.
package runner

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Variable is the environment variable that holds the folder of a run. A program
// that has the runner in it and does not find the variable does what it always
// does.
const Variable = "TOOLNEXUS_RUNNER"

// The files in the folder of a run.
const (
	RequestFile = "request.json" // what is asked, there before the run
	ReplyFile   = "reply.json"   // what came of it, there if all went well
	AtFile      = "at"           // the name of what is being run
)

// A Request asks for the tools of a package or, with Call, for a call of one.
type Request struct {
	Timeout time.Duration `json:"timeout"` // for the calls of functions and tools; 0 is none
	Call    *Call         `json:"call,omitempty"`
}

// A Call is a call of a tool. Asked and Answer are those of a call that is
// resumed.
type Call struct {
	From   string             `json:"from"` // the name of what gives the tool
	Tool   string             `json:"tool"`
	Args   string             `json:"args"` // a text, because it may be no JSON
	Asked  *toolnexus.Request `json:"asked,omitempty"`
	Answer *toolnexus.Answer  `json:"answer,omitempty"`
}

// A Reply is what came of a request.
type Reply struct {
	Given  []Given               `json:"given,omitempty"`
	Result *toolnexus.ToolResult `json:"result,omitempty"`
}

// Given is what one variable or function of the package gave.
type Given struct {
	From  string           `json:"from"`
	Tools []toolnexus.Tool `json:"tools,omitempty"`
	Notes []string         `json:"notes,omitempty"`
	Error string           `json:"error,omitempty"`
	Stack string           `json:"stack,omitempty"` // if the error is a panic
}

// A Source is a variable or function of the package.
type Source struct {
	Name string
	Load func(ctx Context) (any, error)
}

// Context spares the generated file an import whose name may be taken.
type Context = context.Context

// Main answers the request in the folder that [Variable] names, and ends the
// program. Without the variable it does nothing.
func Main(sources ...Source) {
	dir := os.Getenv(Variable) //nolint:forbidigo // this is how the command line speaks to its own program
	if dir == "" {
		return
	}
	if err := answer(dir, sources); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func answer(dir string, sources []Source) error {
	if err := os.Unsetenv(Variable); err != nil { // programs that the tools start are none of ours
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, RequestFile)) //nolint:gosec // in the folder of the run
	if err != nil {
		return err
	}
	var request Request
	if err := json.Unmarshal(text, &request); err != nil {
		return err
	}
	ctx := context.Background()
	if request.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, request.Timeout)
		defer cancel()
	}
	r := run{dir: dir, sources: sources}
	return Write(filepath.Join(dir, ReplyFile), r.reply(ctx, request))
}

// Write writes a file of the run: all of it or none.
func Write(name string, v any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // schemas stay as they are
	if err := e.Encode(v); err != nil {
		return err
	}
	if err := os.WriteFile(name+".part", text.Bytes(), 0o600); err != nil { //nolint:gosec // in the folder of the run
		return err
	}
	return os.Rename(name+".part", name) //nolint:gosec // as above
}

type run struct {
	dir     string
	sources []Source
}

func (r run) reply(ctx context.Context, request Request) Reply {
	var reply Reply
	for _, source := range r.sources {
		switch {
		case request.Call == nil:
			given, done := r.load(ctx, source)
			done()
			reply.Given = append(reply.Given, given)
		case request.Call.From == source.Name:
			given, done := r.load(ctx, source)
			result := r.call(ctx, given, *request.Call)
			done()
			reply.Result = &result
		}
	}
	return reply
}

// load gets the tools of a variable or function. What it gave must live until
// done is called.
func (r run) load(ctx context.Context, source Source) (given Given, done func()) {
	given, done = Given{From: source.Name}, func() {}
	r.enter(source.Name)
	defer r.enter("")
	defer func() {
		if value := recover(); value != nil {
			given = Given{From: source.Name, Error: fmt.Sprint(value), Stack: string(debug.Stack())}
		}
	}()
	value, err := source.Load(ctx)
	if err != nil {
		given.Error = cmp.Or(err.Error(), "an error without a text")
		return given, done
	}
	switch v := value.(type) {
	case toolnexus.Tool:
		given.Tools = []toolnexus.Tool{v}
	case []toolnexus.Tool:
		given.Tools = v
	case *toolnexus.Toolkit:
		done = given.ofToolkit(v)
	}
	given.check()
	return given, done
}

func (g *Given) ofToolkit(kit *toolnexus.Toolkit) (done func()) {
	if kit == nil {
		g.Notes = append(g.Notes, "is nil")
		return func() {}
	}
	g.Tools = kit.List()
	for _, s := range kit.Status() {
		if s.Err != nil {
			g.Notes = append(g.Notes, fmt.Sprintf("source %q: %v", s.Name, s.Err))
		}
		for _, left := range s.LeftOut {
			if !errors.Is(left.Err, toolnexus.ErrFiltered) {
				g.Notes = append(g.Notes, fmt.Sprintf("tool %q was left out: %v", left.Tool, left.Err))
			}
		}
	}
	return func() {
		if err := kit.Close(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: closing it: %v\n", g.From, err)
		}
	}
}

// check says what is wrong with the tools. One that cannot even be written down
// is an error.
func (g *Given) check() {
	for _, tool := range g.Tools {
		if _, err := tool.MarshalJSON(); err != nil {
			g.Error, g.Tools = err.Error(), nil
			return
		}
		if err := tool.Validate(); err != nil {
			g.Notes = append(g.Notes, err.Error())
		}
	}
}

func (r run) call(ctx context.Context, given Given, call Call) toolnexus.ToolResult {
	if given.Error != "" {
		return toolnexus.Errorf("%s: %s", given.From, given.Error)
	}
	r.enter(call.Tool)
	defer r.enter("")
	for _, tool := range given.Tools {
		if tool.Name == call.Tool {
			return portable(invoke(ctx, tool, call))
		}
	}
	return toolnexus.Errorf("%s gives no tool %q this time", given.From, call.Tool)
}

func invoke(ctx context.Context, tool toolnexus.Tool, call Call) toolnexus.ToolResult {
	args := json.RawMessage(call.Args)
	switch {
	case call.Answer == nil:
		return tool.Call(ctx, args)
	case call.Asked == nil:
		return tool.Call(toolnexus.WithAnswer(ctx, *call.Answer), args)
	default:
		return toolnexus.Resume(ctx, tool, args, *call.Asked, *call.Answer)
	}
}

// portable is the result, or why it cannot be written down. What a person has to
// know of a panic is not in the result: it is for the one who runs the command.
func portable(result toolnexus.ToolResult) toolnexus.ToolResult {
	if panicked, ok := errors.AsType[*toolnexus.PanicError](result.Error); ok {
		fmt.Fprintf(os.Stderr, "%v\n%s", panicked, panicked.Stack)
	}
	if _, err := result.MarshalJSON(); err != nil {
		return toolnexus.Errorf("the result cannot be written as JSON: %w", err)
	}
	return result
}

// enter notes what runs from now on, for the case that it never returns.
func (r run) enter(name string) {
	// Only the words of an error depend on it.
	_ = os.WriteFile(filepath.Join(r.dir, AtFile), []byte(name), 0o600)
}

// Tool fits what a variable or function gives to [Source].
func Tool(tool toolnexus.Tool, err error) (any, error) { return tool, err }

// List is Tool for a slice, also for one with a name of its own.
func List[T ~[]toolnexus.Tool](tools T, err error) (any, error) {
	return []toolnexus.Tool(tools), err
}

// Toolkit is Tool for a toolkit.
func Toolkit(kit *toolnexus.Toolkit, err error) (any, error) { return kit, err }
