package toolnexus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func Example() {
	greet := toolnexus.DefineTool("greet", "Greets a person by name.",
		json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`),
		func(ctx context.Context, args json.RawMessage) (string, error) {
			var in struct {
				Name string `json:"name"`
			}
			if err := json.Unmarshal(args, &in); err != nil {
				return "", err
			}
			return "Hello, " + in.Name + "!", nil
		})

	result := greet.Call(context.Background(), json.RawMessage(`{"name":"Ada"}`))
	fmt.Println(result.Output, result.IsError())
	// Output: Hello, Ada! false
}

// A struct literal is a legal tool. Whatever a model sends for "no arguments"
// reaches the tool as an empty object.
func ExampleTool() {
	ping := toolnexus.Tool{
		Name:        "ping",
		Description: "Answers pong.",
		Execute: func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
			return toolnexus.OK("pong").WithMetadata("args", string(args))
		},
	}

	result := ping.Call(context.Background(), json.RawMessage(`null`))
	fmt.Println(result.Output, result.Metadata["args"])
	// Output: pong {}
}

// The declaration of a tool is JSON; its functions are not carried.
func ExampleTool_MarshalJSON() {
	ping := toolnexus.Tool{
		Name:        "ping",
		Description: "Answers pong.",
		InputSchema: toolnexus.EmptySchema(),
		Hints:       &toolnexus.ToolHints{ReadOnly: new(true)},
	}
	wire, err := json.Marshal(ping)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(wire))
	// Output: {"name":"ping","description":"Answers pong.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"source":"custom","hints":{"readOnly":true}}
}

// A failure is data for the model to read, not a panic.
func ExampleTool_Call() {
	divide := toolnexus.DefineTool("divide", "Divides a by b.",
		json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}`),
		func(ctx context.Context, args json.RawMessage) (string, error) {
			var in struct{ A, B int }
			if err := json.Unmarshal(args, &in); err != nil {
				return "", err
			}
			if in.B == 0 {
				return "", errors.New("cannot divide by zero")
			}
			return fmt.Sprint(in.A / in.B), nil
		})

	for _, args := range []string{`{"a":12,"b":4}`, `{"a":12,"b":0}`} {
		result := divide.Call(context.Background(), json.RawMessage(args))
		fmt.Println(result.IsError(), result.Output)
	}
	// Output:
	// false 3
	// true cannot divide by zero
}

// Even a panic is an error result. The model learns that the tool failed, the
// host learns why.
func ExamplePanicError() {
	broken := toolnexus.DefineTool("lookup", "Looks something up.", nil,
		func(context.Context, json.RawMessage) (string, error) {
			var cache map[string]string
			cache["x"] = "y"
			return "", nil
		})

	result := broken.Call(context.Background(), nil)
	fmt.Println(result.Output)

	if p, ok := errors.AsType[*toolnexus.PanicError](result.Error); ok {
		fmt.Println(p.Value, len(p.Stack) > 0)
	}
	// Output:
	// tool "lookup" failed internally
	// assignment to entry in nil map true
}

func ExampleTool_Validate() {
	tool := toolnexus.DefineTool("get user", "", json.RawMessage(`{"type":"string"}`), nil)
	fmt.Println(tool.Validate())
	// Output:
	// invalid tool name "get user": character ' ' at position 4 is not a letter, digit, underscore or hyphen; "get_user" would do
	// tool "get user": input schema: the root must have "type": "object"
	// tool "get user": there is nothing to run, Execute is nil
}

func ExampleTool_MayOverlap() {
	read := toolnexus.Tool{Name: "read", Hints: &toolnexus.ToolHints{ReadOnly: new(true)}}
	write := toolnexus.Tool{Name: "write"}
	query := toolnexus.Tool{
		Name: "query",
		ConcurrencySafe: func(args json.RawMessage) bool {
			return strings.Contains(string(args), "SELECT")
		},
	}
	fmt.Println(read.MayOverlap(nil), write.MayOverlap(nil))
	fmt.Println(query.MayOverlap(json.RawMessage(`{"sql":"SELECT 1"}`)), query.MayOverlap(json.RawMessage(`{"sql":"DROP x"}`)))
	// Output:
	// true false
	// true false
}

func ExampleDefineTool() {
	sqrt := toolnexus.DefineTool("sqrt", "Square root of a number.",
		json.RawMessage(`{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}`),
		func(ctx context.Context, args json.RawMessage) (string, error) {
			var in struct{ X float64 }
			if err := json.Unmarshal(args, &in); err != nil {
				return "", err
			}
			if in.X < 0 {
				return "", fmt.Errorf("x must not be negative, got %v", in.X)
			}
			return fmt.Sprint(math.Sqrt(in.X)), nil
		})

	good := sqrt.Call(context.Background(), json.RawMessage(`{"x":9}`))
	bad := sqrt.Call(context.Background(), json.RawMessage(`{"x":-9}`))
	fmt.Println(good.IsError(), good.Output)
	fmt.Println(bad.IsError(), bad.Output)
	// Output:
	// false 3
	// true x must not be negative, got -9
}

