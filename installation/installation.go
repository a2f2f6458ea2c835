package installation

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/fingerprint"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/stamp"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/termux"
	"github.com/agent-loop/shimgen/trash"
	"github.com/agent-loop/shimgen/trust"
)

// Options say what to install.
type Options struct {
	Dir       string         // the directory for PATH; "" is the default one
	Wanted    shimdir.Extras // shims besides those an earlier installation was asked for
	ShellInit bool           // put the shims first on PATH in the shells' start files

	// Variables limit ShellInit to shells that have one of these environment variables.
	Variables []string

	Env []string
}

// Changes are what Make or Rehash did.
type Changes struct {
	Paths []string // the paths that changed
	Notes []string // what the user should see

	// Advice is about the first policy, for a person at a terminal; "" if there is none.
	Advice string
}

// Make installs or updates an installation. It leaves files alone that are already right.
func Make(o Options) (done Changes, err error) {
	l, home, err := PlanLayout(o.Dir, o.Env)
	if err != nil {
		return done, err
	}
	if err := checkStorage(l, o.Env, fileSystem); err != nil {
		return done, err
	}
	wanted, err := l.Wanted()
	if err != nil {
		return done, err
	}
	wanted = wanted.And(o.Wanted).And(manyInOne(l.Root, o.Env))
	chosen := Choose(wanted, environ.Get(o.Env, "PATH"), l.Root)
	b, id, err := binaries(l, home, o.Env)
	if err != nil {
		return done, err
	}
	for _, dir := range []string{l.Root, filepath.Join(l.Root, "state"), filepath.Join(l.Root, gate.TrailName)} {
		if err := host.MakePrivate(dir); err != nil {
			return done, err
		}
	}
	first, err := defaultPolicy(filepath.Join(l.Root, "policy.toml"))
	if err != nil {
		return done, err
	}
	for _, at := range layouts(l) {
		changed, err := at.Install(chosen.Names, b)
		if err != nil {
			return done, err
		}
		done.Paths = append(done.Paths, changed...)
	}
	if err := l.Remember(wanted); err != nil {
		return done, err
	}
	notes, err := runner.CompileGate(id, o.Env)
	if err != nil {
		return done, err
	}
	done.Notes = append(chosen.notes(), notes...)
	if first {
		done.Advice = policy.ForContainer(host.Container())
	}
	if o.ShellInit {
		files, err := shimdir.AddShellInit(home, systemEtc(o.Env), l.Bin, o.Variables, func(shell string) bool {
			_, found := gate.Find(shell, environ.Get(o.Env, "PATH"), l.Root)
			return found
		})
		if err != nil {
			return done, err
		}
		done.Paths = append(done.Paths, files...)
	}
	return done, nil
}

// manyInOne are the programs on PATH that hold many others, on Termux: all that a phone
// has may be one of them, so each gets a shim there unasked.
func manyInOne(root string, env []string) (w shimdir.Extras) {
	if _, ok := termux.Detect(func(name string) string { return environ.Get(env, name) }, os.Stat); !ok {
		return w
	}
	for _, name := range []string{"busybox", "coreutils", "toybox"} {
		if _, found := gate.Find(name, environ.Get(env, "PATH"), root); found {
			w.Named = append(w.Named, name)
		}
	}
	return w
}

// layouts are the shim directories of an installation: the one the user chose, and always
// the one below the root, which exec puts on PATH.
func layouts(l shimdir.Layout) []shimdir.Layout {
	own := shimdir.Layout{Root: l.Root, Bin: filepath.Join(l.Root, "bin")}
	if own == l {
		return []shimdir.Layout{l}
	}
	return []shimdir.Layout{l, own}
}

// Remove removes the shims and returns the paths that changed. The policy, the state and
// the audit trail stay, for they are the user's. A missing installation is no error.
func Remove(dir string, env []string) ([]string, error) {
	l, home, err := Locate(dir, env)
	if err != nil {
		return nil, err
	}
	all := layouts(l)
	if dir != "" {
		all = all[:1]
	}
	var removed []string
	for _, at := range all {
		more, err := at.Remove()
		if err != nil {
			return nil, err
		}
		removed = append(removed, more...)
	}
	files, err := shimdir.RemoveShellInit(home, systemEtc(env), l.Bin)
	return append(removed, files...), err
}

