package rules

import (
	"fmt"
	"slices"
	"strings"
)

// format is a rule about the form of a value on one kind of target. Its
// keywords do not depend on a parameter.
type format struct {
	class    Class
	keywords []Keyword
	want     string

	// long is the class of the long form, which Options.Exact publishes; it is
	// 0 where there is none. The keywords themselves come from longForm.
	long Class
}

// place is where a format rule stands.
type place struct {
	tag  string
	kind Kind
}

// formatSense reads the rules about the form of a value.
func formatSense(r Rule, t Target, opt Options) (sense, error) {
	if r.HasParam {
		return sense{}, fmt.Errorf("%s: the rule takes no value", r.Text)
	}
	if t.Kind == Text && stringerRules[r.Name] {
		return stringerSense(r, t)
	}
	f, ok := formats[place{r.Name, t.Kind}]
	if !ok {
		return sense{}, misfit(r, t, "it is for "+kindList(kindsOf(r.Name)))
	}
	if opt.Exact && f.long != 0 {
		keywords, err := longForm(r.Name, t.Kind)
		if err != nil {
			return sense{}, fmt.Errorf("%s: %w", r.Text, err)
		}
		f.class, f.keywords = f.long, keywords
	}
	s := sense{Meaning{Class: f.class, Keywords: slices.Clone(f.keywords), Want: f.want}, f.want}
	if f.class == Shape {
		s.InGo, s.Note = true, sentence(f.want)
	}
	return s, nil
}

// aliasSense reads the built-in aliases, whose alternatives are worded and
// published better together than one by one.
func aliasSense(r Rule, t Target, opt Options) (sense, bool) {
	f, ok := formats[place{r.Alias, t.Kind}]
	if !ok || opt.Exact || builtinAliases[r.Alias] != r.Tag() {
		return sense{}, false
	}
	return inGo(f.want, slices.Clone(f.keywords)...), true
}

// stringerSense reads the uuid and ulid rules on a type that is no string
// itself: the validator asks its String method, the schema sees its text.
func stringerSense(r Rule, t Target) (sense, error) {
	if !t.Stringer {
		return sense{}, misfit(r, t, "the validator reads the String method, and there is none")
	}
	// Which spellings are taken is up to the type, not to the rule.
	return inGo(strings.TrimSuffix(formats[place{r.Name, String}].want, " in lower case")), nil
}

// stringerRules are the rules that read the String method of a value.
var stringerRules = map[string]bool{
	"uuid": true, "uuid3": true, "uuid4": true, "uuid5": true, "uuid7": true,
	"uuid_rfc4122": true, "uuid3_rfc4122": true, "uuid4_rfc4122": true, "uuid5_rfc4122": true,
	"ulid": true,
}

