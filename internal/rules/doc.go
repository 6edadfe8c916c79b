// Package rules knows what each validate tag means.
//
// It is the only place that does. [Parse] reads a tag such as
//
//	required,min=1,dive,oneof=red green
//
// into a [Tag], and [Rule.Meaning] says for each [Rule], given the kind of
// value it stands on, which JSON Schema keywords say the same, whether the
// validator's own function must run beside them, and how to put the demand
// into words for a reader who sees neither the tag nor the Go type.
//
// What a rule accepts is always both: the published keywords and, where
// [Meaning.InGo] is set, the validator's function. So keywords may be stricter
// than the function ([Narrowed]) or looser ([Shape]) and the schema and the
// check still agree. [Meaning.Class] says which; the tests hold every class
// against the validator itself.
//
// Everything a tag can get wrong is an error here: an unknown rule, a rule
// that would panic on its kind or could never hold, a parameter the validator
// would read in another way than its author, a rule whose answer depends on
// the machine. Contradictions between rules are left to the caller.
//
// The differences from github.com/go-playground/validator/v10: required is
// about presence and no rule; oneof and noneof also work on floats and bools;
// numbers are compared as the decimals written and not as float64; base64
// bytes are counted after decoding.
//
// All functions are safe for concurrent use.
package rules
