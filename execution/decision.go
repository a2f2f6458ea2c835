package execution

import (
	"fmt"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// CarryOut runs the command that a hook has judged and replaced by a reference to its
// decision. It judges the command again, and confines it whatever the policy says. Of c
// it uses the streams and the environment.
func CarryOut(c Command, claim string) error {
	refuse := func(err error) error {
		return exit.New(exit.Refused, "decision refused: "+err.Error(), "let the agent submit the command again")
	}
	if claim == "" {
		return exit.New(exit.Refused, "a decision takes no command and no other flag", "")
	}
	p, err := runner.TakeTicket(claim)
	if err != nil {
		return refuse(err)
	}
	s, err := runner.Open(runner.OptionsOf(p, c.Env))
	if err != nil {
		return err
	}
	if err := p.Fits(s.Dir, s.Policy.Profile); err != nil {
		return refuse(err)
	}
	kind := s.Confine("")
	if kind == runner.NoSandbox {
		kind = runner.Holding()[0]
	}
	job := runner.Job{Text: p.Text, Timeout: s.Policy.Limits.Timeout(), Sandbox: kind, FullBox: true}
	d := s.Decide(s.AtExec(guard.Request{Source: p.Text, ID: p.Decision}, kind))
	verdict.PrintNotices(c.Err, s.Warnings())
	granted := p.Granted(d)
	if d.Action < rules.Warn && !granted || d.Err != nil {
		verdict.PrintQuestion(c.Err, d)
	}
	var release func()
	job.Temp, release = s.SessionTemp(p.Session)
	defer release()
	job.Deferred, job.Reads = d.Deferred, d.ReadOnly
	follows := follow(p, job.Temp)
	d = d.ShellAfter(s.ShellPath(), follows.prefix())
	allowed, ok := d.Permit()
	if granted {
		allowed, ok = d.Confirm()
		job.Grant = s.Granting(d)
	}
	if err := s.RecordExec(p.Text, d, ok); err != nil {
		return exit.From(err)
	}
	if !ok {
		if d.Action == rules.Ask {
			fmt.Fprintln(c.Err, "shimgen: not run: nobody asked the agent's user about that")
		}
		return exit.After(d, exit.Refused)
	}
	err = c.start(s, d, allowed, job)
	if err == nil {
		follows.deliver()
	}
	return err
}
