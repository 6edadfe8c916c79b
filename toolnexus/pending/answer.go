package pending

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Answer runs the call that waits for this answer, by [toolnexus.Resume], and
// notes what came of it:
//
//   - The tool ran to its end, well or with an error: the call is forgotten.
//   - The tool suspended again: the new request waits in place of the old one,
//     also if it has the same id. [toolnexus.PendingOf] finds it in the result.
//   - The tool did not run, because the context was done, the request expired
//     just now, the tool is unusable, or it refused the answer with an
//     [*toolnexus.AnswerError]: the call is open again, and the result's Error
//     says why.
//
// The error is not about the tool. Without a result it is that of
// [Store.Claim], so [ErrNotFound] or [ErrClaimed] for a second answer and
// [ErrExpired] for a late one; or [ErrUnknownTool] if tools does not know the
// name, and then the call is open again. Beside a result it says that the store
// could not note what came of the call, which then stays claimed.
//
// What became of a tool that ran is noted even if the context is done by then.
//
// Answer may be called from many goroutines and processes at once, if tools
// may. A call runs once for an answer. If the process ends while the tool runs,
// or the tool ends its goroutine, the call stays claimed.
func Answer(
	ctx context.Context,
	store Store,
	tools func(name string) (toolnexus.Tool, bool),
	answer toolnexus.Answer,
) (toolnexus.ToolResult, error) {
	call, err := store.Claim(ctx, answer.ID)
	if err != nil {
		return toolnexus.ToolResult{}, err
	}
	tool, known := tools(call.Tool)
	if !known {
		err := about(answer.ID, fmt.Errorf("tool %q: %w", call.Tool, ErrUnknownTool))
		return toolnexus.ToolResult{}, errors.Join(err, note(ctx, store, call, outcome{}))
	}
	var out outcome
	out.result = toolnexus.Resume(ctx, noting(tool, &out.ran), call.Args, call.Request, answer)
	return out.result, note(ctx, store, call, out)
}

type outcome struct {
	result toolnexus.ToolResult
	ran    bool
}

// noting returns the tool with a note of whether it was run. The result does
// not tell: every error in it could also be the tool's own.
func noting(tool toolnexus.Tool, ran *bool) toolnexus.Tool {
	execute := tool.Execute
	if execute == nil {
		return tool
	}
	tool.Execute = func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
		*ran = true
		return execute(ctx, args)
	}
	return tool
}

// patience is for stores that are busy after the caller's context is done.
const patience = 30 * time.Second

func note(ctx context.Context, store Store, call Call, out outcome) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	id := call.Request.ID
	var refused *toolnexus.AnswerError // by a tool that found the answer to be for another call
	if !out.ran || errors.As(out.result.Error, &refused) {
		return store.Release(ctx, id)
	}
	next, suspended := toolnexus.PendingOf(out.result)
	if !suspended {
		return store.Finish(ctx, id)
	}
	again := Call{Request: next, Tool: call.Tool, Args: call.Args}
	if next.ID == id {
		again.Created = call.Created // it has been waiting since then
	}
	return store.Replace(ctx, id, again)
}
