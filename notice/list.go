package notice

import (
	"fmt"
	"slices"
)

// List is what the user should know, line by line. The zero list is empty.
type List struct{ lines []string }

// Add adds a line, unless it is there.
func (l *List) Add(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(l.lines, line) {
		l.lines = append(l.lines, line)
	}
}

// Extend adds lines as they are.
func (l *List) Extend(lines ...string) { l.lines = append(l.lines, lines...) }

// Take returns the lines, and empties the list.
func (l *List) Take() []string {
	lines := l.lines
	l.lines = nil
	return lines
}
