package migrating

import (
	"context"
	"encoding/json"
	"errors"
)

var mapSchema = json.RawMessage(`{
	"type": "object",
	"properties": {
		"city": {"type": "string", "description": "City to look up"},
		"days": {"type": "integer", "minimum": 1, "maximum": 7, "default": 3},
		"unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"}
	},
	"required": ["city"]
}`)

func mapHandler(ctx context.Context, args map[string]any) (string, error) {
	city, ok := args["city"].(string)
	if !ok {
		return "", errors.New("city is missing")
	}
	days := 3
	if n, ok := args["days"].(float64); ok {
		days = int(n)
	}
	unit := "celsius"
	if s, ok := args["unit"].(string); ok {
		unit = s
	}
	return report(ctx, city, days, unit)
}
