package sandbox

import (
	"fmt"

	"github.com/agent-loop/shimgen/proot"
)

// Proot shows a command a part of the tree: see package proot. It hides what a box hides and,
// unless Mask is set, what the box does not name. It enforces nothing else ([Proot.Holds]): the
// command can write to Show and Keep as far as the user may, uses the machine's network, and
// what it leaves running goes on.
type Proot struct {
	Program  string       // its path
	Offers   proot.Offers // its abilities
	Android  bool
	Prefix   string     // of Termux, or ""
	FakeRoot bool       // -0: the command believes that it is root
	Mask     bool       // show everything that the box does not hide, instead of only what its lists name and a system without secrets
	Root     string     // an empty directory
	Void     string     // another one, to put in place of hidden directories
	Stat     proot.Stat // os.Stat
}

// Name is "proot".
func (Proot) Name() string { return "proot" }

// Holds returns the properties that it enforces. It does not even try the others.
func (p Proot) Holds() []Property {
	if p.Mask {
		return []Property{Reads}
	}
	return []Property{Reads, Listed}
}

// Plan returns proot's command line.
func (p Proot) Plan(b Box, e Entry) (Plan, error) {
	if p.Mask && len(b.Empty) > 0 {
		return Plan{}, Unavailable{p.Name(), fmt.Errorf("shows all that is not hidden, and does not hold %s", Listed), "use native, bwrap or landlock"}
	}
	c := proot.Config{
		Program: p.Program, Offers: p.Offers, Android: p.Android, FakeRoot: p.FakeRoot, Root: p.Root, Dir: b.Dir,
		VoidDir: p.Void, VoidFile: b.Void, Hide: b.Hide, Argv: append([]string{e.Path}, e.Argv[1:]...),
	}
	if p.Mask {
		c.Mode, c.Root = proot.Mask, ""
	} else {
		c.Base = p.base(b.Temp)
		for _, dirs := range [][]string{b.Write, b.Show} {
			for _, dir := range dirs {
				c.Binds = append(c.Binds, proot.Bind{Host: dir})
			}
		}
	}
	for _, bind := range b.Binds {
		c.Binds = append(c.Binds, proot.Bind{Host: bind.From, Guest: bind.At})
	}
	args, err := c.Args(p.Stat)
	return Plan{Path: p.Program, Argv: args, translates: true}, err
}

// base returns the system to show, with a directory for temporary files.
func (p Proot) base(temp string) []proot.Bind {
	base := proot.LinuxBase()
	if p.Prefix != "" {
		base = proot.TermuxBase(p.Prefix)
	}
	if temp == "" {
		return base
	}
	return append(base, proot.TempBinds(temp, p.Prefix)...)
}
