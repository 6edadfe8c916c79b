package main

func Example() {
	main()
	// Output:
	// source:  tools [forecast to_fahrenheit] <nil>
	// source:  office [book_room] <nil>
	// source:  crm [] crm.example.com does not answer
	// tools:   [{"type":"function","function":{"name":"forecast","descripti…
	// message: {"role":"tool","tool_call_id":"call_1","content":"Rain in Oslo, days: 1"}
	// call:    book_room {"guests":30}
	// error:   book_room was not run: 1 problem with its arguments
	// guests: must be at most 12 (got 30)
	// call:    delete_room {}
	// error:   Unknown tool: delete_room
	// call:    toFahrenheit {"celsius":21}
	// error:   Unknown tool: toFahrenheit; did you mean "to_fahrenheit"?
	// tools:   [{"name":"forecast","description":"Tells the weather of the …
	// tools:   [{"functionDeclarations":[{"name":"forecast","description":"…
	// block:   {"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"{\"fahrenheit\":69.8}"}],"is_error":false}
	// part:    {"functionResponse":{"name":"to_fahrenheit","response":{"output":{"fahrenheit":69.8}}}}
}
