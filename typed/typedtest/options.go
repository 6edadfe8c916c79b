package typedtest

import "github.com/toolnexus/go-sdk/schema"

// Option adjusts [Agree] and [Args].
type Option func(*options)

type options struct {
	instances int
	seed      uint64
	schema    []schema.Option
}

func newOptions(opts []Option) *options {
	const enough = 4000
	o := &options{instances: enough, seed: 1}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

// Instances sets how many arguments [Agree] tries. The default is 4,000, which
// takes about a second.
func Instances(n int) Option { return func(o *options) { o.instances = n } }

// Seed makes [Agree] try other arguments than those of the default seed 1.
func Seed(seed uint64) Option { return func(o *options) { o.seed = seed } }

// Schema describes the type with the given options: those that its tool is
// defined with.
func Schema(opts ...schema.Option) Option {
	return func(o *options) { o.schema = append(o.schema, opts...) }
}
