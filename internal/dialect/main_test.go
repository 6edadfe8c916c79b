package dialect_test

import (
	"flag"
	"log"
	"os"
	"testing"
)

// TestMain has every run draw the same schemas, so that a change is what breaks
// a test. Other ones are drawn with -rapid.seed.
func TestMain(m *testing.M) {
	flag.Parse()
	if seed := flag.Lookup("rapid.seed").Value; seed.String() == "0" {
		if err := seed.Set("1"); err != nil {
			log.Fatal(err)
		}
	}
	os.Exit(m.Run())
}
