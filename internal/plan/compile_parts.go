package plan

import (
	"fmt"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/pattern"
)

// compileChild reads the keywords whose value is one schema.
func compileChild(name string) keyword {
	return func(c *compiler, n *Node, v jsondoc.Value) error {
		child, err := c.child(n, v, name)
		if err != nil {
			return err
		}
		switch name {
		case "items":
			n.arrayRules().items = child
		case "contains":
			n.arrayRules().contains = child
			return readContainsCounts(n)
		case "additionalProperties":
			n.objectRules().additional = child
		case "propertyNames":
			n.objectRules().propertyNames = child
		case "contentSchema":
			n.content = child // demanded only of a Quoted target
		case "not":
			n.wholeRules().not = child
		case "if":
			n.wholeRules().cond = child
			return c.branches(n)
		}
		return nil
	}
}

func readContainsCounts(n *Node) (err error) {
	rules := n.array
	if m, ok := n.Doc.Lookup("minContains"); ok {
		if rules.minContains, err = countOf(m); err != nil {
			return err
		}
	}
	if m, ok := n.Doc.Lookup("maxContains"); ok {
		rules.maxContains, err = countOf(m)
	}
	return err
}

// branches compiles the then and else of an if.
func (c *compiler) branches(n *Node) (err error) {
	if then, ok := n.Doc.Lookup("then"); ok {
		if n.whole.then, err = c.child(n, then, "then"); err != nil {
			return err
		}
	}
	if other, ok := n.Doc.Lookup("else"); ok {
		n.whole.other, err = c.child(n, other, "else")
	}
	return err
}

func compileUnique(_ *compiler, n *Node, v jsondoc.Value) error {
	if v != jsondoc.Raw("true") && v != jsondoc.Raw("false") {
		return fmt.Errorf("must be a boolean")
	}
	n.arrayRules().unique = v == jsondoc.Raw("true")
	return nil
}

func compileProperties(c *compiler, n *Node, v jsondoc.Value) error {
	props, ok := v.(*jsondoc.Object)
	if !ok {
		return fmt.Errorf("must be an object")
	}
	o := n.objectRules()
	for _, m := range props.Members {
		child, err := c.child(n, m.Value, "properties", m.Name)
		if err != nil {
			return err
		}
		p := o.slot(m.Name)
		p.node = child
		if child.Doc == nil {
			continue
		}
		if fill, ok := child.Doc.Lookup("default"); ok {
			p.fill = jsondoc.Append(nil, fill)
			p.fillWire = p.fill
			o.defaults++
		}
	}
	return nil
}

func compileRequired(_ *compiler, n *Node, v jsondoc.Value) error {
	names, err := stringList(v)
	if err != nil {
		return err
	}
	o := n.objectRules()
	for _, name := range names {
		if p := o.slot(name); !p.required {
			p.required = true
			o.required++
			if i := o.byName[name]; i < 64 {
				o.requiredLow |= 1 << i
			}
		}
	}
	return nil
}

func stringList(v jsondoc.Value) ([]string, error) {
	list, ok := v.(jsondoc.Array)
	if !ok {
		return nil, fmt.Errorf("must be a list of names")
	}
	names := make([]string, 0, len(list))
	for _, e := range list {
		name, ok := jsondoc.String(e)
		if !ok {
			return nil, fmt.Errorf("must be a list of names")
		}
		names = append(names, name)
	}
	return names, nil
}

func compilePatternProperties(c *compiler, n *Node, v jsondoc.Value) error {
	props, ok := v.(*jsondoc.Object)
	if !ok {
		return fmt.Errorf("must be an object")
	}
	o := n.objectRules()
	for _, m := range props.Members {
		match, err := pattern.Compile(m.Name)
		if err != nil {
			return err
		}
		child, err := c.child(n, m.Value, "patternProperties", m.Name)
		if err != nil {
			return err
		}
		o.patterns = append(o.patterns, patternProperty{match, child})
	}
	return nil
}

func compileDependentRequired(_ *compiler, n *Node, v jsondoc.Value) error {
	deps, ok := v.(*jsondoc.Object)
	if !ok {
		return fmt.Errorf("must be an object")
	}
	o := n.objectRules()
	for _, m := range deps.Members {
		names, err := stringList(m.Value)
		if err != nil {
			return err
		}
		o.slot(m.Name)
		for _, name := range names {
			o.slot(name)
		}
		o.dependent = append(o.dependent, dependency{m.Name, names})
	}
	return nil
}

func compileDependentSchemas(c *compiler, n *Node, v jsondoc.Value) error {
	deps, ok := v.(*jsondoc.Object)
	if !ok {
		return fmt.Errorf("must be an object")
	}
	whole := n.wholeRules()
	for _, m := range deps.Members {
		child, err := c.child(n, m.Value, "dependentSchemas", m.Name)
		if err != nil {
			return err
		}
		whole.dependent = append(whole.dependent, namedNode{m.Name, child})
	}
	return nil
}

// list compiles a list of schemas.
func (c *compiler) list(n *Node, v jsondoc.Value, name string) ([]*Node, error) {
	list, ok := v.(jsondoc.Array)
	if !ok || len(list) == 0 {
		return nil, fmt.Errorf("must be a list of at least one schema")
	}
	nodes := make([]*Node, len(list))
	for i, e := range list {
		child, err := c.child(n, e, name, strconv.Itoa(i))
		if err != nil {
			return nil, err
		}
		nodes[i] = child
	}
	return nodes, nil
}

func compileList(name string) keyword {
	return func(c *compiler, n *Node, v jsondoc.Value) error {
		nodes, err := c.list(n, v, name)
		if err != nil {
			return err
		}
		switch name {
		case "prefixItems":
			n.arrayRules().prefix = nodes
		case "allOf":
			w := n.wholeRules()
			w.allOf = append(w.allOf, nodes...)
		case "anyOf":
			n.wholeRules().anyOf = nodes
			n.choices = append(n.choices, nodes)
		case "oneOf":
			n.wholeRules().oneOf = nodes
			n.choices = append(n.choices, nodes)
		}
		return nil
	}
}
