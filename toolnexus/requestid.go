package toolnexus

import (
	"crypto/rand"
	"io"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"
)

const requestIDPrefix = "pnd-"

// requestIDs is shared by all requests, because ids only sort in the order they
// were made if one source makes them.
var requestIDs = newIDSource(rand.Reader)

// An idSource makes ids that cannot be guessed and that grow with every one,
// within a millisecond and when the clock steps back. It is safe for concurrent
// use.
type idSource struct {
	mu      sync.Mutex
	last    uint64 // the latest millisecond used
	entropy *ulid.MonotonicEntropy
}

func newIDSource(random io.Reader) *idSource {
	return &idSource{entropy: ulid.Monotonic(random, 0)}
}

func (s *idSource) next(now time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ms := now.UnixMilli(); ms > 0 {
		s.last = max(s.last, uint64(ms))
	}
	id, err := ulid.New(s.last, s.entropy)
	if err != nil {
		// This millisecond has no larger id left; borrow the next one, which
		// starts with fresh entropy. It cannot fail: crypto/rand never does.
		s.last++
		id, _ = ulid.New(s.last, s.entropy)
	}
	return requestIDPrefix + id.String()
}
