package verdict

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
)

// Print writes a refusal or a warning: one line with what and why, and one with what to
// do instead. It writes nothing for a command that is allowed without a finding.
func Print(to io.Writer, d guard.Decision) {
	text, hint := Say(d)
	if text != "" {
		fmt.Fprintf(to, "shimgen: %s\n", text)
	}
	printHint(to, hint)
}

// PrintQuestion writes everything that a decision asks about, for the person who answers;
// for other decisions it does what Print does.
func PrintQuestion(to io.Writer, d guard.Decision) {
	lines, hint := Question(d)
	if len(lines) < 2 {
		Print(to, d)
		return
	}
	for _, text := range lines {
		fmt.Fprintf(to, "shimgen: %s\n", text)
	}
	printHint(to, hint)
}

func printHint(to io.Writer, hint string) {
	if hint != "" {
		fmt.Fprintf(to, "shimgen: hint: %s\n", hint)
	}
}

// PrintNotices writes a session's messages for the user, a line each.
func PrintNotices(to io.Writer, notices []string) {
	for _, n := range notices {
		fmt.Fprintf(to, "shimgen: %s\n", printable.Line(n))
	}
}
