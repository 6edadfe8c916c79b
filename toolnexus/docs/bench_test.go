package docs_test

import (
	"fmt"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

// A thousand tools, with all dialects, in all outputs.
func BenchmarkReference(b *testing.B) {
	var tools []toolnexus.Tool
	for i := range 1000 {
		tools = append(tools, raw(fmt.Sprintf("tool_%03d", i), "Searches.", searchSchema))
	}
	b.ReportAllocs()
	for b.Loop() {
		r, err := docs.New(tools...)
		if err != nil {
			b.Fatal(err)
		}
		r.Markdown()
		r.JSON()
		r.HTML()
	}
}
