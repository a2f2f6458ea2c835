package verdict

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/guard"
)

// Print writes a refusal or a warning: one line of what and why, and one of what to do
// instead. It writes nothing of what is allowed without a word.
func Print(to io.Writer, d guard.Decision) {
	text, hint := Say(d)
	if text != "" {
		fmt.Fprintf(to, "shimgen: %s\n", text)
	}
	printHint(to, hint)
}

// PrintQuestion writes all that a decision asks about, for whoever answers; of other
// decisions it writes what Print does.
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

// PrintNotices writes what the user should see of a session, a line each.
func PrintNotices(to io.Writer, notices []string) {
	for _, n := range notices {
		fmt.Fprintf(to, "shimgen: %s\n", Line(n))
	}
}
