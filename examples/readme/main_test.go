package main

func Example() {
	main()
	// Output:
	// {"type":"object","properties":{"celsius":{"type":"number","description":"Temperature to convert","minimum":-273.15}},"required":["celsius"],"additionalProperties":false}
	// {"fahrenheit":69.8}
	// to_fahrenheit was not run: 2 problems with its arguments
	// celsius: must be at least -273.15 (got -300)
	// scale: is not known here; known: celsius
}
