package main

import (
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/verdict"
)

// notices prints a session's messages for the user.
func (a *app) notices(notices []string) { verdict.PrintNotices(a.err, notices) }

// printDecision prints a decision and returns its exit code. It prints nothing for allow.
func (a *app) printDecision(d guard.Decision) error {
	if d.Would != nil && d.Would.Action != rules.Allow {
		text, _ := verdict.Say(*d.Would)
		a.notices([]string{"observed, not enforced: " + text})
	}
	a.explain(d)
	return exit.After(d, statusOf(d.Action))
}

// ask prints all questions of a decision for the person who answers. For other decisions it
// does what explain does.
func (a *app) ask(d guard.Decision) { verdict.PrintQuestion(a.err, d) }

// explain prints the refusal or warning.
func (a *app) explain(d guard.Decision) { verdict.Print(a.err, d) }
