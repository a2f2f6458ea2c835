package main

import (
	"fmt"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/verdict"
)

// notices prints what the user should see of a session.
func (a *app) notices(notices []string) {
	for _, n := range notices {
		fmt.Fprintf(a.err, "shimgen: %s\n", line(n))
	}
}

// tell prints a decision in words and returns its exit code. Silence means
// allow.
func (a *app) tell(d guard.Decision) error {
	a.explain(d)
	return exit.After(d, statusOf(d.Action))
}

// ask prints all that a decision asks about, for who answers; and for other decisions
// what explain does.
func (a *app) ask(d guard.Decision) {
	lines, hint := verdict.Question(d)
	if len(lines) < 2 {
		a.explain(d)
		return
	}
	for _, text := range lines {
		fmt.Fprintf(a.err, "shimgen: %s\n", text)
	}
	if hint != "" {
		fmt.Fprintf(a.err, "shimgen: hint: %s\n", hint)
	}
}

// explain prints the refusal or warning: one line of what and why, and one of
// what to do instead.
func (a *app) explain(d guard.Decision) {
	text, hint := verdict.Say(d)
	if text != "" {
		fmt.Fprintf(a.err, "shimgen: %s\n", text)
	}
	if hint != "" {
		fmt.Fprintf(a.err, "shimgen: hint: %s\n", hint)
	}
}
