package rules

import "fmt"

// The reasons for which a rule is refused.
const (
	readsFiles  = "it looks at the file system of the machine it runs on"
	asksNetwork = "it asks the machine for service names and zones"
)

// neverRules are the rules whose answer depends on more than the value, with
// the reason. A value that comes from a model must not be able to probe the
// machine, and a schema could not say what they accept.
var neverRules = map[string]string{
	"file":       readsFiles,
	"filepath":   readsFiles,
	"dir":        readsFiles,
	"dirpath":    readsFiles,
	"image":      readsFiles,
	"mimetype":   readsFiles,
	"uds_exists": readsFiles,
	"tcp_addr":   asksNetwork,
	"tcp4_addr":  asksNetwork,
	"tcp6_addr":  asksNetwork,
	"udp_addr":   asksNetwork,
	"udp4_addr":  asksNetwork,
	"udp6_addr":  asksNetwork,
	"validateFn": "it calls a method nobody can describe to a reader of the schema",
}

// neverSense refuses a rule, with what to do instead.
func neverSense(r Rule, _ Target, _ Options) (sense, error) {
	if r.Name == "validateFn" {
		return sense{}, fmt.Errorf("%s: the rule is refused: %s; give the arguments a Validate method, or register a rule of your own with its meaning", r.Text, neverRules[r.Name])
	}
	return sense{}, fmt.Errorf("%s: the rule is refused: %s; check it in the handler, or register a rule of your own with its meaning", r.Text, neverRules[r.Name])
}
