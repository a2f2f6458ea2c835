package shimdir

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	shimName    = "shim"
	shimgenName = "shimgen"
	mcpName     = "shimgen-mcp"
	tlsName     = "shimgen-tls"
	intactName  = shimgenName + ".intact" // hook.Intact: newer than shimgen as long as nobody changed shimgen
)

// A Layout says where one installation lives. Both paths are absolute and clean.
type Layout struct {
	Root string // contains policy, state, audit and libexec
	Bin  string // the directory for PATH; Root/bin unless the user chose another
}

// Home returns the layout of an ordinary installation, in .agent-loop below the
// user's home directory.
func Home(home string) Layout {
	root := filepath.Join(home, ".agent-loop")
	return Layout{Root: root, Bin: filepath.Join(root, "bin")}
}

// Named returns the layout for a shim directory that the user chose.
//
// A directory named ROOT/bin implies its root: policy, state and binaries then lie in
// ROOT, and the installation is self-contained. That would be wrong if others use the
// parent too, as with ~/bin, ~/.local/bin, /usr/local/bin or Termux' $PREFIX/bin. There,
// and for any other last name, the root is the default one and the directory holds
// absolute links to its binaries.
//
// The path must be absolute, without colons and control characters, since PATH could not
// hold them.
func Named(dir, home string) (Layout, error) {
	if err := checkOnPath(dir); err != nil {
		return Layout{}, err
	}
	dir = filepath.Clean(dir)
	layout := Home(home)
	layout.Bin = dir
	if parent := filepath.Dir(dir); filepath.Base(dir) == "bin" && !shared(parent, home) {
		layout.Root = parent
	}
	return layout, nil
}

// OnPath returns the layout with the directory on path, the text of a PATH variable, that
// links to this installation's shim; the same layout if none does.
func (l Layout) OnPath(path string) Layout {
	for _, dir := range filepath.SplitList(path) {
		for _, name := range Programs() {
			named := Layout{Root: l.Root, Bin: dir}
			if text, err := os.Readlink(filepath.Join(dir, name)); err == nil && filepath.IsAbs(dir) && named.ours(text) {
				return Layout{Root: l.Root, Bin: filepath.Clean(dir)}
			}
		}
	}
	return l
}

// shared reports whether dir is a prefix that other software installs into.
func shared(dir, home string) bool {
	switch dir {
	case "/", "/usr", "/usr/local", "/opt", filepath.Clean(home), filepath.Join(home, ".local"):
		return true
	}
	return strings.HasSuffix(dir, "/files/usr")
}

// checkOnPath refuses a directory that cannot be an entry of PATH.
func checkOnPath(dir string) error {
	if !filepath.IsAbs(dir) {
		return fmt.Errorf("shim directory %q: not an absolute path", dir)
	}
	if strings.Contains(dir, ":") || strings.ContainsFunc(dir, control) {
		return fmt.Errorf("shim directory %q: PATH cannot hold a colon or control character", dir)
	}
	return nil
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

func (l Layout) libexec() string { return filepath.Join(l.Root, "libexec") }
func (l Layout) shim() string    { return filepath.Join(l.libexec(), shimName) }

// whole reports whether the shim directory lies in the root itself.
func (l Layout) whole() bool { return l.Bin == filepath.Join(l.Root, "bin") }

// target is the text of every link. It is relative if possible, so that an installation
// can be moved or mounted elsewhere.
func (l Layout) target() string {
	if l.whole() {
		return "../libexec/" + shimName
	}
	return l.shim()
}

// Programs returns the names that get a shim by default.
func Programs() []string {
	return []string{
		"rm", "curl", "wget", "python", "python3", "git", "ssh", "scp", "nc", "netcat", "ncat",
	}
}

// Shells returns the shells that get a shim when the user asks for them.
func Shells() []string { return []string{"sh", "bash", "dash", "zsh"} }

// checkName refuses names that no program in a directory can have, and two that mean
// something to the shim: its own name, and a leading dash, by which login(1) marks a
// login shell.
func checkName(name string) error {
	switch {
	case name == "", name == ".", name == "..", strings.ContainsFunc(name, control),
		strings.Contains(name, "/"), len(name) > 255:
		return fmt.Errorf("%q: not the name of a program", name)
	case name == shimName, strings.HasPrefix(name, "-"), strings.HasPrefix(name, tempPrefix):
		return fmt.Errorf("%q: a shim cannot have this name", name)
	}
	return nil
}
