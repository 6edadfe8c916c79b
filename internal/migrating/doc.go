// Package migrating has one tool as several libraries declare it, and as package
// typed does. The page typed/migrating.md is made of it. It is a module of its own,
// so that nobody else needs those libraries.
package migrating

import (
	"context"
	"fmt"
)

// report is what all the tools do.
func report(_ context.Context, city string, days int, unit string) (string, error) {
	if city == "Atlantis" {
		return "", fmt.Errorf("there is no weather station in %s", city)
	}
	return fmt.Sprintf("%s, days: %d, in %s", city, days, unit), nil
}
