package main

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/policy/export"
)

type policyExportCmd struct {
	policyFlags
	To string `required:"" placeholder:"AGENT" enum:"claude,codex,codex-rules,gemini,cursor,cursor-sandbox" help:"claude, codex, codex-rules, gemini, cursor or cursor-sandbox."`
}

// Help is the long help text.
func (policyExportCmd) Help() string {
	return "It prints one file of the agent's, and writes none: where it belongs, and what of the policy that agent cannot say, are lines on standard error."
}

// Run prints the settings.
func (c *policyExportCmd) Run(a *app) error {
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	a.notices(s.Notices())
	got, err := export.Settings(s.Policy, c.To, environ.Get(a.env, "HOME"))
	if err != nil {
		return err
	}
	how := "add this to"
	if got.Own {
		how = "this is all of"
	}
	fmt.Fprintf(a.err, "shimgen: %s ~/%s\n", how, line(got.File))
	for _, what := range got.Unsaid {
		fmt.Fprintf(a.err, "shimgen: not exported: %s\n", line(what))
	}
	_, err = io.WriteString(a.out, got.Text)
	return err
}
