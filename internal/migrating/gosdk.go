package migrating

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type goSDKForecast struct {
	City string `json:"city" jsonschema:"City to look up"`
	Days int    `json:"days,omitempty"`
	Unit string `json:"unit,omitempty"`
}

func goSDKTool(server *mcp.Server) {
	tool := &mcp.Tool{Name: "forecast", Description: "Forecasts the weather of a city."}
	mcp.AddTool(server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in goSDKForecast) (*mcp.CallToolResult, Weather, error) {
		text, err := report(ctx, in.City, in.Days, in.Unit)
		return nil, Weather{text}, err
	})
}
