package agree

import "flag"

// Repeatable has rapid draw the same on every run, so that a change is what breaks
// a test. Others are drawn with -rapid.seed. Call it before rapid.Check.
func Repeatable() {
	if seed := flag.Lookup("rapid.seed"); seed != nil && seed.Value.String() == "0" {
		_ = seed.Value.Set("1") // a number, as it wants
	}
}
