// Package plan compiles a JSON Schema document into an immutable plan and
// checks raw JSON text against it in one walk.
//
// The walk reports every problem it finds, in document order, and notes the
// few leniencies that callers may allow (see [Mode]) as edits of the text. It
// does not allocate when the text is accepted as it stands.
//
// The texts it accepts are I-JSON (RFC 7493): valid UTF-8 without lone
// surrogates, no name twice in an object, numbers that a double can hold
// (integers keep all their digits), nesting and size within bounds. Anything
// else is refused whatever the schema says.
//
// A plan may also know what Go will do with the text ([Node.Target]): where
// encoding/json reads a form that the schema does not speak of (nanoseconds
// for "1h30m"), the walk notes the rewrite.
package plan
