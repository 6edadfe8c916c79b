package interop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// A Call is a call of a tool, as a model makes it.
type Call struct {
	Tool   toolnexus.Tool
	Args   string
	Strict string // the arguments as strict mode has a model write them, if that differs
	Says   string // the text that answers it, if that is not the arguments
}

// Arguments are the arguments as a model writes them.
func (c Call) Arguments(strict bool) string {
	if strict && c.Strict != "" {
		return c.Strict
	}
	return c.Args
}

// CheckText checks the text that a model reads of the result.
func (c Call) CheckText(t testing.TB, got string) {
	t.Helper()
	want := c.Says
	if want == "" {
		want = c.Args
	}
	if got != want && (!json.Valid([]byte(want)) || Diff([]byte(want), []byte(got)) != "") {
		t.Errorf("%s: the model reads %s, want %s", c.Tool.Name, got, want)
	}
}

// CallID is the id of the i-th of the [Calls].
func CallID(i int) string { return fmt.Sprintf("call_%d", i) }

// Calls are the tools of all tests, with a call that succeeds for each but the
// last one. Between them, their schemas have every shape that a Go type gives.
func Calls() []Call {
	return []Call{
		{
			Tool:   typed.MustDefine("search_flights", "Finds direct flights of one day.", echo[flightSearch]),
			Args:   `{"from":"OSL","to":"LIS","date":"2027-05-14","passengers":2}`,
			Strict: `{"from":"OSL","to":"LIS","date":"2027-05-14","passengers":2,"cabin":null,"max_price":null,"flexible":null}`,
			Says:   `{"from":"OSL","to":"LIS","date":"2027-05-14","passengers":2,"cabin":"economy"}`,
		},
		{
			Tool: typed.MustDefine("plan_trip", "Keeps the plan of a trip: \"legs\", a budget & labels <any>.", echo[trip]),
			Args: `{"title":"Été à Lisbonne 🌞","legs":[{"from":{"city":"Oslo","lat":59.9},"to":{"city":"Lisboa","lat":38.7},` +
				`"at":"2027-05-14T07:05:00+02:00","seats":["12A"]}],"labels":{"colour":"green"}}`,
		},
		{
			Tool: typed.MustDefine("grow_tree", "Keeps a tree.", echo[tree]),
			Args: `{"root":{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}]}}`,
		},
		{
			Tool: typed.MustDefine("keep_anything", "Keeps values of any type.", echo[anything]),
			Args: `{"value":[1,"two",null,{"three":3}],"raw":{"a":1.50},"named":{"x":true}}`,
		},
		{
			Tool: typed.MustDefine("keyword_names", "Takes arguments named like keywords.", echo[keywords]),
			Args: `{"type":"t","properties":{"items":["a"],"enum":1},"required":true,"items":[{"const":"c"}],"enum":"enum",` +
				`"const":1.5,"description":"d","title":"t","default":0,"pattern":"^p$","format":"date"}`,
		},
		{
			Tool: typed.MustDefine("set_clock", "Takes values that are text on the wire.", echo[clock]),
			Args: `{"at":"2027-05-14T20:00:00Z","every":"1h30m0s","link":"https://example.com/a?b=c","host":"192.0.2.1",` +
				`"big":123456789012345678901234567890,"serial":9007199254740993,"blob":"aGVsbG8=","amount":12.50}`,
		},
		{
			Tool: typed.MustDefine("move_points", "Takes lists of lists.", echo[points]),
			Args: `{"points":[[1.5,-2],[0,0]],"grid":[[1,0],[0,1]]}`,
		},
		{
			Tool: typed.MustDefine("draw_shape", "Takes one of two shapes.", echo[drawing]),
			Args: `{"shape":{"kind":"circle","radius":2},"layer":"front"}`,
		},
		{
			Tool: typed.MustDefine("show_chart", "Shows what was measured.", showChart),
			Args: `{}`,
			Says: `{"points":3}`,
		},
		{
			Tool: typed.MustDefine("cancel_order", "Cancels an order.", cancelOrder),
			Args: `{"order":"A-1042"}`,
			Says: `A-1042: it has been shipped; offer to take it back`,
		},
	}
}

// Tools are the tools of [Calls].
func Tools() []toolnexus.Tool {
	var tools []toolnexus.Tool
	for _, c := range Calls() {
		tools = append(tools, c.Tool)
	}
	return tools
}

// echo returns its arguments, so that a result shows what a call has decoded.
func echo[T any](_ context.Context, in T) (T, error) { return in, nil }

