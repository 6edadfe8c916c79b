// Package sqlitestore keeps suspended calls in an SQLite file, so that they
// outlive the process and several processes can ask and answer.
//
//	package main
//
//	import (
//		"context"
//		"fmt"
//
//		"github.com/toolnexus/go-sdk/toolnexus"
//		"github.com/toolnexus/go-sdk/toolnexus/pending"
//		"github.com/toolnexus/go-sdk/toolnexus/pending/sqlitestore"
//	)
//
//	func main() {
//		ctx := context.Background()
//		store, err := sqlitestore.Open(ctx, "pending.db")
//		if err != nil {
//			fmt.Println(err)
//			return
//		}
//		defer store.Close()
//
//		err = store.Put(ctx, pending.Call{
//			Request: toolnexus.Request{ID: "pnd-1", Kind: toolnexus.KindApproval, Prompt: "Deploy?"},
//			Tool:    "deploy",
//		})
//		fmt.Println(err)
//		for call, err := range store.List(ctx) { // in any process, at any time later
//			fmt.Println(call.Request.Prompt, err)
//		}
//	}
//
// # What is guaranteed
//
// The rules are those of [pending.Store]. When a method has returned without an
// error, its change is on disk and outlives the process and a loss of power.
// Every change is one transaction: a process that is killed in the middle
// leaves the calls as they were before it.
//
// Claim is one UPDATE of an open call, in a transaction that takes the lock for
// writing at its beginning, so that of all processes one gets the call. A call
// whose process dies while the tool runs stays claimed. [Store.Claimed] shows
// it, and the host decides between [Store.Release] and [Store.Finish].
//
// # The file
//
// The file is in WAL mode: beside it there are two more while it is open, with
// -wal and -shm after its name. All processes have to run on one machine, and
// the file must not be on a network file system. Open creates the file for its
// owner only, because arguments of calls may be secret.
//
// The user_version of the file is that of its tables. A file of another version
// and one with other tables are refused, and left as they are. Times are kept
// in UTC; the clocks that count for expiry are those of the processes.
//
// SQLite is compiled into the program without cgo, and links only into programs
// that import this package.
package sqlitestore