// Tools are values, so a table is enough to make many. Each one stops when its
// context is done.
func ExampleDefineTool_table() {
	endpoints := []struct{ path, about string }{
		{"users/list", "Lists the users."},
		{"users/by id", "Finds a user."},
		{"report.daily", "Makes the report of the day."},
	}
	var tools []toolnexus.Tool
	for _, e := range endpoints {
		tools = append(tools, toolnexus.DefineTool(toolnexus.Sanitize(e.path), e.about, nil,
			func(ctx context.Context, _ json.RawMessage) (string, error) {
				select {
				case <-ctx.Done():
					return "", ctx.Err()
				case <-time.After(time.Microsecond):
					return "from /" + e.path, nil
				}
			}))
	}

	ctx, cancel := context.WithCancel(context.Background())
	for _, tool := range tools {
		fmt.Println(tool.Name, "->", tool.Call(ctx, nil).Output)
	}
	cancel()
	late := tools[0].Call(ctx, nil)
	fmt.Println(late.Output, errors.Is(late.Error, context.Canceled))
	// Output:
	// users_list -> from /users/list
	// users_by_id -> from /users/by id
	// report_daily -> from /report.daily
	// tool "users_list" was not run: the call was cancelled true
}

func ExampleEmptySchema() {
	fmt.Println(string(toolnexus.EmptySchema()))
	// Output: {"type":"object","properties":{},"additionalProperties":false}
}

func ExampleSanitize() {
	fmt.Println(toolnexus.Sanitize("get user"))
	fmt.Println(toolnexus.Sanitize("a.b/c"))
	// Output:
	// get_user
	// a_b_c
}

func ExampleValidateName() {
	fmt.Println(toolnexus.ValidateName("get_user"))
	fmt.Println(toolnexus.ValidateName("caldav.create"))
	// Output:
	// <nil>
	// invalid tool name "caldav.create": character '.' at position 7 is not a letter, digit, underscore or hyphen; "caldav_create" would do
}

// The rows are text for the model and JSON for programs. How long the query
// took is for the host alone.
func ExampleOK() {
	rows := json.RawMessage(`{"rows":[{"id":1,"name":"Ada"}]}`)
	result := toolnexus.OK(string(rows)).
		WithStructured(rows).
		WithMetadata("elapsedMs", 12)

	wire, err := json.Marshal(result)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(wire))
	// Output: {"output":"{\"rows\":[{\"id\":1,\"name\":\"Ada\"}]}","isError":false,"structured":{"rows":[{"id":1,"name":"Ada"}]},"metadata":{"elapsedMs":12}}
}

func ExampleErrorf() {
	result := toolnexus.Errorf("no forecast for %q: %w", "Atlantis", context.DeadlineExceeded)
	fmt.Println(result.IsError(), result.Output)
	fmt.Println(errors.Is(result.Error, context.DeadlineExceeded))
	// Output:
	// true no forecast for "Atlantis": context deadline exceeded
	// true
}

func ExampleFromError() {
	failed := toolnexus.FromError(errors.New("no such file"))
	asking := toolnexus.FromError(fmt.Errorf("cleanup: %w",
		toolnexus.Suspend(toolnexus.Request{Kind: toolnexus.KindApproval, Prompt: "Delete 3 files?"})))

	for _, result := range []toolnexus.ToolResult{failed, asking} {
		_, suspended := toolnexus.PendingOf(result)
		fmt.Println(result.Output, suspended)
	}
	// Output:
	// no such file false
	// Delete 3 files? true
}

// A picture goes beside the text. Printing it never prints its bytes.
func ExamplePartFromFile() {
	chart, err := toolnexus.PartFromFile("testdata/dot.png")
	if err != nil {
		fmt.Println(err)
		return
	}
	result := toolnexus.OK("Sales by month.").WithParts(chart)
	fmt.Println(result.Output, result.Parts)
	// Output: Sales by month. [image (image/png, 68 bytes)]
}

func ExamplePartFromBytes() {
	fmt.Println(toolnexus.PartFromBytes("audio/wav", []byte("RIFF....W")))
	// Output: audio (audio/wav, 9 bytes)
}

func ExamplePartFromURL() {
	remote, err := toolnexus.PartFromURL("https://example.com/chart.png?signature=secret")
	fmt.Println(remote, err)
	inline, err := toolnexus.PartFromURL("data:image/gif;base64,R0lGODlh")
	fmt.Println(inline, err)
	// Output:
	// image (image/png, url) <nil>
	// image (image/gif, 6 bytes) <nil>
}

func ExampleTextPart() {
	part := toolnexus.TextPart("a footnote")
	fmt.Println(part, part.Text)
	// Output: text (10 bytes) a footnote
}

func ExamplePending() {
	result := toolnexus.Pending(toolnexus.Request{
		Kind:   toolnexus.KindApproval,
		Prompt: "Delete 3 files?",
	})
	req, ok := toolnexus.PendingOf(result)
	fmt.Println(ok, req.Kind, strings.HasPrefix(req.ID, "pnd-"))
	fmt.Println(result.Output)
	// Output:
	// true approval true
	// Delete 3 files?
}

