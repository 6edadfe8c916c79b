package sqlitestore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
	"github.com/toolnexus/go-sdk/toolnexus/pending/sqlitestore"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	store, err := sqlitestore.Open(ctx, filepath.Join(dir, "pending.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()

	err = store.Put(ctx, pending.Call{
		Request: toolnexus.Request{ID: "pnd-1", Kind: toolnexus.KindApproval, Prompt: "Deploy?"},
		Tool:    "deploy",
	})
	fmt.Println(err)
	for call, err := range store.List(ctx) { // in any process, at any time later
		fmt.Println(call.Request.Prompt, err)
	}
	// Output:
	// <nil>
	// Deploy? <nil>
}
