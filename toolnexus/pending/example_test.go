package pending_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
)

// remove asks before it deletes.
var remove = toolnexus.DefineTool("remove", "Deletes all files.", nil,
	func(ctx context.Context, args json.RawMessage) (string, error) {
		answer, ok := toolnexus.AnswerFrom(ctx)
		if !ok {
			return "", toolnexus.Suspend(toolnexus.Request{
				Kind: toolnexus.KindApproval, Prompt: "Delete 3 files?",
			})
		}
		if !answer.OK {
			return "nothing was deleted", nil
		}
		return "3 files deleted", nil
	})

func tools(name string) (toolnexus.Tool, bool) { return remove, name == remove.Name }

func Example() {
	ctx := context.Background()
	store := pending.NewMemory()
	result := remove.Call(ctx, nil)
	request, ok := toolnexus.PendingOf(result)
	if ok {
		err := store.Put(ctx, pending.Call{Request: request, Tool: remove.Name})
		fmt.Println(request.Prompt, err)
	}

	// Later, perhaps in another process with a store on disk:
	result, err := pending.Answer(ctx, store, tools, toolnexus.Answer{ID: request.ID, OK: true})
	fmt.Println(result.Output, err)
	// Output:
	// Delete 3 files? <nil>
	// 3 files deleted <nil>
}

func ExampleNewMemory() {
	ctx := context.Background()
	store := pending.NewMemory()
	err := store.Put(ctx, pending.Call{
		Request: toolnexus.Request{ID: "pnd-1", Kind: toolnexus.KindApproval, Prompt: "Deploy?"},
		Tool:    "deploy",
		Args:    json.RawMessage(`{"version":7}`),
	})
	if err != nil {
		fmt.Println(err)
	}
	for call, err := range store.List(ctx) {
		fmt.Println(call.Request.Prompt, call.Tool, string(call.Args), err)
	}
	// Output: Deploy? deploy {"version":7} <nil>
}

// An answer that comes twice runs its call once.
func ExampleAnswer() {
	ctx := context.Background()
	store := pending.NewMemory()
	err := store.Put(ctx, pending.Call{
		Request: toolnexus.Request{ID: "pnd-1", Kind: toolnexus.KindApproval, Prompt: "Delete 3 files?"},
		Tool:    "remove",
	})
	if err != nil {
		fmt.Println(err)
	}
	answer := toolnexus.Answer{ID: "pnd-1", OK: false, Reason: toolnexus.ReasonDeclined}
	for range 2 {
		result, err := pending.Answer(ctx, store, tools, answer)
		fmt.Printf("%q %v\n", result.Output, err)
	}
	// Output:
	// "nothing was deleted" <nil>
	// "" request "pnd-1": no call waits under this request id
}
