package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/stamp"
	"github.com/agent-loop/shimgen/termux"
)

// installCmd makes an installation, or brings one up to date.
type installCmd struct {
	Dir       string   `placeholder:"D" help:"The directory for PATH; ~/.agent-loop/bin by default. ROOT/bin keeps policy, state and audit trail in ROOT, unless other programs are installed there (~/bin, ~/.local/bin, /usr/local/bin …); any other D leaves them in ~/.agent-loop."`
	Cmd       []string `placeholder:"NAME" sep:"," help:"Make a shim for this program too (repeatable)."`
	All       bool     `help:"Make shims for every program on PATH that a grammar is written for."`
	Shells    bool     `help:"Make shims for sh, bash, dash and zsh too."`
	ShellInit bool     `name:"shell-init" help:"Put the shims first on PATH in the shells' start files."`
}

// Run installs. What is right already is left alone.
func (c *installCmd) Run(a *app) error {
	l, home, err := layout(c.Dir, a.env)
	if err != nil {
		return err
	}
	wanted, err := l.Wanted()
	if err != nil {
		return err
	}
	wanted = wanted.And(shimdir.Wanted{All: c.All, Shells: c.Shells, Named: c.Cmd})
	chosen := choose(wanted, environ.Get(a.env, "PATH"), l.Root)
	b, id, err := binaries(l, home, a.env)
	if err != nil {
		return err
	}
	for _, dir := range []string{l.Root, filepath.Join(l.Root, "state"), filepath.Join(l.Root, "audit")} {
		if err := privateDir(dir); err != nil {
			return err
		}
	}
	if err := defaultPolicy(filepath.Join(l.Root, "policy.toml")); err != nil {
		return err
	}
	changed, err := l.Install(chosen.names, b)
	if err != nil {
		return err
	}
	// What exec starts meets the shims below the root, wherever else the user
	// wants to have them.
	if own := (shimdir.Layout{Root: l.Root, Bin: filepath.Join(l.Root, "bin")}); own != l {
		more, err := own.Install(chosen.names, b)
		if err != nil {
			return err
		}
		changed = append(changed, more...)
	}
	if err := l.Remember(wanted); err != nil {
		return err
	}
	notes, err := runner.CompileGate(id, a.env)
	if err != nil {
		return err
	}
	a.notices(append(chosen.notes(), notes...))
	if c.ShellInit {
		files, err := shimdir.AddShellInit(home, etc(a.env), l.Bin, func(shell string) bool {
			_, found := gate.Find(shell, environ.Get(a.env, "PATH"), l.Root)
			return found
		})
		if err != nil {
			return err
		}
		changed = append(changed, files...)
	}
	a.changed(changed)
	return nil
}

// changed prints the paths that were changed, and many in one directory as their
// number.
func (a *app) changed(paths []string) {
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

// layout says where an installation lives. The one who installs says where
// home is; from then on the installed binaries know it themselves.
func layout(dir string, env []string) (shimdir.Layout, string, error) {
	home := environ.Get(env, "HOME")
	if home != "" && !filepath.IsAbs(home) { // another home than the caller means would be taken
		return shimdir.Layout{}, "", exit.New(exit.BadUsage, fmt.Sprintf("HOME=%s is not an absolute path", home), "set HOME")
	}
	if home == "" {
		homes := host.Homes(host.UID(), "", "")
		if len(homes) == 0 {
			return shimdir.Layout{}, "", exit.New(exit.Failed, "no home directory: HOME is not set", "set HOME, or use --dir")
		}
		home = homes[0]
	}
	home, err := host.Canonical(filepath.Clean(home))
	if err != nil || home == "/" {
		return shimdir.Layout{}, "", exit.New(exit.Failed, fmt.Sprintf("HOME=%s is not a home directory", home), "set HOME")
	}
	if dir == "" {
		return shimdir.Home(home), home, nil
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return shimdir.Layout{}, "", err
	}
	l, err := shimdir.Named(filepath.Clean(dir), home)
	return l, home, err
}

// binaries reads the programs and writes the installation's identity into them.
// The server need not be there: who does not use it need not build it.
func binaries(l shimdir.Layout, home string, env []string) (shimdir.Binaries, gate.Identity, error) {
	if err := runner.CheckIndexes(); err != nil { // what is installed never looks again
		return shimdir.Binaries{}, gate.Identity{}, err
	}
	self, err := host.Executable()
	if err != nil {
		return shimdir.Binaries{}, gate.Identity{}, err
	}
	judge, err := os.ReadFile(self)
	if err != nil {
		return shimdir.Binaries{}, gate.Identity{}, err
	}
	shim, err := os.ReadFile(filepath.Join(filepath.Dir(self), "shim"))
	if err != nil {
		return shimdir.Binaries{}, gate.Identity{}, exit.New(exit.Failed, err.Error(), "build both programs into one directory: make build")
	}
	mcp, err := os.ReadFile(filepath.Join(filepath.Dir(self), "shimgen-mcp"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return shimdir.Binaries{}, gate.Identity{}, err
	}
	id := gate.Identity{
		Root: l.Root, Home: home, UID: uint32(host.UID()),
		Catalogue: fingerprint(judge), Recorded: policy.Recorded(env),
	}
	// An installed shimgen installs itself again under the hash it has.
	if old, ok := gate.Installed(); ok {
		id.Catalogue = old.Catalogue
	}
	b := shimdir.Binaries{}
	if b.Shim, err = stamp.Program(shim, id); err == nil {
		b.Shimgen, err = stamp.Program(judge, id)
	}
	if err == nil && len(mcp) > 0 {
		b.MCP, err = stamp.Program(mcp, id)
	}
	return b, id, err
}

func privateDir(dir string) error {
	f, err := host.Open(dir, host.PrivateDir(host.UID()))
	if err != nil {
		return err
	}
	return f.Close()
}

// defaultPolicy writes the default policy if there is none.
func defaultPolicy(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return host.Replace(path, []byte(policy.Template("cautious")), 0o600)
}

// etc is where start files for all users lie, or "" where they are not ours
// to write.
func etc(env []string) string {
	if t, ok := termux.Detect(func(name string) string { return environ.Get(env, name) }, os.Stat); ok {
		return t.Etc()
	}
	if host.UID() == 0 {
		return "/etc"
	}
	return ""
}

// uninstallCmd takes the shims away. The policy, the state and the audit trail
// stay, for they are the user's.
type uninstallCmd struct {
	Dir string `placeholder:"D" help:"The directory that was given to install."`
}

// Run uninstalls. An installation that is not there is no error; one that an agent
// still asks is, since without it the agent refuses everything.
func (c *uninstallCmd) Run(a *app) error {
	l, home, err := installed(c.Dir, a.env)
	if err != nil {
		return err
	}
	hooks, err := wiring{layout: l}.registered()
	if err != nil {
		return err
	}
	if len(hooks) > 0 {
		text := hooks[0].File + " still has the hook: without shimgen the agent would refuse everything"
		return exit.New(exit.Failed, text, "shimgen hook uninstall "+hooks[0].Agent+", with --project in the project")
	}
	removed, err := l.Remove()
	if own := (shimdir.Layout{Root: l.Root, Bin: filepath.Join(l.Root, "bin")}); c.Dir == "" && own != l && err == nil {
		var more []string
		more, err = own.Remove()
		removed = append(removed, more...)
	}
	if err != nil {
		return err
	}
	files, err := shimdir.RemoveShellInit(home, etc(a.env), l.Bin)
	if err != nil {
		return err
	}
	a.changed(append(removed, files...))
	return nil
}
