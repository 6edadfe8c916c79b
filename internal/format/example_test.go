package format_test

import (
	"fmt"

	"github.com/toolnexus/go-sdk/internal/format"
)

func ExampleLookup() {
	check, ok := format.Lookup("date-time")
	if ok && !check([]byte("2026-05-01 10:00")) {
		fmt.Println(format.Want("date-time"))
	}
	// Output: must be an RFC 3339 date and time with a time zone, such as 2026-05-01T10:00:00Z
}