type flightSearch struct {
	From       string   `json:"from" jsonschema:"IATA code of the airport of departure,pattern=^[A-Z]{3}$"`
	To         string   `json:"to" validate:"nefield=From" jsonschema:"IATA code of the airport of arrival,pattern=^[A-Z]{3}$"`
	Date       string   `json:"date" validate:"datetime=2006-01-02"`
	Passengers int      `json:"passengers" validate:"min=1,max=9"`
	Cabin      string   `json:"cabin,omitempty" validate:"oneof=economy business" jsonschema:"default=economy"`
	MaxPrice   *float64 `json:"max_price,omitempty" validate:"gt=0" jsonschema:"Highest price of all seats, in EUR"`
	Flexible   *bool    `json:"flexible,omitempty"`
}

type trip struct {
	Title  string            `json:"title" validate:"required,max=80"`
	Legs   []leg             `json:"legs" validate:"min=1,max=5" jsonschema:"In the order of travel"`
	Budget *budget           `json:"budget,omitempty"`
	Labels map[string]string `json:"labels,omitempty" jsonschema:"Whatever helps to find the trip again"`
}

type leg struct {
	From  place     `json:"from"`
	To    place     `json:"to"`
	At    time.Time `json:"at" jsonschema:"Departure"`
	Seats []string  `json:"seats,omitempty" validate:"unique,max=9,dive,max=4"`
}

type place struct {
	City string  `json:"city" validate:"required"`
	Lat  float32 `json:"lat" validate:"gte=-90,lte=90"`
}

type budget struct {
	money
	PerDay *money `json:"per_day,omitempty"`
}

type money struct {
	Amount   float64 `json:"amount" validate:"gte=0"`
	Currency string  `json:"currency" validate:"oneof=EUR NOK"`
}

type tree struct {
	Root node `json:"root"`
}

type node struct {
	Name     string `json:"name"`
	Children []node `json:"children,omitempty"`
}

type anything struct {
	Value any             `json:"value" jsonschema:"Any JSON"`
	Raw   json.RawMessage `json:"raw,omitempty"`
	Named map[string]any  `json:"named,omitempty"`
}

type keywords struct {
	Type        string      `json:"type"`
	Properties  moreOfThem  `json:"properties"`
	Required    bool        `json:"required"`
	Items       []constant  `json:"items"`
	Enum        string      `json:"enum" validate:"oneof=enum const"`
	Const       json.Number `json:"const"`
	Description string      `json:"description"`
	Title       string      `json:"title"`
	Default     int         `json:"default"`
	Pattern     string      `json:"pattern" jsonschema:"pattern=^.p.$"`
	Format      string      `json:"format"`
}

type moreOfThem struct {
	Items []string `json:"items"`
	Enum  int      `json:"enum"`
}

type constant struct {
	Const string `json:"const" jsonschema:"const=c"`
}

type clock struct {
	At     time.Time     `json:"at"`
	Every  time.Duration `json:"every"`
	Link   url.URL       `json:"link"`
	Host   netip.Addr    `json:"host"`
	Big    *big.Int      `json:"big"`
	Serial uint64        `json:"serial"`
	Blob   []byte        `json:"blob"`
	Amount json.Number   `json:"amount"`
}

type points struct {
	Points [][2]float64 `json:"points" validate:"max=100"`
	Grid   [][]int8     `json:"grid"`
}

type drawing struct {
	Shape shape  `json:"shape"`
	Layer string `json:"layer" validate:"oneof=front back"`
}

// shape is a circle or a square, and its schema says so.
type shape struct {
	fields json.RawMessage
}

func (s shape) MarshalJSON() ([]byte, error) { return s.fields, nil }

func (s *shape) UnmarshalJSON(text []byte) error { return s.fields.UnmarshalJSON(text) }

func (shape) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Description: "What to draw",
		OneOf:       []*jsonschema.Schema{shapeOf("circle", "radius"), shapeOf("square", "side")},
	}
}

func shapeOf(kind, size string) *jsonschema.Schema {
	properties := jsonschema.NewProperties()
	properties.Set("kind", &jsonschema.Schema{Type: "string", Const: kind})
	properties.Set(size, &jsonschema.Schema{Type: "number", ExclusiveMinimum: "0"})
	return &jsonschema.Schema{
		Type:                 "object",
		Properties:           properties,
		Required:             []string{"kind", size},
		AdditionalProperties: jsonschema.FalseSchema,
	}
}

type chart struct {
	Points int `json:"points"`
}

func showChart(context.Context, struct{}) (typed.Result[chart], error) {
	return typed.Result[chart]{Value: chart{Points: 3}, Parts: Parts()}, nil
}

type order struct {
	Order string `json:"order"`
}

var errShipped = errors.New("it has been shipped; offer to take it back")

func cancelOrder(_ context.Context, in order) (typed.Text, error) {
	return "", fmt.Errorf("%s: %w", in.Order, errShipped)
}
