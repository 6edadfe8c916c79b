package main

import (
	"context"
	"fmt"
)

func Example() {
	if err := run(context.Background(), "", "gpt-4o-mini"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// call:   forecast {"city":"Oslo","days":10}
	// result: forecast was not run: 1 problem with its arguments
	// days: must be at most 7 (got 10)
	// call:   forecast {"city":"Oslo","days":3}
	// result: {"city":"Oslo","days":["rain","rain","sun"]}
	// answer: Yes, today and tomorrow.
}
