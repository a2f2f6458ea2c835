// Package proot builds the command line and the environment that run one program under
// proot(1), and finds out which options an installed proot has.
//
//	offers := proot.Probe(help) // the output of proot --help
//	args, err := proot.Config{Program: path, Offers: offers, Root: empty, Dir: work, Base: proot.LinuxBase(), Argv: argv}.Args(os.Stat)
//
// # Modes
//
// [AllowList], the zero value, starts from an empty root directory. Only bound paths exist,
// so no program can reach a hidden path by renaming its parent.
//
// [Mask] keeps the live tree and mounts empty files and directories over the names in
// [Config.Hide]. Renaming a parent of a hidden path uncovers it, so this mode protects from
// accidents only.
//
// # Limits
//
// proot does chroot and bind mounts by ptrace(2). It needs no privilege and no kernel
// feature but tracing, so it works on an unrooted phone. That is also its limit. The tracer
// has the uid of its tracees, so a hostile program can attack it. It has no read-only binds
// and no network, process or user isolation. A system call younger than the tracer bypasses
// it. It keeps a careless program inside a directory and does no more.
//
// This package runs no program and writes no file. [Config.Args] takes stat as an argument;
// the caller finds proot, creates the root and starts the process. The caller must also
// close every descriptor above 2, since no bind applies to an inherited one, and on Linux
// refuse the system calls of [UntranslatedCalls].
package proot

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// ErrReadOnly means that a bind asked for a read-only mount, which proot lacks: every bind
// is as writable as its host path.
var ErrReadOnly = errors.New("proot has no read-only binds")

// ErrNotInstalled means that no proot was found; InstallHint says what to do.
var ErrNotInstalled = errors.New("proot is not installed")

// Mode says with which tree the guest starts.
type Mode uint8

const (
	// AllowList hides everything except the binds.
	AllowList Mode = iota
	// Mask shows everything except the hidden paths.
	Mask
)

// A Bind makes a host path visible in the guest.
type Bind struct {
	Host  string // absolute
	Guest string // absolute; empty means the same as Host
	// Literal binds over the guest name itself, even if it is a link. Without it proot
	// follows the link; then a bind over one applet of a multi-call binary would replace
	// every applet.
	Literal  bool
	Optional bool // left out if Host does not exist
	ReadOnly bool // refused with ErrReadOnly, never ignored
}

// guest returns the path of b inside.
func (b Bind) guest() string {
	if b.Guest == "" {
		return b.Host
	}
	return b.Guest
}

// arg returns b as a value of -b.
func (b Bind) arg() string {
	switch {
	case b.Literal:
		return b.Host + ":" + b.guest() + "!"
	case b.guest() == b.Host:
		return b.Host
	}
	return b.Host + ":" + b.guest()
}

// Config describes one program under proot. All paths are absolute and clean.
type Config struct {
	Program  string // the proot to run
	Offers   Offers // Probe's result for it
	Android  bool   // the system traps calls that only the fork emulates
	FakeRoot bool   // -0: the guest sees itself as root; off by default, since it gains nothing
	Mode     Mode
	Root     string   // AllowList: an empty directory, which becomes /
	Dir      string   // the working directory, always bound
	Base     []Bind   // the system's own files: LinuxBase, TermuxBase or none
	Binds    []Bind   // the user's, general before specific; later ones take precedence
	Hide     []string // paths in the guest to cover with the two below
	VoidDir  string   // an empty directory outside what the guest may rename
	VoidFile string   // an empty file, likewise
	Argv     []string // the program, absolute, and its arguments
}

// Stat examines a host path, as os.Stat does.
type Stat func(name string) (fs.FileInfo, error)

// Args returns the whole command line, which begins with proot. It fails on a path that
// proot would misread, on a missing bind source, and on an option that this proot lacks. It
// never silently drops something that the caller relies on. The order is: options of the
// fork, -0, -r, -w, -b …, the program.
func (c Config) Args(stat Stat) ([]string, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	binds, err := c.binds(stat)
	if err != nil {
		return nil, err
	}
	if c.Mode == AllowList && !covered(c.Dir, binds) {
		return nil, fmt.Errorf("working directory %s is not visible in the guest", c.Dir)
	}
	args := append([]string{c.Program}, c.options()...)
	args = append(args, "-w", c.Dir)
	for _, b := range binds {
		args = append(args, "-b", b.arg())
	}
	return append(args, c.Argv...), nil
}

// check refuses what it can refuse without stat.
func (c Config) check() error {
	switch {
	case !c.Offers.has("-r", "-b", "-w"):
		return fmt.Errorf("%s: its --help names no -r, -b and -w", c.Program)
	case c.Android && c.Offers.Kind() != Fork:
		return fmt.Errorf("%s: lacks SIGSYS emulation, Android needs Termux's proot", c.Program)
	case c.FakeRoot && !c.Offers.has("-0"):
		return fmt.Errorf("%s: offers no -0", c.Program)
	case c.Mode == Mask && c.Root != "":
		return errors.New("a root directory is for the allow-list mode")
	case c.Mode != AllowList && c.Mode != Mask:
		return fmt.Errorf("unknown mode %d", c.Mode)
	case len(c.Argv) == 0 || !path.IsAbs(c.Argv[0]):
		return errors.New("the program to run must be an absolute path") // else proot reads -x as its own option
	}
	if c.Mode == AllowList {
		if err := checkPath("root", c.Root); err != nil {
			return err
		}
		if c.Root == "/" {
			return errors.New("root /: the allow-list mode needs an empty directory")
		}
	}
	return checkPath("working directory", c.Dir)
}

