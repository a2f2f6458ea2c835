package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/appeal"
	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/revision"
	"github.com/agent-loop/shimgen/runner"
)

// appealCmd lets a refused agent ask its user for an exception. An appeal allows nothing by
// itself.
type appealCmd struct {
	Submit appealSubmitCmd `cmd:"" default:"withargs" help:"Ask the user to allow a refused command in this directory from now on."`
	List   appealListCmd   `cmd:"" help:"Print the appeals that wait, the most frequent first."`
	Accept appealAcceptCmd `cmd:"" help:"Show an appeal and what it changes in your policy, and ask."`
	Reject appealRejectCmd `cmd:"" help:"Remove an appeal."`
}

type appealSubmitCmd struct {
	Why     string   `required:"" placeholder:"TEXT" help:"Why the command is needed, for the user to read."`
	Command []string `arg:"" name:"command" passthrough:"partial" help:"The refused command, after --: one argument is shell source, more are an argument vector."`
}

// Help is the long help text.
func (appealSubmitCmd) Help() string {
	return "It allows nothing. The user sees the command, the reason and the narrowest entry of the policy that would allow it, and decides."
}

// Run submits an appeal and says what happens with it.
func (c *appealSubmitCmd) Run(a *app) error {
	s, err := openInstalled(a, "appeal")
	if err != nil {
		return err
	}
	found, err := s.Appealable(requestOf(afterDashes(c.Command)))
	switch {
	case errors.Is(err, runner.ErrNotRefused):
		return exit.New(exit.Blocked, "no appeal: "+err.Error(), "run it")
	case err != nil:
		return exit.New(exit.Blocked, "no appeal: "+err.Error(), "ask the user to run it, or work without it")
	}
	code, err := s.Appeal(found, c.Why)
	if err != nil {
		return exit.New(exit.Failed, "no appeal: "+err.Error(), "ask the user")
	}
	fmt.Fprintf(a.out, "submitted as %s; until the user has accepted it, the command stays refused\n", code)
	return nil
}

// requestOf returns the request for words of a command line: one word is source, more are an
// argument vector.
func requestOf(words []string) guard.Request {
	if len(words) == 1 {
		return guard.Request{Source: words[0]}
	}
	return guard.Request{Argv: words}
}

type appealListCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// shownAppeal is the JSON form of an appeal in the list, without credentials.
type shownAppeal struct {
	Code    string    `json:"code"`
	Command string    `json:"command"`
	Dir     string    `json:"dir"`
	Why     []string  `json:"why"`
	Rules   []string  `json:"rules"`
	At      time.Time `json:"at"`
	Count   int       `json:"count"`
}

// Run prints each appeal with its reasons.
func (c *appealListCmd) Run(a *app) error {
	s, err := openInstalled(a, "appeal")
	if err != nil {
		return err
	}
	all, err := s.Appeals().All()
	if err != nil {
		return exit.From(err)
	}
	if c.JSON {
		shown := []shownAppeal{}
		for _, one := range all {
			code := one.Code()
			one = redacted(one)
			shown = append(shown, shownAppeal{code, one.Command, one.Dir, one.Why, one.Rules, one.At, one.Count})
		}
		return json.NewEncoder(a.out).Encode(shown)
	}
	for _, one := range all {
		printAppeal(a, one.Code(), redacted(one))
	}
	return nil
}

// redacted returns an appeal without credentials, because an agent may list appeals.
func redacted(one appeal.Appeal) appeal.Appeal {
	one.Command, one.Why = gate.Redact(one.Command), slices.Clone(one.Why)
	for i, why := range one.Why {
		one.Why[i] = gate.Redact(why)
	}
	return one
}

// printAppeal prints everything that a person needs to decide about an appeal.
func printAppeal(a *app, code string, one appeal.Appeal) {
	fmt.Fprintf(a.out, "%s  %d times, the last %s ago, in %s\n", code, one.Count, age(one.At), line(one.Dir))
	fmt.Fprintf(a.out, "    %s\n", strings.Join(printable.Visible(one.Command), `\n`))
	fmt.Fprintf(a.out, "    refused by %s\n", line(strings.Join(one.Rules, ", ")))
	for _, why := range one.Why {
		fmt.Fprintf(a.out, "    the agent says: %s\n", line(why))
	}
}

type appealAcceptCmd struct {
	Code string `arg:"" name:"code" help:"The appeal's code, as the list prints it."`
}

// Run shows an appeal and what it would change, asks, and changes the policy. It judges
// everything again: a decision from the time of the appeal, or under another policy, does not
// count.
func (c *appealAcceptCmd) Run(a *app) error {
	s, one, tty, err := openAppeal(a, c.Code)
	if err != nil {
		return err
	}
	defer tty.Close()
	printAppeal(a, one.Code(), one)
	if _, err := s.Appealable(guard.Request{Source: one.Command}); err != nil {
		return exit.New(exit.Blocked, "not accepted: "+err.Error(), "shimgen appeal reject "+one.Code())
	}
	name, before, err := revision.Target()
	if err != nil {
		return err
	}
	changed := revision.AllowHere(before, one.Command, one.Dir)
	d, err := revision.Compare(name, []byte(changed), a.env)
	if err != nil {
		return err
	}
	d.Print(a.out)
	a.notices(d.Warnings)
	if err := replayAppeal(a, s, one, name, changed); err != nil {
		return err
	}
	if yes, err := execution.Ask(tty, "allow this from now on?", nil); err != nil || !yes {
		return exit.New(exit.Blocked, "not accepted: nobody said yes", "shimgen appeal reject "+one.Code())
	}
	if _, now, err := revision.Target(); err != nil || now != before {
		return errors.Join(err, exit.New(exit.Blocked, "not accepted: the policy was changed meanwhile", "shimgen appeal accept "+one.Code()))
	}
	if err := a.putInForce([]byte(changed)); err != nil {
		return err
	}
	if err := s.Settle(one, true); err != nil {
		return exit.From(err)
	}
	fmt.Fprintln(a.out, "accepted: the policy allows it there now")
	return nil
}

type appealRejectCmd struct {
	Code string `arg:"" name:"code" help:"The appeal's code, as the list prints it."`
}

// Run removes an appeal. The agent that submitted it cannot: it could hide what it asked for.
func (c *appealRejectCmd) Run(a *app) error {
	s, one, tty, err := openAppeal(a, c.Code)
	if err != nil {
		return err
	}
	tty.Close()
	if err := s.Settle(one, false); err != nil {
		return exit.From(err)
	}
	fmt.Fprintln(a.out, "rejected")
	return nil
}

// openAppeal opens a session in the directory of an appeal, and the terminal of the person who may
// decide about it.
func openAppeal(a *app, code string) (s *runner.Session, one appeal.Appeal, tty *os.File, err error) {
	if s, err = openInstalled(a, "appeal"); err != nil {
		return nil, one, nil, err
	}
	if one, err = s.Appeals().Find(code); err != nil {
		return nil, one, nil, exit.New(exit.Blocked, err.Error(), "shimgen appeal list")
	}
	if s, err = openIn(a, one.Dir, "appeal"); err != nil {
		return nil, one, nil, err
	}
	if tty, err = s.Judging(one); err != nil {
		return nil, one, nil, exit.New(exit.Blocked, err.Error(), "a person runs it in a terminal window, pane or login of their own")
	}
	return s, one, tty, nil
}
