package execution

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// dryRun is the JSON object of a command that would run: the policy's decision, and
// exactly what would be executed.
type dryRun struct {
	DryRun   bool   `json:"dry_run"`
	Decision string `json:"decision"`
	Action   string `json:"action"`
	runner.Plan
}

// object prints an object on one line.
func (c *Command) object(object any) error {
	out := json.NewEncoder(c.Out)
	out.SetEscapeHTML(false)
	return out.Encode(object)
}

// printPlan shows what would run.
func (c *Command) printPlan(s *runner.Session, d guard.Decision, p permit.Permit, job runner.Job) error {
	plan, err := s.Plan(p, job)
	if err != nil {
		return exit.From(err)
	}
	if c.Print.JSON {
		return c.object(dryRun{true, d.ID(), d.Action.String(), plan})
	}
	for _, arg := range slices.Concat(plan.Argv, plan.Inside) {
		fmt.Fprintln(c.Out, arg)
	}
	return nil
}

// debug prints what would confine the command.
func (c *Command) debug(s *runner.Session, p permit.Permit, job runner.Job) error {
	plan, err := s.Plan(p, job)
	if err != nil {
		return exit.From(err)
	}
	for _, text := range s.Debug(plan) {
		fmt.Fprintln(c.Err, "shimgen: debug: "+printable.Line(text))
	}
	return nil
}

// describe prints the command's view of the file system in the sandbox.
func (c *Command) describe(s *runner.Session, p permit.Permit, job runner.Job) error {
	plan, err := s.Plan(p, job)
	if err != nil {
		return exit.From(err)
	}
	return c.object(plan.Describe(p.Argv(), job))
}

// capture runs a command without a terminal and prints its result as an object. It passes
// on our standard input, unless that is a terminal, where nobody would see a prompt.
func (c *Command) capture(s *runner.Session, d guard.Decision, p permit.Permit, job runner.Job) error {
	if job.Signals = true; !host.IsTerminal(0) {
		job.Stdin = os.Stdin
	}
	printed, err := s.Capture(context.Background(), p, job, c.Keep)
	verdict.PrintNotices(c.Err, s.Notices())
	if _, over := limit.Of(err); err != nil && !over {
		return exit.From(err)
	}
	r := runner.ResultOf(d, printed, err)
	if err != nil {
		fmt.Fprintf(c.Err, "shimgen: %s\n", err)
	}
	if err := c.object(r); err != nil {
		return err
	}
	if r.ExitCode != 0 {
		return exit.Silent(r.ExitCode)
	}
	return nil
}
