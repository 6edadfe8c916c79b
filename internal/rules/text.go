package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sampleTime fills a layout to show what it means; no two of its parts are
// equal and none is that of the reference date.
var sampleTime = time.Date(2026, time.November, 23, 17, 48, 39, 250_000_000, time.FixedZone("CET", 60*60))

// foreignLayout holds words of layouts in other languages, which to Go are
// plain text.
var foreignLayout = []string{"YYYY", "yyyy", "DD", "dd", "HH", "hh"}

// datetimeSense reads datetime=layout.
func datetimeSense(r Rule, t Target, _ Options) (sense, error) {
	if t.Kind != String {
		return sense{}, misfit(r, t, "a string holds the text the layout describes")
	}
	if r.Param == "" {
		return sense{}, bare(r, "a layout")
	}
	sample := sampleTime.Format(r.Param)
	if sample == r.Param || slices.ContainsFunc(foreignLayout, func(word string) bool { return strings.Contains(r.Param, word) }) {
		return sense{}, fmt.Errorf("%s: the layout must be the date January 2, 15:04:05, 2006 written in the wanted form, as in %s", r.Text, example(r.Name))
	}
	switch r.Param {
	case time.DateOnly:
		return exact("must be a date such as "+sample, named("date")...).withWant(), nil
	case time.RFC3339, time.RFC3339Nano:
		// Stricter than both readings: time.Parse knows no leap second, and
		// RFC 3339 no comma in a fraction and no one-digit hour.
		const tail = `T[0-9:]{6}[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-][0-9:]{5})$`
		s := exact("must be a date and time such as "+sampleTime.Format(time.RFC3339), named("date-time", pattern(tail))...)
		s.Class = Narrowed
		return s.withWant(), nil
	}
	return inGo("must be written like " + strconv.Quote(sample)), nil
}

// postcodeSense reads postcode_iso3166_alpha2=US.
func postcodeSense(r Rule, t Target, _ Options) (sense, error) {
	if t.Kind != String {
		return sense{}, misfit(r, t, "")
	}
	if r.Param == "" {
		return sense{}, bare(r, "a country")
	}
	if !slices.Contains(strings.Fields(postcodeCountries), r.Param) {
		return sense{}, fmt.Errorf("%s: the validator knows no postal codes for %s, so that no value could pass", r.Text, r.Param)
	}
	return inGo("must be a postal code of the country " + r.Param), nil
}

// postcodeCountries are the countries whose postal codes the validator knows.
const postcodeCountries = `
AD AL AM AR AS AT AU AX AZ BA BB BD BE BG BH BM BN BR BY CA CC CH CK CL CN CO CR CS CV CX CY CZ DE
DK DO DZ EC EE EG ES ET FI FK FM FO FR GB GE GF GG GI GL GN GP GR GS GT GU GW HM HN HR HT HU ID IE
IL IM IN IO IQ IS IT JE JO JP KE KG KH KR KW KZ LA LB LI LK LR LS LT LU LV MA MC MD ME MG MH MK MN
MP MQ MT MU MV MX MY NC NE NF NG NI NL NO NP NZ OM PF PG PH PK PL PM PN PR PT PW PY RE RO RS RU SA
SE SG SH SI SJ SK SM SN SO SZ TC TH TJ TM TN TR TW UA US UY UZ VA VE VG VI VN WF XK YT YU ZA ZM
`
