package main

import (
	"fmt"
	"path/filepath"

	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/userterminal"
)

// installCmd makes or updates an installation.
type installCmd struct {
	Dir       string   `placeholder:"D" help:"The directory for PATH; default ~/.agent-loop/bin. ROOT/bin puts policy, state and audit trail into ROOT, unless other programs are installed there (~/bin, ~/.local/bin, /usr/local/bin …); any other D leaves them in ~/.agent-loop."`
	Cmd       []string `placeholder:"NAME" sep:"," help:"Make a shim for this program too (repeatable)."`
	All       bool     `help:"Make shims for every program on PATH that has a grammar."`
	Shells    bool     `help:"Make shims for sh, bash, dash and zsh too."`
	ShellInit bool     `name:"shell-init" help:"Put the shims first on PATH in the shells' start files."`
	Agents    bool     `name:"agents-only" help:"With --shell-init: only in shells that an agent started. Your own stay as they are."`
}

// Run installs.
func (c *installCmd) Run(a *app) error {
	options := installation.Options{
		Dir: c.Dir, Wanted: shimdir.Extras{All: c.All, Shells: c.Shells, Named: c.Cmd}, ShellInit: c.ShellInit, Env: a.env,
	}
	if c.Agents {
		if !c.ShellInit {
			return exit.Usage("--agents-only says in which shells --shell-init holds")
		}
		options.Variables = hook.CommandVariables()
	}
	done, err := installation.Make(options)
	if err != nil {
		return err
	}
	a.notices(done.Notes)
	a.printChanged(done.Paths)
	if done.Advice != "" && a.onTerminal() {
		fmt.Fprintln(a.out, done.Advice)
	}
	return nil
}

// printChanged prints the paths that changed, but only their number if one directory has many.
func (a *app) printChanged(paths []string) {
	const many = 30
	in := map[string]int{}
	for _, path := range paths {
		in[filepath.Dir(path)]++
	}
	for _, path := range paths {
		dir := filepath.Dir(path)
		switch n := in[dir]; {
		case n > many:
			fmt.Fprintf(a.out, "%s: %d\n", dir, n)
			in[dir] = 0
		case n > 0:
			fmt.Fprintln(a.out, path)
		}
	}
}

// uninstallCmd removes the shims.
type uninstallCmd struct {
	Dir   string `placeholder:"D" help:"The directory that was passed to install."`
	Hooks bool   `help:"Remove the hook from all agents' settings first, of projects too."`
	Purge bool   `help:"Delete the policy, the audit trail, the trash and all other state too, of the shimgen that runs. It asks at a terminal."`
}

// Run uninstalls. It fails while an agent still has the hook: without shimgen the agent
// would refuse everything.
func (c *uninstallCmd) Run(a *app) error {
	if !c.Hooks {
		if err := setup.NoneLeft(c.Dir, a.env); err != nil {
			return err
		}
	}
	if c.Purge {
		if c.Dir != "" {
			return exit.Usage("--purge deletes what the shimgen that runs has installed: not with --dir")
		}
		if err := confirmPurge(a); err != nil {
			return err
		}
	}
	if c.Hooks {
		done, err := setup.RemoveAll(c.Dir, a.env)
		a.lines(done)
		if err != nil {
			return err
		}
	}
	changed, err := installation.Remove(c.Dir, a.env)
	if err != nil {
		return err
	}
	a.printChanged(changed)
	if c.Purge {
		gone, notes, err := installation.Purge(a.env)
		a.printChanged(gone)
		a.notices(notes)
		return err
	}
	return nil
}

// confirmPurge shows what a purge deletes and asks. Only a person may say yes: the trash may
// have the only copy of a file, and the trail shows what an agent did.
func confirmPurge(a *app) error {
	paths, err := installation.Kept()
	if err != nil || len(paths) == 0 {
		return err
	}
	n, err := installation.Undoable()
	if err != nil {
		return err
	}
	tty, err := userterminal.Finder{Root: filepath.Dir(paths[0]), Installed: true, Env: a.env}.Open()
	if err != nil {
		return exit.New(exit.Blocked, "nothing was removed: "+err.Error(), "shimgen uninstall, then delete what you do not need")
	}
	defer tty.Close()
	for _, path := range paths {
		fmt.Fprintln(a.err, line(path))
	}
	question := "delete these?"
	if n > 0 {
		question = fmt.Sprintf("delete these, and with them what shimgen undo could put back (%d)?", n)
	}
	if yes, err := execution.Ask(tty, question, nil); err != nil || !yes {
		return exit.New(exit.Blocked, "nothing was removed", "")
	}
	return nil
}
