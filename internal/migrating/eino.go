package migrating

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type einoForecast struct {
	City string `json:"city" jsonschema:"required,description=City to look up"`
	Days int    `json:"days,omitempty" jsonschema:"minimum=1,maximum=7,default=3"`
	Unit string `json:"unit,omitempty" jsonschema:"enum=celsius,enum=fahrenheit,default=celsius"`
}

func einoTool() (tool.InvokableTool, error) {
	return utils.InferTool("forecast", "Forecasts the weather of a city.",
		func(ctx context.Context, in einoForecast) (Weather, error) {
			text, err := report(ctx, in.City, in.Days, in.Unit)
			return Weather{text}, err
		})
}
