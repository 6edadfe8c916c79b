package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// FlightSearch is what search_flights takes.
type FlightSearch struct {
	Origin      string   `json:"origin" jsonschema:"IATA code of the airport of departure,pattern=^[A-Z]{3}$"`
	Destination string   `json:"destination" validate:"nefield=Origin" jsonschema:"IATA code of the airport of arrival,pattern=^[A-Z]{3}$"`
	Date        string   `json:"date" validate:"datetime=2006-01-02" jsonschema:"Day of departure"`
	Passengers  int      `json:"passengers" validate:"min=1,max=9"`
	Cabin       string   `json:"cabin,omitempty" validate:"oneof=economy business" jsonschema:"default=economy"`
	MaxPrice    *float64 `json:"max_price,omitempty" validate:"gt=0" jsonschema:"Highest price of all seats together, in EUR"`
}

// Flight is one flight on offer.
type Flight struct {
	Number  string  `json:"number"`
	Departs string  `json:"departs"`
	Arrives string  `json:"arrives"`
	Price   float64 `json:"price" jsonschema:"Price of all seats together, in EUR"`
}

// Flights is what search_flights returns.
type Flights struct {
	Cabin   string   `json:"cabin"`
	Flights []Flight `json:"flights"`
}

// The timetable, with the price of one seat in economy.
var timetable = []Flight{
	{Number: "TP 755", Departs: "14:10", Arrives: "17:30", Price: 129},
	{Number: "DY 1812", Departs: "07:05", Arrives: "10:20", Price: 164.5},
}

func searchFlights(_ context.Context, in FlightSearch) (Flights, error) {
	out := Flights{Cabin: in.Cabin}
	for _, flight := range timetable {
		flight.Price *= float64(in.Passengers)
		if in.Cabin == "business" {
			flight.Price *= 3
		}
		if in.MaxPrice == nil || flight.Price <= *in.MaxPrice {
			out.Flights = append(out.Flights, flight)
		}
	}
	return out, nil
}

// TableRequest is what book_table takes.
type TableRequest struct {
	Restaurant string    `json:"restaurant" validate:"required,max=80"`
	At         time.Time `json:"at" jsonschema:"When the guests arrive"`
	Guests     int       `json:"guests" validate:"min=1,max=12"`
	Contact    Contact   `json:"contact"`
	Wishes     []string  `json:"wishes,omitempty" validate:"max=5,unique" jsonschema:"Such as window or high chair"`
}

// Contact is who booked the table.
type Contact struct {
	Name  string `json:"name" validate:"required"`
	Email string `json:"email" validate:"email"`
}

// errFullyBooked is for the model: it says what else to try.
var errFullyBooked = errors.New("fully booked at that time; 18:30 and 21:15 are free")

func bookTable(_ context.Context, in TableRequest) (typed.Text, error) {
	if in.At.Hour() == 20 {
		return "", errFullyBooked
	}
	return typed.Text(fmt.Sprintf("A table for %d at %s, %s, for %s.",
		in.Guests, in.Restaurant, in.At.Format("2 January 15:04"), in.Contact.Name)), nil
}

// Refund is what refund_order takes.
type Refund struct {
	Order  string  `json:"order" jsonschema:"pattern=^[A-Z]-[0-9]{4}$"`
	Amount float64 `json:"amount" validate:"gt=0,lte=500" jsonschema:"In EUR"`
	Reason string  `json:"reason" validate:"oneof=damaged late unwanted"`
}

// Refunded is what refund_order returns.
type Refunded struct {
	Order  string  `json:"order"`
	Amount float64 `json:"amount"`
}

func refundOrder(ctx context.Context, in Refund) (Refunded, error) {
	answer, answered := toolnexus.AnswerFrom(ctx)
	switch {
	case !answered:
		return Refunded{}, toolnexus.Suspend(toolnexus.Request{
			Kind:   toolnexus.KindApproval,
			Prompt: fmt.Sprintf("Refund %.2f EUR of order %s?", in.Amount, in.Order),
		})
	case !answer.OK:
		return Refunded{}, fmt.Errorf("nothing was refunded: %s", answer.Reason)
	}
	return Refunded{Order: in.Order, Amount: in.Amount}, nil
}
