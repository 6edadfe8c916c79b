// Package snapshot keeps what models are told of tools in files, one for each
// tool, and says in words what has changed since.
//
// A file is the declaration of a tool as [toolnexus.Tool.MarshalJSON] writes it,
// indented, with the member "dialects" for the renderings that were asked for.
package snapshot
