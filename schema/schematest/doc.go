// Package schematest pins what models are told of tools, in tests.
//
//	func TestTools(t *testing.T) {
//		schematest.Snapshot(t, tools.All()...)
//	}
//
// The first run fails, since there are no snapshots yet. With -update it writes
// them to testdata/snapshots/TestTools, one JSON file for each tool, to be
// committed:
//
//	go test ./internal/tools -run TestTools -update
//
// From then on the test fails when a schema, a description or a hint changes, and
// says in words what changed, where, and whether that breaks those who call the
// tool or read its results; see [schema.Diff]. So does a tool that came or went. A
// missing file is a failure and is never written without being asked for, so the
// test is safe where nobody looks at it.
//
// # What is compared
//
// Schemas are compared with the order of their properties, as models see it.
// White space and the ends of lines do not count. Files in the directory that no
// tool has are reported; -update removes them if they are snapshots.
//
// [Options] name another directory, and dialects whose renderings are pinned, too.
//
// # The flag
//
// The package defines the flag -update for the tests that import it, unless there
// is one. A test package with golden files of its own asks [Update] instead of
// defining the flag a second time, which the flag package does not allow.
package schematest
