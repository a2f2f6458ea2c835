package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/trust"
)

// trustCmd trusts a project's policy file as it is.
type trustCmd struct {
	Dir  string `arg:"" optional:"" name:"dir" help:"The project's directory or one below it; the current one by default."`
	List bool   `help:"Print which project files were trusted, and whether they still are as they were."`
	JSON bool   `name:"json" help:"With --list: print one JSON array."`
}

// Help is the long help text.
func (trustCmd) Help() string {
	return "It shows the file and what it would lift, and asks. A trusted file lifts asks and warnings; it never lifts a block or what the system's policy locks. An edit ends the trust."
}

// Run shows the file, asks, and keeps a hash of what it has shown.
func (c *trustCmd) Run(a *app) error {
	if c.List || c.JSON {
		return c.list(a)
	}
	s, err := runner.Open(runner.Options{Work: c.Dir, Env: a.env, Source: "trust"})
	if err != nil {
		return err
	}
	if !s.Installed {
		return installation.NotInstalled()
	}
	file, is, ok := s.ProjectTrust()
	if !ok {
		return exit.New(exit.Blocked, "no "+policyfile.ProjectName+" here or in a directory above", "")
	}
	if is == trust.Trusted {
		fmt.Fprintf(a.out, "%s is trusted already\n", line(file))
		return nil
	}
	tty, err := s.Person()
	if err != nil {
		return exit.New(exit.Blocked, err.Error(), "a person reads the file and trusts it in a terminal of their own")
	}
	defer tty.Close()
	if err := showTrust(a, s, file, is); err != nil {
		return err
	}
	if answer, err := host.Ask(tty, "shimgen: trust this file as it is shown? [y/N] "); err != nil || !isYes(answer) {
		return exit.New(exit.Blocked, "not trusted: nobody said yes", "")
	}
	if err := s.Trust(); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s is trusted until it changes; shimgen untrust takes that back\n", line(file))
	return nil
}

// isYes reports whether an answer means yes.
func isYes(answer string) bool {
	answer = strings.TrimSpace(answer)
	return answer == "y" || answer == "yes"
}

// showTrust prints a project file and what it would do once it is trusted.
func showTrust(a *app, s *runner.Session, file string, is trust.State) error {
	from, err := s.PolicyIfTrusted(false)
	if err != nil {
		return err
	}
	to, err := s.PolicyIfTrusted(true)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s (%s):\n\n", line(file), is)
	for row := range strings.Lines(s.ProjectText()) {
		fmt.Fprintf(a.out, "    %s\n", line(strings.TrimSuffix(row, "\n")))
	}
	ids, commands := policy.Lifted(from, to)
	fmt.Fprintf(a.out, "\nOnce trusted, it lets run what is asked or warned about now:\n")
	for _, text := range commands {
		fmt.Fprintf(a.out, "  command  %s\n", line(text))
	}
	for _, id := range ids {
		fmt.Fprintf(a.out, "  rule     %s: %s\n", line(id), to.Action(to.Rules.Find(id)))
	}
	if len(ids)+len(commands) == 0 {
		fmt.Fprintln(a.out, "  nothing")
	}
	a.notices(to.Notices)
	return nil
}

// trustedFile is a project file that was trusted, and its present state.
type trustedFile struct {
	trust.Record
	State string `json:"state"`
}

// list prints the trusted files.
func (c *trustCmd) list(a *app) error {
	records, err := installation.Trusts()
	if err != nil {
		return err
	}
	all, err := records.All()
	if err != nil {
		return exit.From(err)
	}
	files := []trustedFile{}
	for _, r := range all {
		files = append(files, trustedFile{r, stateOf(records, r.Path)})
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(files)
	}
	for _, f := range files {
		if _, err := fmt.Fprintf(a.out, "%s  %s (%s)\n", f.At.Local().Format("2006-01-02 15:04"), line(f.Path), f.State); err != nil {
			return err
		}
	}
	return nil
}

// stateOf says whether a project file is still as it was when it was trusted.
func stateOf(records trust.Records, path string) string {
	text, err := host.ReadUntrusted(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "gone"
	}
	if err != nil {
		return "cannot be read"
	}
	is, err := records.Look(path, text)
	if err != nil {
		return "cannot be looked up"
	}
	return is.String()
}

// untrustCmd ends the trust in a project's policy file.
type untrustCmd struct {
	Dir string `arg:"" optional:"" name:"dir" help:"The project's directory or one below it; the current one by default."`
}

// Run ends the trust.
func (c *untrustCmd) Run(a *app) error {
	dir, err := filepath.Abs(c.Dir)
	if err == nil {
		dir, err = host.Canonical(dir)
	}
	if err != nil {
		return exit.From(err)
	}
	file, err := runner.Untrust(dir, a.env)
	if err != nil {
		return exit.New(exit.Blocked, err.Error(), "shimgen trust --list")
	}
	fmt.Fprintf(a.out, "%s is not trusted any more: it only tightens\n", line(file))
	return nil
}