// options returns the arguments before -w.
func (c Config) options() []string {
	var opts []string
	add := func(want bool, name string) {
		if want && c.Offers.has(name) {
			opts = append(opts, name)
		}
	}
	add(true, "--kill-on-exit")
	add(c.Android, "--link2symlink") // SELinux denies link(2) to apps
	add(c.Android, "--sysvipc")      // seccomp traps SysV IPC
	add(c.Android, "-L")
	add(c.FakeRoot, "-0")
	if c.Mode == AllowList {
		opts = append(opts, "-r", c.Root)
	}
	return opts
}

// binds returns every bind in order: base, working directory, the user's, the covers.
func (c Config) binds(stat Stat) ([]Bind, error) {
	all := append([]Bind{}, c.Base...)
	all = append(all, Bind{Host: c.Dir})
	all = append(all, c.Binds...)
	var kept []Bind
	for _, b := range all {
		if err := checkBind(c.Mode, b); err != nil {
			return nil, err
		}
		_, err := stat(b.Host)
		switch {
		case err == nil:
			kept = append(kept, b)
		case b.Optional && errors.Is(err, fs.ErrNotExist):
		default:
			return nil, fmt.Errorf("bind %s: %w", b.Host, err)
		}
	}
	covers, err := c.covers(kept, stat)
	if err != nil {
		return nil, err
	}
	return lastWins(append(kept, covers...)), nil
}

// covers returns an empty bind over each hidden path that the guest would see.
func (c Config) covers(binds []Bind, stat Stat) ([]Bind, error) {
	var covers []Bind
	for _, name := range c.Hide {
		if err := checkPath("hidden path", name); err != nil {
			return nil, err
		}
		host, visible := c.hostPath(name, binds)
		if !visible {
			continue
		}
		info, err := stat(host)
		if errors.Is(err, fs.ErrNotExist) {
			continue // nothing to hide
		}
		void := c.VoidDir
		if err == nil && !info.IsDir() { // an unreadable path counts as a directory
			void = c.VoidFile
		}
		if err := checkPath("cover", void); err != nil {
			return nil, err
		}
		if _, err := stat(void); err != nil {
			return nil, fmt.Errorf("cover %s: %w", void, err)
		}
		covers = append(covers, Bind{Host: void, Guest: name})
	}
	return covers, nil
}

// hostPath returns the host's name of a guest path: through the longest bind above it or, in
// Mask mode without such a bind, the path itself.
func (c Config) hostPath(name string, binds []Bind) (string, bool) {
	host, depth := name, 0
	for _, b := range binds {
		if g := b.guest(); pathname.In(name, g) && len(g) >= depth {
			host, depth = b.Host+strings.TrimPrefix(name, g), len(g)
		}
	}
	return host, depth > 0 || c.Mode == Mask
}

// checkBind refuses a bind that proot would misread or could not honour.
func checkBind(m Mode, b Bind) error {
	if b.ReadOnly {
		return fmt.Errorf("bind %s: %w", b.Host, ErrReadOnly)
	}
	if m == AllowList && (b.Host == "/" || b.guest() == "/") {
		return errors.New("bind /: the allow-list mode would show everything")
	}
	if err := checkPath("bind", b.Host); err != nil {
		return err
	}
	return checkPath("bind", b.guest())
}

// checkPath accepts an absolute, clean path without characters that proot's option parser
// interprets: ':' splits a bind, and a final '!' stops proot from following it.
func checkPath(what, p string) error {
	switch {
	case !path.IsAbs(p):
		return fmt.Errorf("%s %q is not absolute", what, p)
	case strings.ContainsAny(p, ":\n\x00"):
		return fmt.Errorf("%s %q has a colon, a newline or a NUL, which proot cannot take", what, p)
	case strings.HasSuffix(p, "!"):
		return fmt.Errorf("%s %q ends in !, which proot reads as a flag", what, p)
	case path.Clean(p) != p:
		return fmt.Errorf("%s %q is not clean", what, p)
	}
	return nil
}

// lastWins drops every bind whose guest path a later bind has, too.
func lastWins(binds []Bind) []Bind {
	last := make(map[string]int, len(binds))
	for i, b := range binds {
		last[b.guest()] = i
	}
	kept := binds[:0:0]
	for i, b := range binds {
		if last[b.guest()] == i {
			kept = append(kept, b)
		}
	}
	return kept
}

// covered reports whether dir is at or below a bind.
func covered(dir string, binds []Bind) bool {
	for _, b := range binds {
		if pathname.In(dir, b.guest()) {
			return true
		}
	}
	return false
}
