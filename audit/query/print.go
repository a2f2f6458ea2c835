package query

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/agent-loop/shimgen/internal/printable"
)

// maxCounts limits how many values of one kind are printed.
const maxCounts = 10

// Print writes a line for each value counted: the most frequent first, days in order. It
// is safe for a terminal.
func (s Stats) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "records\t%d\nfiles\t%d\n", s.Lines, s.Files)
	for _, group := range []struct {
		name   string
		counts map[string]int
	}{{"event", s.Events}, {"action", s.Actions}, {"would", s.Would}, {"rule", s.Rules}, {"command", s.Commands}, {"agent", s.Agents}, {"session", s.Sessions}} {
		for i, value := range byCount(group.counts) {
			if i == maxCounts {
				fmt.Fprintf(w, "%s\t\t(%d more)\n", group.name, len(group.counts)-maxCounts)
				break
			}
			fmt.Fprintf(w, "%s\t%d\t%s\n", group.name, group.counts[value], printable.Line(value))
		}
	}
	for _, day := range slices.Sorted(maps.Keys(s.Days)) {
		fmt.Fprintf(w, "day\t%d\t%s\n", s.Days[day], printable.Line(day))
	}
	return w.Flush()
}

// byCount returns the keys, the highest count first, and equal counts by name.
func byCount(counts map[string]int) []string {
	keys := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(keys, func(x, y string) int { return counts[y] - counts[x] })
	return keys
}

// PassedOver summarizes in one line what a query skipped; "" if nothing. It holds names
// from the log: escape it before it reaches a terminal.
func (c Coverage) PassedOver() string {
	if c.Damaged == 0 && len(c.Skipped) == 0 {
		return ""
	}
	text := fmt.Sprintf("audit: %d damaged lines passed over, %d files not read", c.Damaged, len(c.Skipped))
	for _, why := range c.Skipped {
		text += "; " + why
	}
	return text
}

// colourOf is the terminal's colour for an action, or "".
func colourOf(action string) string {
	switch action {
	case "block":
		return "\x1b[31m"
	case "ask":
		return "\x1b[33m"
	case "warn":
		return "\x1b[36m"
	}
	return ""
}

// Line returns a record in a form that is safe for a terminal: in JSON that is another
// spelling of the same record. With colour, one that was refused is red, one that was
// asked about yellow, a warning blue.
func Line(record []byte, colour bool) string {
	text := printable.Line(string(record))
	if r, ok := parse(record); ok && colour {
		if c := colourOf(str(r.action)); c != "" {
			return c + text + "\x1b[0m"
		}
	}
	return text
}
