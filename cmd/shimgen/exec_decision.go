package main

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
)

// carried takes a command line that carries out a decision of a hook's. Nothing else may
// stand in it: what is run, and where and how, the hook has noted.
func carried(argv []string) (claim string, is bool) {
	if len(argv) < 3 || argv[1] != "exec" || argv[2] != hook.DecisionFlag && !strings.HasPrefix(argv[2], hook.DecisionFlag+"=") {
		return "", false
	}
	if len(argv) == 4 && argv[2] == hook.DecisionFlag {
		claim = argv[3]
	}
	return claim, true
}

// carryOut runs the command that a hook has judged and its agent was told to have run so.
// It is judged again, and confined whatever the policy wants.
func carryOut(a *app, claim string) error {
	refuse := func(err error) error {
		return exit.New(exit.Refused, "decision refused: "+err.Error(), "let the agent ask for the command anew")
	}
	if claim == "" {
		return exit.New(exit.Refused, "a decision takes no command and no other flag", "")
	}
	p, err := runner.Claim(claim)
	if err != nil {
		return refuse(err)
	}
	s, err := runner.Open(p.Options(a.env))
	if err != nil {
		return err
	}
	if err := p.Fits(s); err != nil {
		return refuse(err)
	}
	kind := s.Confine("")
	if kind == runner.NoSandbox {
		kind = runner.Holding()[0]
	}
	c := execCmd{}
	job := runner.Job{Text: p.Text, Timeout: s.Policy.Limits.Timeout(), Sandbox: kind, Held: true}
	d := s.Decide(s.AtExec(guard.Request{Source: p.Text, ID: p.Decision}, kind))
	a.notices(s.Warnings())
	granted := p.Granted(d)
	if d.Action < rules.Warn && !granted || d.Err != nil {
		a.ask(d)
	}
	var release func()
	job.Temp, release = s.SessionTemp(p.Session)
	defer release()
	job.Deferred, job.Reads = d.Deferred, d.ReadOnly
	follows := follow(p, job.Temp)
	d = d.ShellAfter(s.ShellPath(), follows.first())
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
			fmt.Fprintln(a.err, "shimgen: it was not run: the agent's user was not asked about that")
		}
		return exit.After(d, exit.Refused)
	}
	err = c.run(a, s, d, allowed, job)
	if err == nil {
		follows.to()
	}
	return err
}
