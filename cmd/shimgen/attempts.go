package main

import (
	"encoding/json"
	"fmt"

	"github.com/agent-loop/shimgen/attempts"
	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
)

// attemptsCmd is about agents' sessions that keep trying what was refused.
type attemptsCmd struct {
	List    attemptsListCmd    `cmd:"" default:"withargs" help:"Print what agents' sessions tried and were refused, the last first."`
	Release attemptsReleaseCmd `cmd:"" help:"Let a session that is held be asked again."`
}

type attemptsListCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// shownTally is the JSON form of a session's attempts.
type shownTally struct {
	Code string `json:"code"`
	attempts.Tally
}

// Run prints a line per session, and one per effect below it.
func (c *attemptsListCmd) Run(a *app) error {
	s, err := openInstalled(a, "attempts")
	if err != nil {
		return err
	}
	all, err := s.Attempts()
	if err != nil {
		return exit.From(err)
	}
	if c.JSON {
		shown := []shownTally{}
		for _, t := range all {
			shown = append(shown, shownTally{t.Code(), t})
		}
		return json.NewEncoder(a.out).Encode(shown)
	}
	for _, t := range all {
		printTally(a, t)
	}
	return nil
}

// printTally prints what a session tried.
func printTally(a *app, t attempts.Tally) {
	held := ""
	if t.Held {
		held = ", held: what needs a yes is refused until it is released"
	}
	fmt.Fprintf(a.out, "%s  %s, session %s, %s ago%s\n", t.Code(), line(t.Agent), line(t.ID), age(t.At), held)
	for _, e := range t.Effects {
		fmt.Fprintf(a.out, "    %d times %s, last by %s\n", e.Count, line(e.Name), line(e.Command))
	}
}

type attemptsReleaseCmd struct {
	Code string `arg:"" name:"code" help:"The session's code, as the list prints it."`
}

// Run shows what the session tried, asks, and releases it.
func (c *attemptsReleaseCmd) Run(a *app) error {
	s, err := openInstalled(a, "attempts")
	if err != nil {
		return err
	}
	all, err := s.Attempts()
	if err != nil {
		return exit.From(err)
	}
	var found *attempts.Tally
	for i := range all {
		if all[i].Code() == c.Code {
			found = &all[i]
		}
	}
	if found == nil {
		return exit.New(exit.Blocked, "no session has that code", "shimgen attempts")
	}
	tty, err := s.Releasing(*found)
	if err != nil {
		return exit.New(exit.Blocked, err.Error(), "a person runs it in a terminal window, pane or login of their own")
	}
	defer tty.Close()
	printTally(a, *found)
	if yes, err := execution.Ask(tty, "ask again for this session?", nil); err != nil || !yes {
		return exit.New(exit.Blocked, "not released: nobody said yes", "")
	}
	if _, err := s.Release(c.Code); err != nil {
		return exit.From(err)
	}
	fmt.Fprintln(a.out, "released: what asks is asked again, and attempts are counted anew")
	return nil
}

// openInstalled opens a session for a verb about the state of an installation.
func openInstalled(a *app, source string) (*runner.Session, error) {
	s, err := runner.Open(runner.Options{Env: a.env, Source: source})
	if err == nil && !s.Installed {
		err = installation.NotInstalled()
	}
	return s, err
}
