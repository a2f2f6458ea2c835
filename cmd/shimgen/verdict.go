package main

import (
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/verdict"
)

// notices prints what the user should see of a session.
func (a *app) notices(notices []string) { verdict.PrintNotices(a.err, notices) }

// tell prints a decision in words and returns its exit code. Silence means
// allow.
func (a *app) tell(d guard.Decision) error {
	a.explain(d)
	return exit.After(d, statusOf(d.Action))
}

// ask prints all that a decision asks about, for who answers; and for other decisions
// what explain does.
func (a *app) ask(d guard.Decision) { verdict.PrintQuestion(a.err, d) }

// explain prints the refusal or warning.
func (a *app) explain(d guard.Decision) { verdict.Print(a.err, d) }
