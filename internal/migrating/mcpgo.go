package migrating

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type mcpGoForecast struct {
	City string `json:"city"`
	Days int    `json:"days"`
	Unit string `json:"unit"`
}

func mcpGoTool(s *server.MCPServer) {
	tool := mcp.NewTool("forecast", mcp.WithDescription("Forecasts the weather of a city."),
		mcp.WithString("city", mcp.Required(), mcp.Description("City to look up")),
		mcp.WithNumber("days", mcp.Min(1), mcp.Max(7), mcp.DefaultNumber(3)),
		mcp.WithString("unit", mcp.Enum("celsius", "fahrenheit"), mcp.DefaultString("celsius")),
	)
	s.AddTool(tool, mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, in mcpGoForecast) (*mcp.CallToolResult, error) {
		text, err := report(ctx, in.City, in.Days, in.Unit)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(text), nil
	}))
}
