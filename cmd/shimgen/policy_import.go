package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy/uwsal"
)

type policyImportCmd struct {
	File   string `arg:"" help:"The uwsal.json or coro.json."`
	Output string `short:"o" name:"output" placeholder:"FILE" help:"Write the policy to this new file instead of standard output."`
	Strict bool   `help:"Fail, and write no policy, if something cannot be converted."`
}

// Help is the long help text.
func (policyImportCmd) Help() string {
	return "A comment with the line number marks each setting that means something else in a policy, or nothing. The policy is validated but not applied: policy apply does that."
}

// Run converts the file to a policy.
func (c *policyImportCmd) Run(a *app) error {
	text, err := host.ReadUntrusted(c.File)
	if err != nil {
		return err
	}
	got, err := uwsal.Import(c.File, text)
	if err != nil {
		return err
	}
	for _, lost := range got.Lost {
		fmt.Fprintf(a.err, "shimgen: not converted: %s\n", line(lost))
	}
	if n := len(got.Lost); c.Strict && n > 0 {
		return exit.New(exit.Blocked, fmt.Sprintf("%s: %d of %d settings and entries cannot be converted", c.File, n, n+got.Carried), "without --strict the others are converted")
	}
	if c.Output == "" {
		_, err = io.WriteString(a.out, got.Policy)
		return err
	}
	if _, err := os.Lstat(c.Output); !errors.Is(err, fs.ErrNotExist) {
		return exit.Usage("%s: exists already", c.Output)
	}
	target, err := filepath.Abs(c.Output)
	if err != nil {
		return err
	}
	return host.Replace(target, []byte(got.Policy), 0o600)
}
