// Package callinfo carries what the core knows of a call to the layers above,
// through the context and out of the sight of users.
package callinfo

import "context"

type noArgsKey struct{}

// WithNoArgs marks a call whose arguments were empty, blank or null, or takes
// the mark of an outer call away.
func WithNoArgs(ctx context.Context, none bool) context.Context {
	return context.WithValue(ctx, noArgsKey{}, none)
}

// NoArgs reports whether the call came without arguments.
func NoArgs(ctx context.Context) bool {
	none, _ := ctx.Value(noArgsKey{}).(bool)
	return none
}
