// Package comments writes the comments of struct fields into a Go file, as the
// methods by which the package schema asks a type for the descriptions of its
// fields:
//
//	func (Booking) GetFieldDocString(field string) string
//
// A field has the comment above it, or else the one behind it. A type that has
// the method already is left alone. A struct that embeds another one gets a
// method even if it has nothing to say: it would inherit the other's, and answer
// for fields of its own with comments of the other.
//
// Types inside functions have no methods, and files with build constraints may
// not be there: both are left out.
package comments
