package plan

// array walks an array.
func (w *walker) array(n *Node) bool {
	start, count, edits := w.pos, w.count, len(w.edits)
	w.pos++
	length, found := 0, 0
	w.space()
	empty := w.pos < len(w.data) && w.data[w.pos] == ']'
	for !empty {
		w.space()
		at, mark := w.pos, len(w.edits)
		w.path = append(w.path, step{index: length})
		ok := w.value(n.array.at(length))
		w.path = w.path[:len(w.path)-1]
		if !ok {
			return false
		}
		if n.array != nil && n.array.contains != nil && w.fits(n.array.contains, w.extent(at, mark)) {
			found++
		}
		length++
		w.space()
		if w.pos >= len(w.data) {
			return w.malformed(w.pos, Truncated)
		}
		if w.data[w.pos] == ']' {
			break
		}
		if w.data[w.pos] != ',' {
			return w.malformed(w.pos, Unexpected)
		}
		w.pos++
	}
	w.pos++
	if n.array == nil {
		return true
	}
	return w.arrayRules(n, length, found, w.data[start:w.pos]) &&
		(!n.array.unique || w.count > count || w.unique(n, start, edits))
}

// at returns the node of the i-th element.
func (a *arrayRules) at(i int) *Node {
	switch {
	case a == nil:
		return free
	case i < len(a.prefix):
		return a.prefix[i]
	case a.items != nil:
		return a.items
	default:
		return free
	}
}

func (w *walker) arrayRules(n *Node, length, found int, got []byte) bool {
	a := n.array
	if length < a.minItems && !w.fault(n, "minItems", got) {
		return false
	}
	if a.maxItems >= 0 && length > a.maxItems && !w.fault(n, "maxItems", got) {
		return false
	}
	if a.contains == nil {
		return true
	}
	if found < a.minContains && !w.fault(n, "contains", got) {
		return false
	}
	return a.maxContains < 0 || found <= a.maxContains || w.fault(n, "maxContains", got)
}

// unique checks that no two elements are equal, as JSON values.
func (w *walker) unique(n *Node, start, edits int) bool {
	value := w.extent(start, edits)
	if !w.spend(len(value)) {
		return false
	}
	elements := ParseTree(value).parts
	if len(elements) < 2 {
		return true
	}
	seen := make(map[string]struct{}, len(elements))
	for i := range elements {
		key := string(appendCanonical(nil, &elements[i]))
		if _, again := seen[key]; again {
			return w.fault(n, "uniqueItems", elements[i].Raw)
		}
		seen[key] = struct{}{}
	}
	return true
}
