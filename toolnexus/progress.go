package toolnexus

import "context"

// Progress is how far a call has come.
type Progress struct {
	// Done and Total count in units of the tool's own; Total is 0 when the end
	// is not known.
	Done, Total float64
	// Message says what is going on, in words for a person.
	Message string
}

type progressKey struct{}

// WithProgress returns a context whose calls report their progress to report.
// The function is called by the tools, perhaps from several goroutines at once,
// and must not block.
func WithProgress(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

// ReportProgress tells the host how far the call has come. It does nothing where
// nobody listens.
func ReportProgress(ctx context.Context, p Progress) {
	if report, _ := ctx.Value(progressKey{}).(func(Progress)); report != nil {
		report(p)
	}
}
