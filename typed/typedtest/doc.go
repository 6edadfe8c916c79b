// Package typedtest tests the argument types of tools.
//
// [Agree] proves the law for a type of your own: what its published schema
// says, a call enforces, and nothing else. It makes thousands of arguments from
// the schema, spoils half of them, and compares the verdict of the check with
// that of an independent JSON Schema validator. It is worth a line for every
// type that has hooks, unmarshalers or rules of its own:
//
//	func TestSearchAgrees(t *testing.T) {
//		typedtest.Agree[Search](t)
//	}
//
// [Args] makes valid arguments, for tests that need a call to make and do not
// care which:
//
//	args, err := typedtest.Args[Search](1)
//	result := tool.Call(ctx, args)
//
// Everything is the same on every run: instances depend on the seed alone.
package typedtest
