package interop

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// A Server plays a provider on the loopback interface. It answers each request
// with the next reply of its script.
type Server struct {
	URL string

	mu       sync.Mutex
	replies  []string
	requests []Request
}

// A Request is what a [Server] was sent.
type Request struct {
	Method, Path string
	Header       http.Header
	Body         json.RawMessage
}

// NewServer starts a server, which is closed when the test ends. Replies are
// JSON.
func NewServer(t testing.TB, replies ...string) *Server {
	t.Helper()
	s := &Server{replies: replies}
	loopback := httptest.NewServer(s)
	t.Cleanup(loopback.Close)
	s.URL = loopback.URL
	return s
}

// ServeHTTP implements [http.Handler]. A request beyond the script is a bad one.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.requests)
	s.requests = append(s.requests, Request{r.Method, r.URL.Path, r.Header, body})
	w.Header().Set("Content-Type", "application/json")
	if n >= len(s.replies) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"message":"the script has ended"}}`) // the client sees what is cut off
		return
	}
	_, _ = io.WriteString(w, s.replies[n])
}

// Requests are what the server was sent. The test fails unless that is one
// request for each reply.
func (s *Server) Requests(t testing.TB) []Request {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) != len(s.replies) {
		t.Fatalf("the server was sent %d requests, want %d", len(s.requests), len(s.replies))
	}
	return s.requests
}

// Field returns the value at a path of names into the body.
func (r Request) Field(t testing.TB, path ...string) json.RawMessage {
	t.Helper()
	value := r.Body
	for _, name := range path {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(value, &object); err != nil {
			t.Fatalf("%s is no object: %v", value, err)
		}
		value = object[name]
		if value == nil {
			t.Fatalf("nothing at %q in %s", path, r.Body)
		}
	}
	return value
}
