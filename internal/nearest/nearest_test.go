package nearest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/nearest"
)

func ExampleOf() {
	fmt.Println(nearest.Of("omitemtpy", []string{"omitzero", "omitempty", "string"}))
	// Output:
	// omitempty
}

func TestOf(t *testing.T) {
	for word, want := range map[string]string{
		"city":                    "city",
		"City":                    "city",
		"cities":                  "",
		"ciyt":                    "city", // swapped
		"ctiy":                    "city",
		"cit":                     "city", // left out
		"citty":                   "city", // added
		"maxCount":                "max_count",
		"MAX-COUNT":               "max_count",
		"maxAmount":               "max_count",
		"unit":                    "units",
		"":                        "",
		"x":                       "",
		strings.Repeat("x", 1000): "",
	} {
		if got := nearest.Of(word, []string{"city", "max_count", "units"}); got != want {
			t.Errorf("%.20s: %q, want %q", word, got, want)
		}
	}
	if got := nearest.Of("city", nil); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}
