// Package pending keeps suspended calls until somebody answers, and sees to it
// that an answer runs its call once.
//
//	package main
//
//	import (
//		"context"
//		"encoding/json"
//		"fmt"
//
//		"github.com/toolnexus/go-sdk/toolnexus"
//		"github.com/toolnexus/go-sdk/toolnexus/pending"
//	)
//
//	func main() {
//		ctx := context.Background()
//		remove := toolnexus.DefineTool("remove", "Deletes all files.", nil,
//			func(ctx context.Context, args json.RawMessage) (string, error) {
//				answer, ok := toolnexus.AnswerFrom(ctx)
//				if !ok {
//					return "", toolnexus.Suspend(toolnexus.Request{
//						Kind: toolnexus.KindApproval, Prompt: "Delete 3 files?",
//					})
//				}
//				if !answer.OK {
//					return "nothing was deleted", nil
//				}
//				return "3 files deleted", nil
//			})
//		tools := func(name string) (toolnexus.Tool, bool) { return remove, name == remove.Name }
//
//		store := pending.NewMemory()
//		result := remove.Call(ctx, nil)
//		request, ok := toolnexus.PendingOf(result)
//		if ok {
//			err := store.Put(ctx, pending.Call{Request: request, Tool: remove.Name})
//			fmt.Println(request.Prompt, err)
//		}
//
//		// Later, perhaps in another process with a store on disk:
//		result, err := pending.Answer(ctx, store, tools, toolnexus.Answer{ID: request.ID, OK: true})
//		fmt.Println(result.Output, err)
//	}
//
// # The life of a call
//
// [Store.Put] makes a call open. [Store.Claim] takes it for running, and no
// matter how many ask for it at once, in this process or in others, one gets
// it. [Store.Finish] forgets it. [Store.Release] makes a claimed call open
// again, and [Store.Replace] puts the next question of the same call in its
// place. [Answer] does all of that in the right order; hosts seldom need more
// than Put, Answer and [Store.List].
//
// An open call whose request has expired cannot be claimed, and List leaves it
// out. It stays in the store until [Store.DeleteExpired].
//
// # What is guaranteed
//
// A call that Put took is never lost, and one answer never runs a call twice:
// a second answer finds [ErrClaimed] while the tool runs, and [ErrNotFound]
// when it is done.
//
// A process that dies between Put and Claim loses nothing. When it dies while
// the tool runs, nobody can know how far the tool came, so nobody runs it
// again: the call stays claimed, and List does not show it. [Store.Claimed]
// does. The host decides, best by looking for the effect of the tool: Release
// lets the call wait for another answer, Finish forgets it. Do that only for
// calls that no living process runs, or they run twice.
//
// The same holds where the tool ran but the store could not note what came of
// it: Answer returns the result and the error, and the call stays claimed.
//
// # Requests and their ids
//
// The id of a request is the key of its call. Let the SDK make it, by leaving
// Request.ID empty: it is then unique, and cannot be guessed. A tool that asks
// twice under one id cannot be told from one that asked once, so a copy of the
// first answer also answers the second question.
//
// # Stores
//
// [Memory] forgets everything with its process. Package sqlitestore keeps calls
// in a file that several processes may use. Package pendingtest has the tests
// that every store should pass.
package pending
