package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/doctor"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
)

// statusCmd shows what is installed.
type statusCmd struct {
	JSON bool   `name:"json" help:"Print one JSON object."`
	Dir  string `placeholder:"D" help:"The directory that was given to install."`
}

// Run prints the state of the installation.
func (c *statusCmd) Run(a *app) error {
	l, _, err := installation.Locate(c.Dir, a.env)
	if err != nil {
		return err
	}
	st := l.Status(environ.Get(a.env, "PATH"))
	limits, holds := map[string]string{}, []doctor.Layer{}
	if s, err := runner.Open(runner.Options{Env: a.env}); err == nil { // else doctor says why
		limits = show.Limits(s.Policy.Limits)
		holds = doctor.Layers(s, len(st.Generated) > 0 && st.OnPath, "shimgen install --shell-init")
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(struct {
			shimdir.Status
			Limits map[string]string `json:"limits"`
			Layers []doctor.Layer    `json:"layers"`
		}{st, limits, holds})
	}
	yes := map[bool]string{true: "yes", false: "no"}
	fmt.Fprintf(a.out, "directory  %s\nexists     %s\nshims      %s\non PATH    %s\nfirst      %s\n",
		st.BinDir, yes[st.Exists], strings.Join(st.Generated, " "), yes[st.OnPath], yes[st.First])
	for _, limit := range policy.AllLimits() {
		if value := limits[limit.Key()]; value != "" && value != "none" {
			fmt.Fprintf(a.out, "limit      %s %s\n", limit.Key(), value)
		}
	}
	for _, l := range holds {
		text := l.String()
		if l.Fix != "" {
			text += " (" + l.Fix + ")"
		}
		fmt.Fprintf(a.out, "layer      %s, %s\n", l.Name, line(text))
	}
	for _, p := range st.Problems {
		fmt.Fprintf(a.out, "problem    %s\n", p)
	}
	return nil
}

// envCmd prints what puts the shims first on PATH.
type envCmd struct {
	Shell string `enum:"sh,fish,csh" default:"sh" help:"The shell that will evaluate the lines: sh, fish or csh."`
	Dir   string `placeholder:"D" help:"The directory that was given to install."`
}

// Run prints one line for PATH and one for the mode. Evaluating them twice is
// evaluating them once.
func (c *envCmd) Run(a *app) error {
	l, _, err := installation.Locate(c.Dir, a.env)
	if err != nil {
		return err
	}
	shell := map[string]shimdir.Shell{"sh": shimdir.Posix, "fish": shimdir.Fish, "csh": shimdir.Csh}[c.Shell]
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
