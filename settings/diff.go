package settings

import (
	"fmt"
	"slices"
	"strings"
)

// around is how many lines of context a diff shows.
const around = 3

// Diff returns a unified diff of two texts with one hunk, or "" if they are equal. from
// and to are the names in its header. It cuts the common beginning and end, which is
// enough for texts that differ in one place.
func Diff(from, to, before, after string) string {
	if before == after {
		return ""
	}
	a, b := lines(before), lines(after)
	head, tail := common(a, b)
	start, stop := max(0, head-around), min(len(a), len(a)-tail+around)
	grown := len(b) - len(a)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", from, to)
	fmt.Fprintf(&out, "@@ -%s +%s @@\n", extent(start, stop), extent(start, stop+grown))
	put := func(mark string, list []string) {
		for _, line := range list {
			out.WriteString(mark + line)
			if !strings.HasSuffix(line, "\n") {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	put(" ", a[start:head])
	put("-", a[head:len(a)-tail])
	put("+", b[head:len(b)-tail])
	put(" ", a[len(a)-tail:stop])
	return out.String()
}

func lines(text string) []string { return slices.Collect(strings.Lines(text)) }

// common returns how many lines two texts share at their beginning and at their end.
func common(a, b []string) (head, tail int) {
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}

// extent formats a range of lines for a diff header.
func extent(start, stop int) string {
	if start == stop {
		return fmt.Sprintf("%d,0", start)
	}
	return fmt.Sprintf("%d,%d", start+1, stop-start)
}
