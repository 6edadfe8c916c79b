// Package nearest guesses what a misspelt word was meant to be.
package nearest

// Of returns the candidate that word was most likely meant to be: equal but for
// case, or at most a third of its letters away. It returns "" if there is none.
func Of(word string, candidates []string) string {
	best, bestDistance := "", len(word)/3+1
	if bestDistance > 3 {
		bestDistance = 4
	}
	for _, c := range candidates {
		if d := distance(fold(word), fold(c), bestDistance); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// fold takes away what people vary without meaning to: case, "_" and "-".
func fold(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		switch c := s[i]; {
		case c == '_' || c == '-':
		case 'A' <= c && c <= 'Z':
			b = append(b, c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b, or limit if it is no less than that.
func distance(a, b string, limit int) int {
	const maxLength = 64 // longer names are not worth the time
	if len(a) > maxLength || len(b) > maxLength || len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}
