package main

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/explain"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/parser"
)

// explainCmd judges a command as check does, and shows why. It exits with 0 whatever the
// decision: the explanation succeeded.
type explainCmd struct {
	policyFlags
	requestFlags
	JSON  bool     `name:"json" help:"Print the page as one JSON object."`
	Words []string `arg:"" optional:"" passthrough:"partial" name:"command" help:"One argument is shell source, several are an argument vector."`
}

// Help is the long help text.
func (explainCmd) Help() string {
	return "Judges a command as check does, runs nothing, and prints why: each command with its words and their origins,  " +
		"the grammar that read it, what it would do, the rules that match or almost match, and what decided. " +
		"Exits with 0 after an explanation, whatever the decision; with 2 for a usage error and 125 for a failure of its own."
}

// Run explains the command.
func (c *explainCmd) Run(a *app) error {
	c.source = "explain"
	s, err := c.open(a, c.Dir)
	if err != nil {
		return err
	}
	words := afterDashes(c.Words)
	req, err := c.requestFor(words)
	if err != nil {
		return err
	}
	x := s.Explain(req)
	if errors.Is(x.Err, parser.ErrEmpty) {
		return exit.Usage("no command provided")
	}
	command := strings.Join(words, " ")
	if err := s.RecordCheck(command, x.Holds); err != nil {
		return err
	}
	a.notices(s.Notices())
	if x.Holds.Would != nil {
		a.notices([]string{"profile observe: the decision below is recorded and not enforced"})
	}
	page := explain.New(command, req, x, s)
	if c.JSON {
		return page.PrintJSON(a.out)
	}
	return page.Print(a.out)
}
