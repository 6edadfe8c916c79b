package typedtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	govalidator "github.com/go-playground/validator/v10"
	"github.com/invopop/jsonschema"

	"github.com/toolnexus/go-sdk/schema"
)

// recorder stands in for a test and keeps what is reported.
type recorder struct {
	testing.TB
	errors []string
	logs   []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

func (r *recorder) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}

// record runs Agree and returns what it reports.
func record[In any](t *testing.T, opts ...Option) (r *recorder) {
	r = &recorder{TB: t}
	defer func() {
		if p := recover(); p != nil && p != any(r) {
			panic(p)
		}
	}()
	Agree[In](r, opts...)
	return r
}

type booking struct {
	Guest  string          `json:"guest" validate:"required,max=30"`
	Mail   string          `json:"mail,omitempty" validate:"omitempty,email"`
	Nights int             `json:"nights" validate:"min=1,max=30"`
	From   time.Time       `json:"from"`
	Until  time.Time       `json:"until" validate:"gtefield=From"`
	Host   netip.Addr      `json:"host,omitzero"`
	Rooms  []room          `json:"rooms" validate:"min=1,max=4,dive"`
	Extras map[string]uint `json:"extras,omitempty" validate:"max=2,dive,keys,alpha,endkeys,max=9"`
	Hold   time.Duration   `json:"hold,omitempty" jsonschema:"default=10m"`
}

type room struct {
	Kind string `json:"kind" validate:"oneof=single double"`
	Beds *int8  `json:"beds,omitempty" jsonschema:"minimum=1"`
}

func TestAgreeHolds(t *testing.T) {
	Agree[booking](t, Instances(1000))
	Agree[*booking](t, Instances(200), Seed(2))
	Agree[booking](t, Instances(200), Schema(schema.Strict()))
	Agree[booking](t, Instances(200), Schema(schema.AllowUnknown(), schema.Exact()))
	Agree[struct{}](t, Instances(100))
}

// slugged has a rule of its own in a tag, and one for the struct.
type slugged struct {
	Slug string `json:"slug" validate:"slug"`
	Copy string `json:"copy"`
}

func TestAgreeWithOwnRules(t *testing.T) {
	v := govalidator.New()
	v.RegisterStructValidation(func(sl govalidator.StructLevel) {
		if s, _ := reflect.TypeAssert[slugged](sl.Current()); s.Slug == s.Copy {
			sl.ReportError(s.Copy, "copy", "Copy", "differs", "")
		}
	}, slugged{})
	Agree[slugged](t, Instances(500), Schema(schema.Validator(v), schema.Rules(schema.Rule{
		Name:   "slug",
		Func:   func(fl govalidator.FieldLevel) bool { return !strings.HasSuffix(fl.Field().String(), "x") },
		Schema: func(string) json.RawMessage { return json.RawMessage(`{"pattern":"^[a-z-]{1,9}$"}`) },
	})))
}

// liar publishes a schema that its own decoder does not keep to.
type liar int

func (liar) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "integer"} }

func (l *liar) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, (*int)(l)) }

func (l liar) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%q", fmt.Sprint(int(l))), nil }

func TestAgreeFindsLies(t *testing.T) {
	r := record[struct {
		N liar `json:"n"`
	}](t)
	if len(r.errors) == 0 {
		t.Fatal("a type that writes text and publishes a number was taken for honest")
	}
	for _, part := range []string{"N", "seed 1", `"n":`, "writes", "refuses", "output schema"} {
		if !strings.Contains(r.errors[0], part) {
			t.Errorf("%q is missing in:\n%s", part, r.errors[0])
		}
	}
	if len(r.errors) > 3 {
		t.Errorf("%d failures are shown", len(r.errors))
	}
}

func TestAgreeRefusesTypes(t *testing.T) {
	r := record[struct{ C chan int }](t)
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "cannot be described") {
		t.Errorf("got %q", r.errors)
	}
}

// never refuses whatever it reads.
type never struct{}

func (*never) UnmarshalText([]byte) error { return errors.New("no") }

func TestAgreeSaysWhenNothingIsAccepted(t *testing.T) {
	r := record[struct {
		N never `json:"n"`
	}](t, Instances(200))
	if len(r.errors) > 0 || len(r.logs) != 1 || !strings.Contains(r.logs[0], "none of 200") {
		t.Errorf("errors %q, logs %q", r.errors, r.logs)
	}
}

// choosy has a Validate method.
type choosy struct {
	A int `json:"a" validate:"min=0,max=9"`
	B int `json:"b" validate:"min=0,max=9"`
}

func (c choosy) Validate(context.Context) error {
	if c.A <= c.B {
		return errors.New("a must be above b")
	}
	return nil
}

func TestArgs(t *testing.T) {
	for seed := range uint64(50) {
		args, err := Args[booking](seed)
		if err != nil {
			t.Fatal(err)
		}
		var in booking
		if err := json.Unmarshal(withoutHold(t, args), &in); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		if in.Until.Before(in.From) {
			t.Errorf("%s breaks a rule that runs in Go", args)
		}
		if seed%2 == 0 && (in.Mail == "" || in.Rooms[0].Beds == nil) {
			t.Errorf("seed %d is even, and optional properties are missing in %s", seed, args)
		}
	}
}

// withoutHold drops a property that encoding/json reads in another form.
func withoutHold(t *testing.T, args []byte) []byte {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(args, &fields); err != nil {
		t.Fatal(err)
	}
	delete(fields, "hold")
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestArgsPassValidate(t *testing.T) {
	for seed := range uint64(20) {
		var in choosy
		if err := json.Unmarshal(MustArgs[choosy](seed), &in); err != nil || in.A <= in.B {
			t.Errorf("seed %d gives %+v, %v", seed, in, err)
		}
		if err := json.Unmarshal(MustArgs[*choosy](seed), &in); err != nil || in.A <= in.B {
			t.Errorf("seed %d gives %+v, %v for the pointer", seed, in, err)
		}
	}
}

func TestArgsGiveUp(t *testing.T) {
	_, err := Args[struct {
		N never `json:"n"`
	}](1)
	if err == nil || !strings.Contains(err.Error(), "none of 500 tries") {
		t.Errorf("got %v", err)
	}
	var refused *schema.TypeError
	if _, err := Args[struct{ C chan int }](1); !errors.As(err, &refused) {
		t.Errorf("got %v", err)
	}
}
