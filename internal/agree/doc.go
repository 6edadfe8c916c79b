// Package agree holds a published JSON Schema against the check that enforces
// it, with an independent validator as the judge.
//
//	g, err := agree.NewGenerator(published)
//	args := g.Instance(rnd, agree.Mode{Mutate: 1.0 / 20})
//
// A [Generator] reads nothing but the published bytes: what it makes is what a
// reader of the schema could send, and then what a careless one would. A
// [Subject] is the check in question; [Subject.Try] asks it and the judge about
// one text and returns a [*Disagreement] where the two part, or where the check
// does not keep what it promises.
//
// Everything is deterministic for a given source of random numbers.
package agree
