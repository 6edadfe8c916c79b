// Quickstart defines three tools as Go functions and calls them as a model
// would: well, badly, into an error, and into a question for a human.
//
// It needs no network and no key:
//
//	go run ./examples/quickstart
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"regexp"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

func main() {
	log.SetFlags(0)
	ctx := context.Background()

	search := typed.MustDefine("search_flights",
		"Finds direct flights of one day, cheapest first.", searchFlights)
	book := typed.MustDefine("book_table",
		"Books a table in a restaurant and returns the confirmation.", bookTable)
	refund := typed.MustDefine("refund_order",
		"Pays an order back, in part or in full, once a person has agreed.", refundOrder)

	for _, tool := range []toolnexus.Tool{search, book, refund} {
		title("What a model is told about " + tool.Name)
		fmt.Println(tool.Description)
		fmt.Println(indent(tool.InputSchema))
	}

	title("A good call")
	call(ctx, search, `{"origin": "OSL", "destination": "LIS", "date": "2027-05-14", "passengers": 2}`)

	title("Three mistakes in one call")
	call(ctx, search, `{"origin": "Oslo", "destination": "LIS", "date": "2027-05-14", "passengers": 12, "maxPrice": 300}`)

	title("Small slips are forgiven, and the host is told")
	result := call(ctx, search, `{"origin": "OSL", "destination": "LIS", "date": "2027-05-14", "passengers": "2", "max_price": null}`)
	repairs, _ := result.Metadata["repairs"].([]schema.Repair)
	for _, repair := range repairs {
		fmt.Println("repair: ", repair.Path, repair.Kind)
	}

	title("The function returns an error")
	call(ctx, book, `{"restaurant": "Alfama", "at": "2027-05-14T20:00:00+01:00", "guests": 4,
		"contact": {"name": "Ada", "email": "ada@example.com"}}`)

	title("A call that waits for a person")
	if err := refundWithApproval(ctx, refund); err != nil {
		log.Fatal(err)
	}
}

// refundWithApproval runs a call that suspends, puts the result away as JSON,
// and goes on from the JSON, as another process could do a day later.
func refundWithApproval(ctx context.Context, refund toolnexus.Tool) error {
	args := json.RawMessage(`{"order": "A-1042", "amount": 49.9, "reason": "damaged"}`)
	stored, err := json.Marshal(call(ctx, refund, string(args)))
	if err != nil {
		return err
	}
	fmt.Println("stored: ", masked(stored))

	var loaded toolnexus.ToolResult
	if err := json.Unmarshal(stored, &loaded); err != nil {
		return err
	}
	request, ok := toolnexus.PendingOf(loaded)
	if !ok {
		return fmt.Errorf("no request in %s", stored)
	}
	fmt.Println("asked:  ", request.Kind, request.Prompt)

	no := toolnexus.Answer{ID: request.ID, Reason: toolnexus.ReasonDeclined}
	fmt.Println("if no:  ", toolnexus.Resume(ctx, refund, args, request, no).Output)

	yes := toolnexus.Answer{ID: request.ID, OK: true}
	fmt.Println("if yes: ", toolnexus.Resume(ctx, refund, args, request, yes).Output)
	return nil
}

// call runs a tool and shows what a model sends and reads.
func call(ctx context.Context, tool toolnexus.Tool, args string) toolnexus.ToolResult {
	fmt.Println("call:   ", tool.Name, compact(args))
	result := tool.Call(ctx, json.RawMessage(args))
	_, pending := toolnexus.PendingOf(result)
	switch {
	case pending:
		fmt.Println("waiting:", result.Output)
	case result.IsError():
		fmt.Println("error:  ", result.Output)
	default:
		fmt.Println("result: ", result.Output)
	}
	return result
}

func title(text string) {
	fmt.Printf("\n== %s ==\n\n", text)
}

func indent(raw json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return string(raw)
	}
	return b.String()
}

func compact(raw string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(raw)); err != nil {
		return raw
	}
	return b.String()
}

// requestID is an id as a request gets it when it has none.
var requestID = regexp.MustCompile(`pnd-[0-9A-Z]{26}`)

// masked hides request ids, which are new on every run.
func masked(raw []byte) string {
	return requestID.ReplaceAllString(string(raw), "pnd-…")
}
