// Package beta has types that share their names with those of package alpha,
// for tests of what is told apart by more than its name.
package beta

// Window is a pane of glass.
type Window struct {
	WidthMM int `json:"width_mm"`
}

// Node is recursive.
type Node struct {
	Count int    `json:"count"`
	Next  []Node `json:"next,omitempty"`
}
