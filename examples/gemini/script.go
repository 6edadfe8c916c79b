package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
)

// script is what the model says: a call with a mistake, the call without it, and
// the answer.
var script = []string{
	`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"forecast","args":{"city":"Oslo","days":10}}}]}}]}`,
	`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"forecast","args":{"city":"Oslo","days":3}}}]}}]}`,
	`{"candidates":[{"content":{"role":"model","parts":[{"text":"Yes, today and tomorrow."}]}}]}`,
}

// startScript starts a server that answers each request with the next line of
// the script.
func startScript() *httptest.Server {
	var requests atomic.Int64
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := int(requests.Add(1))
		if n > len(script) {
			http.Error(w, "the script has ended", http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintln(w, script[n-1])
	}))
}
