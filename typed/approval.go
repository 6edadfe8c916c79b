package typed

import (
	"context"
	"reflect"
)

// RequireApproval has a person approve calls. For each call whose arguments are
// good, before the handler runs, ask decides whether approval is needed and
// what to ask. The approval counts for exactly these arguments. In must be the
// input type of the tool, which Define checks.
func RequireApproval[In any](ask func(in In) (prompt string, needed bool)) Option {
	return func(o *options) {
		o.approvals = append(o.approvals, approval{
			in: reflect.TypeFor[In](),
			ask: func(in any) (string, bool) {
				return ask(*in.(*In)) //nolint:errcheck,forcetypeassert // Define saw to it
			},
		})
	}
}

// approval is one RequireApproval without its type. ask takes a pointer to In.
type approval struct {
	in  reflect.Type
	ask func(in any) (prompt string, needed bool)
}

// approve asks for every approval that the arguments need.
func (c *core) approve(ctx context.Context, in any) error {
	for _, a := range c.opts.approvals {
		if prompt, needed := a.ask(in); needed {
			if err := Approve(ctx, prompt); err != nil {
				return err
			}
		}
	}
	return nil
}

// SignRequests signs the requests of the tool's suspensions with HMAC-SHA-256,
// and has a call resumed only for a request that is unchanged since. Use it
// where requests pass through hands that could forge one. Every process that
// resumes calls needs the same key.
func SignRequests(key []byte) Option {
	return func(o *options) { o.signingKey = append([]byte{}, key...) }
}
