// Package dialect rewrites JSON Schemas into what the providers of models take.
//
// What a provider takes is data, a [Profile]. [Rewrite] reads a schema of any
// origin, brings it into the form of draft 2020-12, and runs the stages that
// the profile asks for. Each stage changes the schema in place and knows which
// keywords hold schemas, which hold names, and which hold data, so that a
// property named like a keyword is a property.
//
// A rewritten schema never refuses what the source accepts, but for what the
// losses say cannot be given any more: a call that fits the source is a call
// that the tool takes. What the source demands beyond it is a loss, too, and is
// said in a description where words can say it.
package dialect
