package tooltest_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/tooltest"
)

func ExampleRun() {
	var t *testing.T // of a test function

	tooltest.Run(t, func(*testing.T) toolnexus.Source {
		return toolnexus.Tools(toolnexus.DefineTool("ping", "Answers pong.", nil,
			func(context.Context, json.RawMessage) (string, error) { return "pong", nil }))
	})
}

// A tool that is known to be harmless may be called although its hints do not
// say so.
func ExampleOptions_Run() {
	var t *testing.T // of a test function

	opts := tooltest.Options{MayCall: func(tool toolnexus.Tool) bool { return tool.Name == "ping" }}
	opts.Run(t, func(*testing.T) toolnexus.Source {
		return toolnexus.Tools(toolnexus.DefineTool("ping", "Answers pong.", nil,
			func(context.Context, json.RawMessage) (string, error) { return "pong", nil }))
	})
}
