package policy

import "fmt"

// didYouMean returns a question with the most similar name, as in ` (did you mean "paths"?)`, or
// "" if none is similar.
func didYouMean(name string, names []string) string {
	best, at := len(name)/3+2, ""
	for _, n := range names {
		if d := distance(name, n); d < best {
			best, at = d, n
		}
	}
	if at == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", at)
}

// distance returns the edit distance of two names: bytes to insert, delete, replace or swap with
// their neighbour. Names over 64 bytes are far from everything.
func distance(x, y string) int {
	if len(x) > 64 || len(y) > 64 {
		return 64
	}
	var rows [65][65]int
	for i := range len(x) + 1 {
		rows[i][0] = i
	}
	for j := range len(y) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			same := 1
			if x[i-1]|0x20 == y[j-1]|0x20 {
				same = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+same)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(x)][len(y)]
}