// kindsOf lists the kinds a format rule is for, in the order of the kinds.
func kindsOf(tag string) []Kind {
	var kinds []Kind
	for k := String; k <= Any; k++ {
		if _, ok := formats[place{tag, k}]; ok {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func kindList(kinds []Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return strings.Join(names, " or ")
}

// matching makes the keywords of a rule that one pattern says.
func matching(expr string) []Keyword { return []Keyword{pattern(expr)} }

// named makes the keywords of a standard format, with others beside it.
func named(format string, others ...Keyword) []Keyword {
	return append([]Keyword{keyword("format", quoteJSON(format))}, others...)
}

// within makes the keywords of a closed range.
func within(least, most string) []Keyword {
	return []Keyword{keyword("maximum", most), keyword("minimum", least)}
}

// oneOf makes the keywords of a short list of texts, or of numbers.
func oneOf(list string, quoted bool) []Keyword {
	values := strings.Fields(list)
	if quoted {
		for i, v := range values {
			values[i] = quoteJSON(v)
		}
	}
	return []Keyword{keyword("enum", array(values))}
}

// Pieces of patterns that occur more than once.
const (
	base64Tail = `(?:[+/-9A-Za-z]{4})*(?:[+/-9A-Za-z]{2}==|[+/-9A-Za-z]{3}=|[+/-9A-Za-z]{4})$`
	hostLabel  = `[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?`
	blanks     = "[\t\n\f\r ]*" // what Go means by \s, which others read wider
	comma      = blanks + "," + blanks
	percent    = `(?:100|[1-9]?[0-9])%`
	hue        = `(?:[1-9]?[0-9]|[12][0-9]{2}|3[0-5][0-9]|360)`
	rgbPart    = `(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])`
)

// The member states of the European Union in four spellings.
const (
	euAlpha2  = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
	euAlpha3  = "AUT BEL BGR CYP CZE DEU DNK ESP EST FIN FRA GRC HRV HUN IRL ITA LTU LUX LVA MLT NLD POL PRT ROU SVK SVN SWE"
	euDigits  = "040 056 100 191 196 200 208 233 246 250 276 300 348 372 380 428 440 442 470 528 616 620 642 703 705 724 752"
	euNumbers = "40 56 100 191 196 200 208 233 246 250 276 300 348 372 380 428 440 442 470 528 616 620 642 703 705 724 752"
)

// formats holds every rule about the form of a value, by rule and kind.
//
// A Narrowed row refuses some values the validator takes; a Shape row takes
// some the validator refuses, and the validator decides.
var formats = map[place]format{
	// Letters and digits.
	{"alpha", String}:           {class: Exact, keywords: matching(`^[A-Za-z]+$`), want: "must be letters A-Z and a-z only"},
	{"alphaspace", String}:      {class: Exact, keywords: matching(`^[ A-Za-z]+$`), want: "must be letters A-Z, a-z and blanks only"},
	{"alphanum", String}:        {class: Exact, keywords: matching(`^[0-9A-Za-z]+$`), want: "must be letters A-Z, a-z and digits only"},
	{"alphanumspace", String}:   {class: Exact, keywords: matching(`^[ 0-9A-Za-z]+$`), want: "must be letters A-Z, a-z, digits and blanks only"},
	{"alphaunicode", String}:    {class: Shape, keywords: matching("^[^\\x00-@\\[-`{-\\x7f]+$"), want: "must be letters only, of any script", long: Exact},
	{"alphanumunicode", String}: {class: Shape, keywords: matching("^[^\\x00-/:-@\\[-`{-\\x7f]+$"), want: "must be letters and digits only, of any script", long: Exact},
	{"ascii", String}:           {class: Exact, keywords: matching(`^[\x00-\x7f]*$`), want: "must be ASCII characters only"},
	{"printascii", String}:      {class: Exact, keywords: matching(`^[ -~]*$`), want: "must be printable ASCII characters only"},
	{"multibyte", String}:       {class: Exact, keywords: matching(`^$|[^\x00-\x7f]`), want: "must contain a character outside ASCII"},
	{"lowercase", String}:       {class: Shape, keywords: matching(`^[^A-Z]+$`), want: "must be lower case", long: Exact},
	{"uppercase", String}:       {class: Shape, keywords: matching(`^[^a-z]+$`), want: "must be upper case", long: Exact},
	{"boolean", String}:         {class: Exact, keywords: matching(`^(?:[01FTft]|TRUE|[Tt]rue|FALSE|[Ff]alse)$`), want: "must be true or false"},
	{"boolean", Bool}:           {class: Exact, want: "must be true or false"},
	{"numeric", String}:         {class: Exact, keywords: matching(`^[+-]?[0-9]+(?:\.[0-9]+)?$`), want: "must be a decimal number such as -1.5"},
	{"numeric", Int}:            {class: Exact, want: "must be a number"},
	{"numeric", Uint}:           {class: Exact, want: "must be a number"},
	{"numeric", Float}:          {class: Exact, want: "must be a number"},
	{"number", String}:          {class: Exact, keywords: matching(`^[0-9]+$`), want: "must be digits only"},
	{"number", Int}:             {class: Exact, want: "must be a number"},
	{"number", Uint}:            {class: Exact, want: "must be a number"},
	{"number", Float}:           {class: Exact, want: "must be a number"},
	{"hexadecimal", String}:     {class: Exact, keywords: matching(`^(?:0[Xx])?[0-9A-Fa-f]+$`), want: "must be a hexadecimal number such as 0x1f"},

	// Encodings.
	{"base32", String}:       {class: Exact, keywords: matching(`^(?:[2-7A-Z]{8})*(?:[2-7A-Z]{2}={6}|[2-7A-Z]{4}={4}|[2-7A-Z]{5}={3}|[2-7A-Z]{7}=|[2-7A-Z]{8})$`), want: "must be base32 text"},
	{"base64", String}:       {class: Exact, keywords: matching(`^` + base64Tail), want: "must be base64 text"},
	{"base64url", String}:    {class: Exact, keywords: matching(`^(?:[0-9A-Z_a-z-]{4})*(?:[0-9A-Z_a-z-]{2}==|[0-9A-Z_a-z-]{3}=|[0-9A-Z_a-z-]{4})$`), want: "must be base64url text with padding"},
	{"base64rawurl", String}: {class: Exact, keywords: matching(`^(?:[0-9A-Z_a-z-]{4})*[0-9A-Z_a-z-]{2,4}$`), want: "must be base64url text without padding"},
	{"datauri", String}:      {class: Exact, keywords: matching(`^data:[^,]*,` + base64Tail), want: "must be a data URI with base64 content"},
	{"json", String}:         {class: Shape, keywords: []Keyword{number("minLength", 1)}, want: "must be JSON text"},
	{"json", Bytes}:          {class: Shape, want: "must be JSON text before base64"},
	{"jwt", String}:          {class: Exact, keywords: matching(`^[0-9A-Z_a-z-]+\.[0-9A-Z_a-z-]+\.[0-9A-Z_a-z-]*$`), want: "must be a JSON Web Token"},
	{"html", String}:         {class: Exact, keywords: matching(`</?[A-Za-z]+[^\n]*>`), want: "must contain an HTML tag"},
	{"html_encoded", String}: {class: Exact, keywords: matching(`&#x?[0-9A-Fa-f]{2}|&(?:gt|lt|quot|amp)`), want: "must contain an HTML entity such as &lt;"},
	{"url_encoded", String}:  {class: Exact, keywords: matching(`^(?:[^%]|%[0-9A-Fa-f]{2})*$`), want: "must be percent-encoded text"},

	// Colours.
	{"hexcolor", String}: {class: Exact, keywords: matching(`^#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$`), want: "must be a colour such as #ff8800"},
	{"rgb", String}:      {class: Shape, keywords: matching(`^rgb\([\t\n\f\r 0-9,%]+\)$`), want: "must be a colour such as rgb(255, 136, 0)", long: Exact},
	{"rgba", String}:     {class: Shape, keywords: matching(`^rgba\([\t\n\f\r 0-9,%]+[^\n]?[0-9]*[\t\n\f\r ]*\)$`), want: "must be a colour such as rgba(255, 136, 0, 0.5)", long: Exact},
	{"hsl", String}:      {class: Exact, keywords: matching(`^hsl\(` + blanks + hue + `(?:` + comma + percent + `){2}` + blanks + `\)$`), want: "must be a colour such as hsl(32, 100%, 50%)"},
	{"hsla", String}:     {class: Exact, keywords: matching(`^hsla\(` + blanks + hue + `(?:` + comma + percent + `){2}` + comma + `(?:0[^\n][1-9]*|[01])` + blanks + `\)$`), want: "must be a colour such as hsla(32, 100%, 50%, 0.5)"},
	{"cmyk", String}:     {class: Exact, keywords: matching(`^cmyk\((?:` + percent + comma + `){3}` + percent + `\)$`), want: "must be a colour such as cmyk(0%, 47%, 100%, 0%)"},
	{"iscolor", String}:  {class: Shape, keywords: matching(`^(?:#|rgba?\(|hsla?\(|cmyk\()`), want: "must be a colour such as #ff8800, rgb(255, 136, 0) or hsl(32, 100%, 50%)"},

	// Identifiers and digests.
	{"uuid", String}:          {class: Exact, keywords: named("uuid"), want: "must be a UUID"},
	{"uuid_rfc4122", String}:  {class: Exact, keywords: named("uuid"), want: "must be a UUID"},
	{"uuid3", String}:         {class: Exact, keywords: matching(`^[0-9a-f]{8}-[0-9a-f]{4}-3[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$`), want: "must be a version 3 UUID in lower case"},
	{"uuid4", String}:         {class: Exact, keywords: matching(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`), want: "must be a version 4 UUID in lower case"},
	{"uuid5", String}:         {class: Exact, keywords: matching(`^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`), want: "must be a version 5 UUID in lower case"},
	{"uuid7", String}:         {class: Exact, keywords: matching(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`), want: "must be a version 7 UUID in lower case"},
	{"uuid3_rfc4122", String}: {class: Exact, keywords: matching(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-3[0-9A-Fa-f]{3}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`), want: "must be a version 3 UUID"},
	{"uuid4_rfc4122", String}: {class: Exact, keywords: matching(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$`), want: "must be a version 4 UUID"},
	{"uuid5_rfc4122", String}: {class: Exact, keywords: matching(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-5[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$`), want: "must be a version 5 UUID"},
	{"ulid", String}:          {class: Exact, keywords: matching("^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z\u017f\u212a]{25}$"), want: "must be a ULID"},
	{"md4", String}:           {class: Exact, keywords: matching(`^[0-9a-f]{32}$`), want: "must be 32 hexadecimal digits in lower case"},
	{"md5", String}:           {class: Exact, keywords: matching(`^[0-9a-f]{32}$`), want: "must be 32 hexadecimal digits in lower case"},
	{"ripemd128", String}:     {class: Exact, keywords: matching(`^[0-9a-f]{32}$`), want: "must be 32 hexadecimal digits in lower case"},
	{"tiger128", String}:      {class: Exact, keywords: matching(`^[0-9a-f]{32}$`), want: "must be 32 hexadecimal digits in lower case"},
	{"ripemd160", String}:     {class: Exact, keywords: matching(`^[0-9a-f]{40}$`), want: "must be 40 hexadecimal digits in lower case"},
	{"tiger160", String}:      {class: Exact, keywords: matching(`^[0-9a-f]{40}$`), want: "must be 40 hexadecimal digits in lower case"},
	{"tiger192", String}:      {class: Exact, keywords: matching(`^[0-9a-f]{48}$`), want: "must be 48 hexadecimal digits in lower case"},
	{"sha256", String}:        {class: Exact, keywords: matching(`^[0-9a-f]{64}$`), want: "must be 64 hexadecimal digits in lower case"},
	{"sha384", String}:        {class: Exact, keywords: matching(`^[0-9a-f]{96}$`), want: "must be 96 hexadecimal digits in lower case"},
	{"sha512", String}:        {class: Exact, keywords: matching(`^[0-9a-f]{128}$`), want: "must be 128 hexadecimal digits in lower case"},
	{"mongodb", String}:       {class: Exact, keywords: matching(`^[0-9a-f]{24}$`), want: "must be 24 hexadecimal digits in lower case"},
	{"isbn", String}:          {class: Shape, keywords: matching(`^[ 0-9X-]{10,21}$`), want: "must be an ISBN such as 978-3-16-148410-0, with a right check digit"},
	{"isbn10", String}:        {class: Shape, keywords: matching(`^[ 0-9X-]{10,16}$`), want: "must be an ISBN such as 3-598-21508-8, with a right check digit"},
	{"isbn13", String}:        {class: Shape, keywords: matching(`^[ 0-9-]{13,21}$`), want: "must be an ISBN such as 978-3-16-148410-0, with a right check digit"},
	{"issn", String}:          {class: Shape, keywords: matching(`^[0-9]{4}-[0-9]{3}[0-9X]$`), want: "must be an ISSN such as 0378-5955, with a right check digit"},
	{"cve", String}:           {class: Exact, keywords: matching(`^CVE-(?:1999|2[0-9]{3})-(?:0(?:[^0][0-9]{2}|[0-9][^0][0-9]|[0-9]{2}[^0])|[1-9][0-9]{3,})$`), want: "must be a CVE id such as CVE-2021-44228"},
	{"semver", String}:        {class: Shape, keywords: matching(`^[0-9]+\.[0-9]+\.[0-9]+(?:[+-][0-9A-Za-z.+-]+)?$`), want: "must be a semantic version such as 1.4.0-rc.1", long: Exact},
	{"ein", String}:           {class: Exact, keywords: matching(`^[0-9]{2}-[0-9]{7}$`), want: "must be an employer identification number such as 12-3456789"},
	{"ssn", String}:           {class: Exact, keywords: matching(`^[0-9]{3}[ -](?:0[1-9]|[1-9][0-9])[ -](?:[1-9][0-9]{3}|[0-9][1-9][0-9]{2}|[0-9]{2}[1-9][0-9]|[0-9]{3}[1-9])$`), want: "must be a social security number such as 219-09-9999"},

	// Money.
	{"credit_card", String}:       {class: Shape, keywords: matching(`^[0-9]{3,19}(?: [0-9]{3,19})*$`), want: "must be a card number of 12 to 19 digits with a right check digit"},
	{"luhn_checksum", String}:     {class: Shape, keywords: matching(`^[+-]?[0-9]{2,}$`), want: "must end with the right Luhn check digit"},
	{"luhn_checksum", Int}:        {class: Shape, keywords: []Keyword{keyword("minimum", "10")}, want: "must end with the right Luhn check digit"},
	{"luhn_checksum", Uint}:       {class: Shape, keywords: []Keyword{keyword("minimum", "10")}, want: "must end with the right Luhn check digit"},
	{"bic", String}:               {class: Exact, keywords: matching(`^[0-9A-Z]{4}[A-Z]{2}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$`), want: "must be a BIC such as DEUTDEFF500"},
	{"bic_iso_9362_2014", String}: {class: Exact, keywords: matching(`^[A-Za-z]{6}[0-9A-Za-z]{2}(?:[0-9A-Za-z]{3})?$`), want: "must be a BIC such as DEUTDEFF500"},
	{"btc_addr", String}:          {class: Shape, keywords: matching(`^[13][1-9A-HJ-NP-Za-km-z]{25,34}$`), want: "must be a Bitcoin address with a right checksum"},
	{"btc_addr_bech32", String}:   {class: Shape, keywords: matching(`^bc1[02-9ac-hj-np-z]{7,76}$|^BC1[02-9AC-HJ-NP-Z]{7,76}$`), want: "must be a bech32 Bitcoin address with a right checksum"},
	{"eth_addr", String}:          {class: Exact, keywords: matching(`^0x[0-9A-Fa-f]{40}$`), want: "must be an Ethereum address: 0x and 40 hexadecimal digits"},
	{"eth_addr_checksum", String}: {class: Shape, keywords: matching(`^0x[0-9A-Fa-f]{40}$`), want: "must be an Ethereum address whose letter case is its checksum"},

	// Places, countries, currencies and languages.
	{"latitude", String}:                   {class: Exact, keywords: matching(`^[+-]?(?:[1-8]?[0-9](?:\.[0-9]+)?|90(?:\.0+)?)$`), want: "must be a latitude from -90 to 90"},
	{"latitude", Int}:                      {class: Exact, keywords: within("-90", "90"), want: "must be a latitude from -90 to 90"},
	{"latitude", Uint}:                     {class: Exact, keywords: within("0", "90"), want: "must be a latitude from 0 to 90"},
	{"latitude", Float}:                    {class: Exact, keywords: within("-90", "90"), want: "must be a latitude from -90 to 90"},
	{"longitude", String}:                  {class: Exact, keywords: matching(`^[+-]?(?:180(?:\.0+)?|(?:1[0-7][0-9]|[1-9]?[0-9])(?:\.[0-9]+)?)$`), want: "must be a longitude from -180 to 180"},
	{"longitude", Int}:                     {class: Exact, keywords: within("-180", "180"), want: "must be a longitude from -180 to 180"},
	{"longitude", Uint}:                    {class: Exact, keywords: within("0", "180"), want: "must be a longitude from 0 to 180"},
	{"longitude", Float}:                   {class: Exact, keywords: within("-180", "180"), want: "must be a longitude from -180 to 180"},
	{"timezone", String}:                   {class: Shape, keywords: matching(`^[+./0-9A-Z_a-z-]+$`), want: "must be an IANA time zone such as Europe/Oslo"},
	{"e164", String}:                       {class: Exact, keywords: matching(`^\+?[1-9][0-9]{7,14}$`), want: "must be a telephone number such as +4915112345678"},
	{"iso3166_1_alpha2", String}:           {class: Shape, keywords: matching(`^[A-Z]{2}$`), want: "must be a two-letter ISO 3166 country code such as NO", long: Exact},
	{"iso3166_1_alpha2_eu", String}:        {class: Exact, keywords: oneOf(euAlpha2, true), want: "must be a two-letter country code of the European Union"},
	{"iso3166_1_alpha3", String}:           {class: Shape, keywords: matching(`^[A-Z]{3}$`), want: "must be a three-letter ISO 3166 country code such as NOR", long: Exact},
	{"iso3166_1_alpha3_eu", String}:        {class: Exact, keywords: oneOf(euAlpha3, true), want: "must be a three-letter country code of the European Union"},
	{"iso3166_1_alpha_numeric", String}:    {class: Shape, keywords: matching(`^[0-9]{3}$`), want: "must be a three-digit ISO 3166 country code such as 578", long: Narrowed},
	{"iso3166_1_alpha_numeric", Int}:       {class: Shape, keywords: within("4", "894"), want: "must be a numeric ISO 3166 country code such as 578", long: Narrowed},
	{"iso3166_1_alpha_numeric", Uint}:      {class: Shape, keywords: within("4", "894"), want: "must be a numeric ISO 3166 country code such as 578", long: Narrowed},
	{"iso3166_1_alpha_numeric_eu", String}: {class: Narrowed, keywords: oneOf(euDigits, true), want: "must be a three-digit country code of the European Union"},
	{"iso3166_1_alpha_numeric_eu", Int}:    {class: Narrowed, keywords: oneOf(euNumbers, false), want: "must be a numeric country code of the European Union"},
	{"iso3166_1_alpha_numeric_eu", Uint}:   {class: Narrowed, keywords: oneOf(euNumbers, false), want: "must be a numeric country code of the European Union"},
	{"iso3166_2", String}:                  {class: Shape, keywords: matching(`^[A-Z]{2}-[0-9A-Z]{1,3}$`), want: "must be an ISO 3166-2 region code such as US-CA", long: Exact},
	{"country_code", String}:               {class: Shape, keywords: matching(`^(?:[A-Z]{2,3}|[0-9]{3})$`), want: "must be an ISO 3166 country code such as NO, NOR or 578"},
	{"eu_country_code", String}:            {class: Shape, keywords: matching(`^(?:[A-Z]{2,3}|[0-9]{3})$`), want: "must be a country code of the European Union such as SE, SWE or 752"},
	{"iso4217", String}:                    {class: Shape, keywords: matching(`^[A-Z]{3}$`), want: "must be an ISO 4217 currency code such as EUR", long: Exact},
	{"iso4217_numeric", Int}:               {class: Shape, keywords: within("8", "999"), want: "must be a numeric ISO 4217 currency code such as 978", long: Exact},
	{"iso4217_numeric", Uint}:              {class: Shape, keywords: within("8", "999"), want: "must be a numeric ISO 4217 currency code such as 978", long: Exact},
	{"bcp47_language_tag", String}:         {class: Shape, keywords: matching(`^[0-9A-Z_a-z-]+$`), want: "must be a language tag such as pt-BR"},
	{"bcp47_strict_language_tag", String}:  {class: Shape, keywords: matching("^[0-9A-Za-z\u0130\u212a-]+$"), want: "must be a language tag such as pt-BR, in its shortest form"},

	// Times.
	{"cron", String}:     {class: Shape, keywords: matching(`^(?:@[a-z]+(?: [^ ]+)?|[^ ]+(?: +[^ ]+){4,6})$`), want: "must be a cron expression such as 0 9 * * 1-5 or @daily", long: Exact},
	{"duration", String}: {class: Narrowed, keywords: matching("^[+-]?(?:0|(?:[0-9]{1,6}(?:\\.[0-9]{0,9})?(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h)){1,6})$"), want: "must be a duration such as 1h30m"},

	// Addresses. The mail pattern lies inside what the validator takes and what
	// checkers mean by the format; the IPv4 pattern keeps signs out, which some
	// checkers of the format let through.
	{"email", String}:                     {class: Narrowed, keywords: named("email", number("maxLength", 254), pattern("^[!#-'*+/-9=?A-Z^-~-]+(?:\\.[!#-'*+/-9=?A-Z^-~-]+)*@(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\\.)+[A-Za-z](?:[0-9A-Za-z-]{0,61}[A-Za-z])?$")), want: "must be an e-mail address such as name@example.com"},
	{"url", String}:                       {class: Shape, keywords: named("uri", pattern(`^[A-Za-z][0-9A-Za-z+.-]*:`)), want: "must be a URL such as https://example.com/path", long: Narrowed},
	{"uri", String}:                       {class: Shape, keywords: named("uri", pattern(`^[A-Za-z][0-9A-Za-z+.-]*:`)), want: "must be a URI such as https://example.com/path", long: Narrowed},
	{"http_url", String}:                  {class: Shape, keywords: named("uri", pattern(`^https?://`)), want: "must be a web address such as https://example.com/path", long: Narrowed},
	{"https_url", String}:                 {class: Shape, keywords: named("uri", pattern(`^https://`)), want: "must be a web address such as https://example.com/path", long: Narrowed},
	{"origin", String}:                    {class: Shape, keywords: named("uri", pattern(`^https?://[^/?#@]+$`)), want: "must be a web origin such as https://example.com", long: Narrowed},
	{"urn_rfc2141", String}:               {class: Shape, keywords: matching(`^[Uu][Rr][Nn]:[0-9A-Za-z]`), want: "must be a URN such as urn:isbn:0451450523"},
	{"urn_rfc8141", String}:               {class: Shape, keywords: matching(`^[Uu][Rr][Nn]:[0-9A-Za-z]`), want: "must be a URN such as urn:isbn:0451450523"},
	{"ipv4", String}:                      {class: Narrowed, keywords: named("ipv4", pattern(`^[0-9.]+$`)), want: "must be an IPv4 address such as 192.0.2.1", long: Exact},
	{"ip4_addr", String}:                  {class: Narrowed, keywords: named("ipv4", pattern(`^[0-9.]+$`)), want: "must be an IPv4 address such as 192.0.2.1", long: Exact},
	{"ipv6", String}:                      {class: Shape, keywords: named("ipv6"), want: "must be an IPv6 address such as 2001:db8::1 that does not hold an IPv4 address", long: Exact},
	{"ip6_addr", String}:                  {class: Shape, keywords: named("ipv6"), want: "must be an IPv6 address such as 2001:db8::1 that does not hold an IPv4 address", long: Exact},
	{"ip", String}:                        {class: Shape, keywords: matching(`^[0-9A-Fa-f.:]+$`), want: "must be an IP address such as 192.0.2.1 or 2001:db8::1", long: Exact},
	{"ip_addr", String}:                   {class: Shape, keywords: matching(`^[0-9A-Fa-f.:]+$`), want: "must be an IP address such as 192.0.2.1 or 2001:db8::1", long: Exact},
	{"cidr", String}:                      {class: Shape, keywords: matching(`^[0-9A-Fa-f.:]+/[0-9]+$`), want: "must be an IP network such as 192.0.2.0/24", long: Exact},
	{"cidrv4", String}:                    {class: Shape, keywords: matching(`^[0-9A-Fa-f.:]+/[0-9]+$`), want: "must be an IPv4 network such as 192.0.2.0/24, its host bits 0"},
	{"cidrv6", String}:                    {class: Shape, keywords: matching(`^[0-9A-Fa-f.:]+/[0-9]+$`), want: "must be an IPv6 network such as 2001:db8::/32"},
	{"unix_addr", String}:                 {class: Exact, want: "must be the path of a Unix socket"},
	{"mac", String}:                       {class: Shape, keywords: matching(`^[0-9A-Fa-f]{2}(?:[.:-]?[0-9A-Fa-f]{2})+$`), want: "must be a MAC address such as 00:00:5e:00:53:01", long: Exact},
	{"hostname", String}:                  {class: Exact, keywords: matching(`^[A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?(?:\.` + hostLabel + `)*$`), want: "must be a host name such as www.example.com"},
	{"hostname_rfc1123", String}:          {class: Exact, keywords: matching(`^` + hostLabel + `(?:\.` + hostLabel + `)*$`), want: "must be a host name such as www.example.com"},
	{"hostname_label", String}:            {class: Exact, keywords: matching(`^` + hostLabel + `$`), want: "must be one part of a host name, without dots"},
	{"dns_rfc1035_label", String}:         {class: Exact, keywords: []Keyword{number("maxLength", 63), pattern(`^[a-z](?:[0-9a-z-]*[0-9a-z])?$`)}, want: "must be a DNS label: lower-case letters, digits and inner hyphens, a letter first"},
	{"fqdn", String}:                      {class: Narrowed, keywords: []Keyword{number("maxLength", 253), pattern(`^(?:[0-9A-Za-z][0-9A-Za-z-]{0,62}\.)+[A-Za-z][0-9A-Za-z-]{0,62}\.?$`)}, want: "must be a full domain name such as www.example.com"},
	{"hostname_port", String}:             {class: Shape, keywords: matching(`^[0-9A-Za-z.\[\]-]*:\+?[0-9]+$`), want: "must be a host and port such as example.com:443", long: Exact},
	{"port", Int}:                         {class: Exact, keywords: within("1", "65535"), want: "must be a port from 1 to 65535"},
	{"port", Uint}:                        {class: Exact, keywords: within("1", "65535"), want: "must be a port from 1 to 65535"},
	{"mongodb_connection_string", String}: {class: Shape, keywords: matching(`^mongodb(?:\+srv)?://`), want: "must be a MongoDB connection string such as mongodb://host:27017/db", long: Exact},
}
