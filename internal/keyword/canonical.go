package keyword

import (
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// Canonical is a text that equal JSON values share: numbers are compared by value
// and objects without regard to order.
func Canonical(v jsondoc.Value) string {
	switch v := v.(type) {
	case *jsondoc.Object:
		members := slices.Clone(v.Members)
		slices.SortFunc(members, func(a, b jsondoc.Member) int { return strings.Compare(a.Name, b.Name) })
		var b strings.Builder
		for _, m := range members {
			b.WriteString(string(jsondoc.FromString(m.Name)) + ":" + Canonical(m.Value) + ",")
		}
		return "{" + b.String() + "}"
	case jsondoc.Array:
		var b strings.Builder
		for _, e := range v {
			b.WriteString(Canonical(e) + ",")
		}
		return "[" + b.String() + "]"
	case jsondoc.Raw:
		if v != "" && (v[0] == '-' || '0' <= v[0] && v[0] <= '9') {
			return decimal.Parse([]byte(v)).String()
		}
	}
	return string(jsondoc.Append(nil, v))
}
