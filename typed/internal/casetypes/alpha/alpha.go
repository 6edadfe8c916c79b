// Package alpha has types that share their names with those of package beta,
// for tests of what is told apart by more than its name.
package alpha

// Window is a span of time.
type Window struct {
	OpensAt string `json:"opens_at"`
}

// Node is recursive.
type Node struct {
	Text string `json:"text"`
	Next *Node  `json:"next,omitempty"`
}