// PlanLayout says where Make would put an installation, and for which home. The
// installer's environment names the home; the installed programs carry it from then on.
func PlanLayout(dir string, env []string) (shimdir.Layout, string, error) {
	home := environ.Get(env, "HOME")
	if home != "" && !filepath.IsAbs(home) { // a relative path would lead to another home than the caller means
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

// binaries reads the programs and writes the installation's identity into them. The
// server and what speaks TLS are optional.
func binaries(l shimdir.Layout, home string, env []string) (shimdir.Binaries, gate.Identity, error) {
	if err := runner.CheckIndexes(); err != nil { // an installed program does not check again
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
	var optional [2][]byte
	for i, name := range []string{"shimgen-mcp", "shimgen-tls"} {
		if optional[i], err = os.ReadFile(filepath.Join(filepath.Dir(self), name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return shimdir.Binaries{}, gate.Identity{}, err
		}
	}
	mcp, tls := optional[0], optional[1]
	id := gate.Identity{
		Root: l.Root, Home: home, UID: uint32(host.UID()),
		Catalogue: fingerprint.Of(judge), Recorded: variables.Snapshot(env),
	}
	// An installed shimgen that reinstalls itself keeps its fingerprint.
	if old, ok := gate.Installed(); ok {
		id.Catalogue = old.Catalogue
	}
	b := shimdir.Binaries{TLS: tls} // which judges nothing, and needs no identity
	if b.Shim, err = stamp.Program(shim, id); err == nil {
		b.Shimgen, err = stamp.Program(judge, id)
	}
	if err == nil && len(mcp) > 0 {
		b.MCP, err = stamp.Program(mcp, id)
	}
	return b, id, err
}

// defaultPolicy writes the default policy if there is none, and reports whether it did.
func defaultPolicy(path string) (made bool, err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	return true, host.Replace(path, []byte(policy.Template(policy.Default)), 0o600)
}

// systemEtc is the directory of start files for all users, or "" if they are not ours to
// write.
func systemEtc(env []string) string {
	if t, ok := termux.Detect(func(name string) string { return environ.Get(env, name) }, os.Stat); ok {
		return t.Etc()
	}
	if host.UID() == 0 {
		return "/etc"
	}
	return ""
}

// Locate returns the layout and home of the installation that this program belongs to, or
// the layout that Make would use. No file records the shim directory that the user chose:
// Locate finds it on PATH.
func Locate(dir string, env []string) (l shimdir.Layout, home string, err error) {
	if id, ok := gate.Installed(); ok && dir == "" {
		l = shimdir.Layout{Root: id.Root, Bin: filepath.Join(id.Root, "bin")}
		return l.OnPath(environ.Get(env, "PATH")), id.Home, nil
	}
	return PlanLayout(dir, env)
}

// AuditDir is the directory of the audit trail: below the root stamped into this program
// or, if it was not installed, below the home in the password file. It reads no policy,
// so a broken one does not hide the trail.
func AuditDir() (string, error) {
	if id, ok := gate.Installed(); ok {
		return filepath.Join(id.Root, gate.TrailName), nil
	}
	homes := host.Homes(host.UID(), "", "")
	if len(homes) == 0 {
		return "", exit.New(exit.Failed, "no home directory, so no audit trail", "shimgen install")
	}
	return filepath.Join(homes[0], ".agent-loop", gate.TrailName), nil
}

// Quarantine returns the installation's quarantine or, without one, the user's.
func Quarantine() (protect.Quarantine, error) {
	dir, err := AuditDir()
	return protect.NewQuarantine(filepath.Join(filepath.Dir(dir), "quarantine"), owner()), err
}

// Trash returns the installation's trash or, without one, the user's.
func Trash() (trash.Can, error) {
	dir, err := AuditDir()
	return trash.New(filepath.Join(filepath.Dir(dir), "trash"), owner()), err
}

// Stash returns the list of what git commands would have thrown away: the installation's or,
// without one, the user's.
func Stash() (stash.Book, error) {
	dir, err := AuditDir()
	return stash.NewBook(filepath.Join(filepath.Dir(dir), "trash", "git"), owner()), err
}

// Git returns how to start the real git of a PATH, past the installation's shims.
func Git(env []string) (stash.Git, error) {
	dir, err := AuditDir()
	if err != nil {
		return stash.Git{}, err
	}
	program, ok := gate.Find("git", environ.Get(env, "PATH"), filepath.Dir(dir))
	if !ok {
		return stash.Git{}, exit.From(launch.NotFoundError{Name: "git"})
	}
	return stash.Git{Program: program, Env: env}, nil
}

// Trusts are the installation's records of trusted project files or, without one, the
// user's.
func Trusts() (trust.Records, error) {
	dir, err := AuditDir()
	return trust.In(filepath.Dir(dir), owner()), err
}

// Approvals is where the installation or, without one, the user keeps what waits for a yes.
func Approvals() (approval.Store, error) {
	dir, err := AuditDir()
	return approval.In(filepath.Dir(dir), owner()), err
}

// owner is whose files the installation has; this process's user, if there is none.
func owner() int {
	if id, ok := gate.Installed(); ok {
		return int(id.UID)
	}
	return host.UID()
}

// NotInstalled is the error of a verb that needs an installed shimgen.
func NotInstalled() error {
	return exit.New(exit.Failed, "this shimgen is not installed", "shimgen install, then use ~/.agent-loop/libexec/shimgen")
}

// Rehash makes the shims that install would make now, and removes those of programs that
// are gone and that nobody asked for by name.
func Rehash(env []string) (done Changes, err error) {
	id, ok := gate.Installed()
	if !ok {
		return done, NotInstalled()
	}
	l, _, err := Locate("", env)
	if err != nil {
		return done, err
	}
	wanted, err := l.Wanted()
	if err != nil {
		return done, err
	}
	chosen := Choose(wanted, environ.Get(env, "PATH"), l.Root)
	for _, at := range layouts(l) {
		made, err := at.Link(chosen.Names)
		if err != nil {
			return Changes{}, err
		}
		gone, err := at.Unlink(chosen.Names)
		if err != nil {
			return Changes{}, err
		}
		done.Paths = append(append(done.Paths, made...), gone...)
	}
	if len(done.Paths) > 0 {
		done.Notes, err = runner.CompileGate(id, env)
	}
	return done, err
}

// LinkNew makes shims for programs that came to PATH after the installation. It looks up
// only the default names, which is cheap. Nothing depends on it: if a shim cannot be
// made, the check still judges the text. It reports whether it made any.
func LinkNew(root, path string) bool {
	l := shimdir.Layout{Root: root, Bin: filepath.Join(root, "bin")}
	wanted, err := l.Wanted()
	if err != nil {
		return false
	}
	var names []string
	for _, name := range defaultNames(wanted) {
		if l.Has(name) {
			continue
		}
		if _, found := gate.Find(name, path, root); found {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return false
	}
	made, err := l.Link(names)
	return err == nil && len(made) > 0
}
