package main

import (
	"encoding/json"
	"fmt"

	"github.com/agent-loop/shimgen/doctor"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/shimdir"
)

// statusCmd shows what is installed.
type statusCmd struct {
	JSON bool   `name:"json" help:"Print one JSON object."`
	Dir  string `placeholder:"D" help:"The directory that was passed to install."`
}

// Run prints the state of the installation.
func (c *statusCmd) Run(a *app) error {
	st, err := doctor.NewStatus(c.Dir, a.env)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(st)
	}
	st.Print(a.out)
	return nil
}

// envCmd prints the lines that put the shims first on PATH.
type envCmd struct {
	Shell string `enum:"sh,bash,zsh,fish,csh" default:"sh" help:"The shell that will evaluate the lines: sh, bash, zsh, fish or csh."`
	Dir   string `placeholder:"D" help:"The directory that was passed to install."`
}

// Run prints the lines for PATH, the mode and the copy of the audit trail, if there is one.
// Evaluating them twice changes nothing more.
func (c *envCmd) Run(a *app) error {
	l, _, err := installation.Locate(c.Dir, a.env)
	if err != nil {
		return err
	}
	shell := map[string]shimdir.Shell{"sh": shimdir.Posix, "bash": shimdir.Posix, "zsh": shimdir.Posix, "fish": shimdir.Fish, "csh": shimdir.Csh}[c.Shell]
	path, err := shell.Prepend(l.Bin)
	if err != nil {
		return err
	}
	mode := environ.Get(a.env, "AGENT_LOOP_PROXY_MODE")
	if mode == "" {
		mode = "enabled"
	}
	fmt.Fprintln(a.out, path)
	fmt.Fprintln(a.out, shell.Export("AGENT_LOOP_PROXY_MODE", mode))
	if log := environ.Get(a.env, "AGENT_LOOP_AUDIT_LOG"); log != "" {
		fmt.Fprintln(a.out, shell.Export("AGENT_LOOP_AUDIT_LOG", log))
	}
	return nil
}
