package docs

import (
	"errors"
	"fmt"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// Options say what is written around the tools. The zero value has defaults for
// all of it.
type Options struct {
	// Title is the heading of the documentation. Empty means "Tools".
	Title string

	// Intro is plain text below the title, with an empty line between paragraphs.
	Intro string

	// Dialects are the renderings that are shown beside the schema of each tool,
	// in this order. Nil means all dialects; an empty slice that is not nil, none.
	Dialects []schema.Dialect
}

// Reference is the documentation of some tools. It never changes, is safe for
// concurrent use, and is the same bytes for the same tools and options.
type Reference struct {
	title, intro string
	tools        []tool
}

// New documents tools with the default options; see [Options.New].
func New(tools ...toolnexus.Tool) (*Reference, error) { return Options{}.New(tools...) }

// New documents tools, in their order. The error lists everything that is wrong
// at once: each tool that is not valid, as [toolnexus.Tool.ValidateDeclaration] says, and
// each name that several tools have, as a [*RepeatedNameError].
//
// A schema that is valid and yet cannot be understood is no error. It is shown as
// it is.
func (o Options) New(tools ...toolnexus.Tool) (*Reference, error) {
	if err := check(tools); err != nil {
		return nil, err
	}
	dialects := o.Dialects
	if dialects == nil {
		dialects = schema.Dialects()
	}
	r := &Reference{title: oneLine(o.Title), intro: clean(o.Intro)}
	if r.title == "" {
		r.title = "Tools"
	}
	for _, t := range tools {
		documented, err := newTool(t, dialects)
		if err != nil {
			return nil, err
		}
		r.tools = append(r.tools, documented)
	}
	return r, nil
}

// A RepeatedNameError says that several tools have one name, so that nobody could
// tell which of them is meant.
type RepeatedNameError struct {
	Name  string
	Count int // how many tools have it
}

func (e *RepeatedNameError) Error() string {
	return fmt.Sprintf("%d tools have the name %q", e.Count, e.Name)
}

func check(tools []toolnexus.Tool) error {
	count := map[string]int{}
	for _, t := range tools {
		count[t.Name]++
	}
	var errs []error
	for _, t := range tools {
		if n := count[t.Name]; n > 1 {
			errs = append(errs, &RepeatedNameError{t.Name, n})
			count[t.Name] = 0 // it is said once
		}
		errs = append(errs, t.ValidateDeclaration())
	}
	return errors.Join(errs...)
}
