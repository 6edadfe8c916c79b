package pattern_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

func ExamplePortable() {
	for _, expr := range []string{`^[A-Z]{0,3}$`, `^\d{3}$`, `(?i)^id-`, `a.b`, `^(?=a)`} {
		portable, err := pattern.Portable(expr)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(portable)
	}
	// Output:
	// ^[A-Z]{0,3}$
	// ^[0-9]{3}$
	// ^[Ii][Dd]-
	// a[^\n]b
	// pattern "^(?=a)": look-ahead (?= is not part of Go's syntax
}

func ExampleCompile() {
	m, err := pattern.Compile(`^[A-Z]{3}-[0-9]{4}$`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m, m.Match([]byte("ABC-1234")), m.MatchString("abc-1234"))
	// Output: ^[A-Z]{3}-[0-9]{4}$ true false
}

func ExampleSample() {
	s, err := pattern.Sample(`^[a-c]{3,5}$`, rand.New(rand.NewPCG(1, 2)), 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(s) >= 3, len(s) <= 5)
	// Output: true true
}
