package plan

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/pattern"
)

func compileType(_ *compiler, n *Node, v jsondoc.Value) error {
	list, ok := v.(jsondoc.Array)
	if !ok {
		list = jsondoc.Array{v}
	}
	n.Types = 0
	for _, e := range list {
		name, _ := jsondoc.String(e)
		t, ok := typeNames[name]
		if !ok {
			return fmt.Errorf("must name a JSON type, not %s", jsondoc.Append(nil, e))
		}
		n.Types |= t
	}
	if n.Types == 0 {
		return fmt.Errorf("must name at least one type")
	}
	return nil
}

// compileEnum reads enum and const; a schema may have both.
func compileEnum(name string) keyword {
	return func(_ *compiler, n *Node, v jsondoc.Value) error {
		list, ok := v.(jsondoc.Array)
		if name == "const" {
			list, ok = jsondoc.Array{v}, true
		}
		if !ok || len(list) == 0 {
			return fmt.Errorf("must be a list of at least one value")
		}
		set := newEnumSet(name, list)
		set.and, n.enum = n.enum, set
		return nil
	}
}

func compileBound(name string) keyword {
	lower := name == "minimum" || name == "exclusiveMinimum"
	exclusive := strings.HasPrefix(name, "exclusive")
	return func(_ *compiler, n *Node, v jsondoc.Value) error {
		text, err := numberText(v)
		if err != nil {
			return err
		}
		b := bound{keyword: name, text: text, dec: decimal.Parse(text), lower: lower, exclusive: exclusive}
		if i, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			b.small, b.isSmall = i, true
		}
		rules := n.numberRules()
		rules.bounds = append(rules.bounds, b)
		return nil
	}
}

func compileMultipleOf(_ *compiler, n *Node, v jsondoc.Value) error {
	text, err := numberText(v)
	if err != nil {
		return err
	}
	if decimal.Parse(text).Cmp(decimal.Parse([]byte("0"))) <= 0 {
		return fmt.Errorf("must be above 0")
	}
	n.numberRules().multipleOf = text
	return nil
}

func numberText(v jsondoc.Value) ([]byte, error) {
	raw, _ := v.(jsondoc.Raw)
	var num json.Number
	if raw == "" || raw[0] == '"' || json.Unmarshal([]byte(raw), &num) != nil || num == "" {
		return nil, fmt.Errorf("must be a number")
	}
	if !decimal.Parse([]byte(raw)).InDoubleRange() {
		return nil, fmt.Errorf("must be a number that a double can hold")
	}
	return []byte(raw), nil
}

func compileCount(name string) keyword {
	return func(_ *compiler, n *Node, v jsondoc.Value) error {
		i, err := countOf(v)
		if err != nil {
			return err
		}
		switch name {
		case "minLength":
			n.textRules().minLength = i
		case "maxLength":
			n.textRules().maxLength = i
		case "minItems":
			n.arrayRules().minItems = i
		case "maxItems":
			n.arrayRules().maxItems = i
		case "minProperties":
			n.objectRules().minProperties = i
		case "maxProperties":
			n.objectRules().maxProperties = i
		}
		return nil
	}
}

func countOf(v jsondoc.Value) (int, error) {
	var digits []byte
	if text, err := numberText(v); err == nil {
		digits, _ = decimal.Parse(text).AppendInteger(nil) // 2.0 is 2
	}
	i, err := strconv.Atoi(string(digits))
	if err != nil || i < 0 {
		return 0, fmt.Errorf("must be a whole number from 0 up")
	}
	return i, nil
}

func compilePattern(_ *compiler, n *Node, v jsondoc.Value) error {
	expr, ok := jsondoc.String(v)
	if !ok {
		return fmt.Errorf("must be a string")
	}
	m, err := pattern.Compile(expr)
	if err != nil {
		return err
	}
	n.textRules().pattern = m
	return nil
}

func compileFormat(_ *compiler, n *Node, v jsondoc.Value) error {
	name, _ := jsondoc.String(v)
	if check, ok := format.Lookup(name); ok {
		n.textRules().format = check
		return nil
	}
	if !format.Known(name) {
		return fmt.Errorf("%q is not known; known formats are %s", name, strings.Join(format.Names(), ", "))
	}
	return nil
}
