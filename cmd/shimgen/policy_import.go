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
	Output string `short:"o" name:"output" placeholder:"FILE" help:"Write the policy there, where no file is yet; else it is printed."`
	Strict bool   `help:"Fail, and write no policy, if something cannot be carried over."`
}

// Help says what the short help has no room for.
func (policyImportCmd) Help() string {
	return "What means something else as a policy, or nothing, is said in a comment with its line. The policy is checked as validate does, and nothing is put in force: apply does."
}

// Run makes a policy of the file.
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
		fmt.Fprintf(a.err, "shimgen: not carried over: %s\n", line(lost))
	}
	if n := len(got.Lost); c.Strict && n > 0 {
		return exit.New(exit.Blocked, fmt.Sprintf("%s: %d of %d settings and entries cannot be carried over", c.File, n, n+got.Carried), "without --strict the others are")
	}
	if c.Output == "" {
		_, err = io.WriteString(a.out, got.Policy)
		return err
	}
	if _, err := os.Lstat(c.Output); !errors.Is(err, fs.ErrNotExist) {
		return exit.Usage("%s: there is a file already", c.Output)
	}
	target, err := filepath.Abs(c.Output)
	if err != nil {
		return err
	}
	return host.Replace(target, []byte(got.Policy), 0o600)
}
