package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy/foreign"
)

type policyImportCmd struct {
	File   string `arg:"" optional:"" help:"The configuration. Without it, the first that is there of ./uwsal.json, ~/uwsal.json, ./coro.json and ~/coro.json, if it is yours."`
	From   string `placeholder:"KIND" help:"What it is the configuration of, if that cannot be told from what is in it: uwsal, claude, codex, codex-rules, dcg, safety-net, valis."`
	Output string `short:"o" name:"output" placeholder:"FILE" help:"Write the policy to this new file instead of standard output."`
	Strict bool   `help:"Fail, and write no policy, if something cannot be converted."`
}

// Help is the long help text.
func (policyImportCmd) Help() string {
	return "A comment with the line number marks each setting that means something else in a policy, or nothing. The policy is validated but not applied: policy apply does that."
}

// Run converts the file to a policy.
func (c *policyImportCmd) Run(a *app) error {
	name, text, err := c.read(a)
	if err != nil {
		return err
	}
	got, err := foreign.Import(name, text, c.From)
	if err != nil {
		return err
	}
	for _, lost := range got.Lost {
		fmt.Fprintf(a.err, "shimgen: not converted: %s\n", line(lost))
	}
	if n := len(got.Lost); c.Strict && n > 0 {
		return exit.New(exit.Blocked, fmt.Sprintf("%s: %d of %d settings and entries cannot be converted", name, n, n+got.Carried), "without --strict the others are converted")
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

// read reads the named file, or the one that the agent loop would find.
func (c *policyImportCmd) read(a *app) (name string, text []byte, err error) {
	if c.File != "" {
		text, err = host.ReadUntrusted(c.File)
		return c.File, text, err
	}
	home := environ.Get(a.env, "HOME")
	for _, name := range []string{"uwsal.json", filepath.Join(home, "uwsal.json"), "coro.json", filepath.Join(home, "coro.json")} {
		text, err := readOwn(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			fmt.Fprintf(a.err, "shimgen: from %s\n", line(name))
		}
		return name, text, err
	}
	return "", nil, exit.New(exit.Failed, "no uwsal.json or coro.json here or in the home directory", "shimgen policy import FILE")
}

// readOwn reads a file that nobody named: it must belong to the user or root, and nobody else
// may write it.
func readOwn(name string) ([]byte, error) {
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = host.Canonical(path)
	}
	if err != nil {
		return nil, err
	}
	f, err := host.Open(path, host.Policy(host.UID()))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return host.Read(f, host.PolicyLimit)
}