func ExampleAuthRequired() {
	result := toolnexus.AuthRequired("https://example.com/login", "")
	fmt.Println(result.Output)
	// Output:
	// Authorization required to continue
	// https://example.com/login
}

// Code far below the tool can suspend the call: it returns an error, and
// everything above may wrap it.
func ExampleSuspend() {
	remove := func() error {
		return toolnexus.Suspend(toolnexus.Request{ID: "pnd-1", Kind: toolnexus.KindApproval, Prompt: "Delete 3 files?"})
	}
	tool := toolnexus.DefineTool("cleanup", "Deletes old files.", nil,
		func(context.Context, json.RawMessage) (string, error) {
			if err := remove(); err != nil {
				return "", fmt.Errorf("cleanup: %w", err)
			}
			return "done", nil
		})

	req, ok := toolnexus.PendingOf(tool.Call(context.Background(), nil))
	fmt.Println(ok, req.ID, req.Prompt)
	// Output: true pnd-1 Delete 3 files?
}

// An ordinary error is not a suspension, whatever it says.
func ExamplePendingOf() {
	_, ok := toolnexus.PendingOf(toolnexus.Errorf("pending: the approval of 3 files"))
	fmt.Println(ok)
	// Output: false
}

// A call waits for an approval, travels to another process as JSON, and is
// resumed there.
func ExampleResume() {
	cleanup := toolnexus.Tool{
		Name: "cleanup",
		Execute: func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
			answer, resumed := toolnexus.AnswerFrom(ctx)
			switch {
			case !resumed:
				return toolnexus.Pending(toolnexus.Request{Kind: toolnexus.KindApproval, Prompt: "Delete 3 files?"})
			case !answer.OK:
				return toolnexus.Errorf("nothing was deleted: %s", answer.Reason)
			}
			return toolnexus.OK("3 files deleted")
		},
	}
	ctx := context.Background()

	wire, err := json.Marshal(cleanup.Call(ctx, nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	var stored toolnexus.ToolResult
	if err := json.Unmarshal(wire, &stored); err != nil {
		fmt.Println(err)
		return
	}

	req, _ := toolnexus.PendingOf(stored)
	yes := toolnexus.Answer{ID: req.ID, OK: true}
	no := toolnexus.Answer{ID: req.ID, Reason: toolnexus.ReasonDeclined}
	other := toolnexus.Answer{ID: "pnd-other", OK: true}
	for _, answer := range []toolnexus.Answer{yes, no, other} {
		fmt.Println(toolnexus.Resume(ctx, cleanup, nil, req, answer).Output)
	}
	// Output:
	// 3 files deleted
	// nothing was deleted: declined
	// the call was not resumed: the answer belongs to another request
}

func ExampleWithAnswer() {
	ctx := toolnexus.WithAnswer(context.Background(), toolnexus.Answer{ID: "pnd-1", OK: true})
	answer, ok := toolnexus.AnswerFrom(ctx)
	fmt.Println(answer.ID, answer.OK, ok)
	// Output: pnd-1 true true
}

func ExampleAnswerFrom() {
	_, ok := toolnexus.AnswerFrom(context.Background())
	fmt.Println(ok)
	// Output: false
}

// A tool with two questions asks one after the other, and tells by the request
// which of them was answered.
func ExampleRequestFrom() {
	order := toolnexus.Tool{
		Name: "order",
		Execute: func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
			req, _ := toolnexus.RequestFrom(ctx)
			switch req.Prompt {
			case "":
				return toolnexus.Pending(toolnexus.Request{Kind: toolnexus.KindQuestion, Prompt: "Which size?"})
			case "Which size?":
				return toolnexus.Pending(toolnexus.Request{Kind: toolnexus.KindApproval, Prompt: "Order it?"})
			}
			return toolnexus.OK("ordered")
		},
	}
	ctx := context.Background()
	result := order.Call(ctx, nil)
	for {
		req, ok := toolnexus.PendingOf(result)
		if !ok {
			break
		}
		fmt.Println(req.Prompt)
		result = toolnexus.Resume(ctx, order, nil, req, toolnexus.Answer{ID: req.ID, OK: true})
	}
	fmt.Println(result.Output)
	// Output:
	// Which size?
	// Order it?
	// ordered
}

func ExampleWithProgress() {
	tool := toolnexus.DefineTool("copy", "Copies files.", nil, func(ctx context.Context, _ json.RawMessage) (string, error) {
		toolnexus.ReportProgress(ctx, toolnexus.Progress{Done: 1, Total: 2, Message: "one of two"})
		return "done", nil
	})
	ctx := toolnexus.WithProgress(context.Background(), func(p toolnexus.Progress) {
		fmt.Printf("%v/%v %s\n", p.Done, p.Total, p.Message)
	})
	fmt.Println(tool.Call(ctx, nil).Output)
	// Output:
	// 1/2 one of two
	// done
}
