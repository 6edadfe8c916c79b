package typed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

type benchGuest struct {
	Name  string `json:"name" validate:"required,max=80"`
	Email string `json:"email" validate:"required,email"`
	Child bool   `json:"child,omitempty"`
}

type benchRoom struct {
	Code   string  `json:"code" validate:"required,alphanum"`
	Nights int     `json:"nights" validate:"min=1,max=30"`
	Rate   float64 `json:"rate" validate:"gt=0"`
	View   string  `json:"view,omitempty" validate:"oneof=sea garden city"`
}

type benchBooking struct {
	Lead   benchGuest   `json:"lead"`
	Guests []benchGuest `json:"guests" validate:"max=20"`
	Rooms  []benchRoom  `json:"rooms" validate:"min=1,max=1000"`
	Deal   string       `json:"deal" validate:"oneof=none early late"`
	Fee    float64      `json:"fee" validate:"gte=0"`
	Notes  string       `json:"notes,omitempty" validate:"max=500"`
}

type benchQuote struct {
	Rooms  int     `json:"rooms"`
	Nights int     `json:"nights"`
	Total  float64 `json:"total"`
	Deal   string  `json:"deal"`
}

func quote(in benchBooking) benchQuote {
	out := benchQuote{Rooms: len(in.Rooms), Deal: in.Deal, Total: in.Fee}
	for _, r := range in.Rooms {
		out.Nights += r.Nights
		out.Total += float64(r.Nights) * r.Rate
	}
	return out
}

func booking(rooms int) []byte {
	room := `{"code":"B12","nights":3,"rate":119.5,"view":"sea"}`
	return fmt.Appendf(nil, `{"lead":{"name":"Ada Lovelace","email":"ada@example.com"},"guests":[{"name":"Kim","email":"kim@example.org","child":true}],"rooms":[%s],"deal":"early","fee":4.5,"notes":"Late arrival."}`,
		strings.TrimSuffix(strings.Repeat(room+",", rooms), ","))
}

// floor is what a careful person writes without an SDK: decode, a few checks
// on the struct, encode.
func floor(args []byte) ([]byte, error) {
	var in benchBooking
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	if in.Lead.Name == "" || !strings.Contains(in.Lead.Email, "@") || len(in.Rooms) == 0 || in.Fee < 0 {
		return nil, fmt.Errorf("invalid")
	}
	for _, r := range in.Rooms {
		if r.Code == "" || r.Nights < 1 || r.Nights > 30 || r.Rate <= 0 {
			return nil, fmt.Errorf("invalid room")
		}
	}
	return json.Marshal(quote(in))
}

func benchTool() toolnexus.Tool {
	return typed.MustDefine("quote", "Quotes a booking.", func(_ context.Context, in benchBooking) (benchQuote, error) {
		return quote(in), nil
	})
}

var benchSizes = map[string]int{"medium": 5, "large": 500}

// BenchmarkCall compares a whole valid call with the floor.
func BenchmarkCall(b *testing.B) {
	for size, rooms := range benchSizes {
		args := booking(rooms)
		b.Run(size+"/floor", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := floor(args); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(size+"/typed", func(b *testing.B) {
			tool, ctx := benchTool(), context.Background()
			b.ReportAllocs()
			for b.Loop() {
				if r := tool.Call(ctx, args); r.IsError() {
					b.Fatal(r.Output)
				}
			}
		})
	}
}

// BenchmarkReject is a call with three mistakes.
func BenchmarkReject(b *testing.B) {
	args := booking(5)
	args = bytes.Replace(args, []byte(`"nights":3`), []byte(`"nights":0`), 1)
	args = bytes.Replace(args, []byte(`ada@`), []byte(`ada at `), 1)
	args = bytes.Replace(args, []byte(`"deal":"early"`), []byte(`"deal":"never"`), 1)
	tool, ctx := benchTool(), context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if r := tool.Call(ctx, args); !r.IsError() {
			b.Fatal(r.Output)
		}
	}
}

// BenchmarkDefine makes a tool, the first of its types and a later one.
func BenchmarkDefine(b *testing.B) {
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := schema.For[benchBooking](schema.Input, schema.Rules()); err != nil { // not cached
				b.Fatal(err)
			}
		}
	})
	b.Run("later", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			benchTool()
		}
	})
}

// BenchmarkCheck compares the walk alone with decoding alone.
func BenchmarkCheck(b *testing.B) {
	s, err := schema.For[benchBooking](schema.Input)
	if err != nil {
		b.Fatal(err)
	}
	for size, rooms := range benchSizes {
		args := booking(rooms)
		b.Run(size+"/unmarshal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var in benchBooking
				if err := json.Unmarshal(args, &in); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(size+"/walk", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := s.Check(args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
