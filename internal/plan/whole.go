package plan

// wholly checks the rules that look at the value that starts at start as a
// whole. They see it with the repairs that were made since edits.
func (w *walker) wholly(n *Node, start, edits int) bool {
	rules := n.whole
	value := w.extent(start, edits)
	got := w.data[start:w.pos]
	if !w.allParts(n, value, got) {
		return false
	}
	if rules.anyOf != nil && w.countFitting(rules.anyOf, value, 1) == 0 && !w.fault(n, "anyOf", got) {
		return false
	}
	if rules.oneOf != nil && w.countFitting(rules.oneOf, value, 2) != 1 && !w.fault(n, "oneOf", got) {
		return false
	}
	if rules.not != nil && w.fits(rules.not, value) && !w.fault(n, "not", got) {
		return false
	}
	for _, d := range rules.dependent {
		if hasMember(value, d.name) && !w.fits(d.node, value) && !w.faultIn(n, d.node, "dependentSchemas", got) {
			return false
		}
	}
	return w.branches(n, value, got)
}

func hasMember(value []byte, name string) bool {
	for have := range Members(value) {
		if have == name {
			return true
		}
	}
	return false
}

// branches checks if, then and else.
func (w *walker) branches(n *Node, value, got []byte) bool {
	rules := n.whole
	if rules.cond == nil {
		return w.bad == nil
	}
	branch, keyword := rules.other, "else"
	if w.fits(rules.cond, value) {
		branch, keyword = rules.then, "then"
	}
	if branch != nil && !w.fits(branch, value) {
		return w.faultIn(n, branch, keyword, got)
	}
	return w.bad == nil
}

// allParts checks the parts of an allOf.
func (w *walker) allParts(n *Node, value, got []byte) bool {
	for _, sub := range n.whole.allOf {
		if !w.fits(sub, value) && !w.faultIn(n, sub, "allOf", got) {
			return false
		}
	}
	return true
}

// countFitting counts the schemas that value meets, up to enough.
func (w *walker) countFitting(nodes []*Node, value []byte, enough int) int {
	found := 0
	for _, sub := range nodes {
		if w.fits(sub, value) {
			if found++; found == enough {
				break
			}
		}
	}
	return found
}

// spend takes the cost of looking at text once more from the budget, and stops
// the walk when it is used up.
func (w *walker) spend(bytes int) bool {
	if w.budget -= bytes + 1; w.budget < 0 {
		return w.malformed(w.pos, TooComplex)
	}
	return true
}

// fits walks well-formed text quietly. What it costs is limited: a schema may
// make every level of a value be walked again for every level above it.
func (w *walker) fits(n *Node, value []byte) bool {
	if !w.spend(len(value)) {
		return false
	}
	sub := walkers.Get().(*walker) //nolint:errcheck,forcetypeassert // the pool holds nothing else
	sub.start(value, Mode{MaxDepth: w.mode.MaxDepth, MaxBytes: len(value), MaxFaults: 1})
	sub.quiet, sub.depth, sub.budget = true, w.depth, w.budget
	ok := sub.document(n) && sub.count == 0
	w.budget = sub.budget
	if sub.bad != nil {
		w.bad = sub.bad
	}
	sub.release()
	return ok
}
