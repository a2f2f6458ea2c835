package execution

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// explanation is the JSON object of exec --explain.
type explanation struct {
	DryRun     bool                 `json:"dry_run"`
	Action     string               `json:"action"`
	Sandbox    runner.Sandbox       `json:"sandbox"`
	Transport  string               `json:"transport,omitempty"` // how system calls come to a supervisor
	Mode       string               `json:"mode"`                // the policy's sandbox.mode
	Properties []runner.Enforcement `json:"properties"`
	Limits     map[string]string    `json:"limits"`   // by the policy's key
	LeftOut    []string             `json:"left_out"` // names of variables
	Deferred   []string             `json:"deferred"` // findings left to shims
}

// explain says what would be enforced on a command, and what would not.
func (c *Command) explain(s *runner.Session, d guard.Decision, p permit.Permit, job runner.Job) error {
	plan, err := s.ProbedPlan(p, job)
	if err != nil {
		return exit.From(err)
	}
	e := explanation{
		DryRun: true, Action: d.Action.String(), Sandbox: plan.Sandbox, Transport: plan.Transport, Mode: s.Policy.Sandbox.String(),
		Properties: s.Enforced(plan), Limits: map[string]string{}, LeftOut: append([]string{}, s.RemovedVariables()...), Deferred: []string{},
	}
	for _, l := range policy.AllLimits() {
		if value := s.Policy.Limits[l]; value != 0 {
			e.Limits[l.Key()] = l.Show(value)
		}
	}
	for _, f := range d.Deferred {
		e.Deferred = append(e.Deferred, f.Rule.ID)
	}
	verdict.PrintNotices(c.Err, s.Notices())
	if c.Print.JSON {
		return c.object(e)
	}
	e.print(c.Out)
	return nil
}

// print writes the explanation as text.
func (e explanation) print(out io.Writer) {
	fmt.Fprintf(out, "decision: %s\n", e.Action)
	for _, id := range e.Deferred {
		fmt.Fprintf(out, "deferred to a shim, which sees the real words: %s\n", id)
	}
	fmt.Fprintf(out, "sandbox: %s (sandbox.mode = %q)\n", e.Sandbox, e.Mode)
	if e.Transport != "" {
		fmt.Fprintf(out, "system calls come to the supervisor by: %s\n", e.Transport)
	}
	for _, p := range e.Properties {
		word := "not enforced"
		if p.Enforced {
			word = "enforced"
		}
		fmt.Fprintln(out, printable.Line(fmt.Sprintf("%s: %s: %s", word, p.Property, p.Detail)))
	}
	for _, l := range policy.AllLimits() {
		if value, set := e.Limits[l.Key()]; set {
			fmt.Fprintf(out, "enforced: limit %s: %s\n", l.Key(), value)
		}
	}
	for _, name := range e.LeftOut {
		fmt.Fprintf(out, "left out of the environment: %s\n", printable.Line(name))
	}
}
