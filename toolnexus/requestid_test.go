package toolnexus

import (
	"bytes"
	"crypto/rand"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
)

func TestRequestIDsGrow(t *testing.T) {
	now := time.Now()
	for _, tt := range []struct {
		name  string
		clock func(i int) time.Time
	}{
		{"within a millisecond", func(int) time.Time { return now }},
		{"while time passes", func(i int) time.Time { return now.Add(time.Duration(i) * time.Millisecond) }},
		{"when the clock steps back", func(i int) time.Time { return now.Add(-time.Duration(i) * time.Hour) }},
		{"when the clock is before 1970", func(i int) time.Time { return time.Unix(-int64(i), 0) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newIDSource(rand.Reader)
			last := ""
			for i := range 1000 {
				id := s.next(tt.clock(i))
				if id <= last {
					t.Fatalf("%s came after %s", id, last)
				}
				if _, err := ulid.ParseStrict(id[len(requestIDPrefix):]); err != nil {
					t.Fatalf("%s: %v", id, err)
				}
				last = id
			}
		})
	}
}

func TestRequestIDsGrowWhenAMillisecondIsUsedUp(t *testing.T) {
	// The first id takes the largest entropy there is.
	s := newIDSource(io.MultiReader(bytes.NewReader(bytes.Repeat([]byte{0xff}, 10)), rand.Reader))
	now := time.Now()
	first, second := s.next(now), s.next(now)
	if second <= first {
		t.Errorf("%s came after %s", second, first)
	}
	if second[len(second)-16:] == "0000000000000000" {
		t.Errorf("%s has no entropy", second)
	}
}

func TestRequestIDsAreUniqueAcrossGoroutines(t *testing.T) {
	const goroutines, each = 8, 200
	ids := make([][]string, goroutines)
	var wg sync.WaitGroup
	for i := range goroutines {
		wg.Go(func() {
			for range each {
				ids[i] = append(ids[i], Request{}.identified().ID)
			}
		})
	}
	wg.Wait()

	for _, own := range ids {
		if !slices.IsSorted(own) {
			t.Error("the ids of one goroutine are not in order")
		}
	}
	all := slices.Concat(ids...)
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != goroutines*each {
		t.Errorf("%d of %d ids are different", n, goroutines*each)
	}
}

func TestARequestKeepsItsID(t *testing.T) {
	if got := (Request{ID: "mine"}).identified().ID; got != "mine" {
		t.Errorf("id = %q", got)
	}
}

func BenchmarkRequestID(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Request{}.identified()
	}
}
