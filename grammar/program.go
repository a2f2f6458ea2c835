package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Dotfiles returns the files below a home that matter to the program.
func (p *Program) Dotfiles() []Dotfile {
	var files []Dotfile
	for i := range dotfiles {
		if p != nil && wordlist.Among(p.Name(), dotfiles[i].programs) {
			files = append(files, dotfiles[i].Dotfile)
		}
	}
	return files
}

// Name is the canonical name.
func (p *Program) Name() string {
	name, _, _ := strings.Cut(p.Names, " ")
	return name
}

// Program is the grammar of one program.
type Program struct {
	// Names are the names it is started by, separated by blanks, the
	// canonical one first. "python3.*" and "mkfs.*" stand for any name with
	// that beginning; the canonical name of "python python3 python3.*" is
	// python.
	Names string

	// Source names where the facts come from: a man page or a manual.
	Source string

	// Env are the variables that make this program run code or read its
	// configuration elsewhere, separated by blanks; "GIT_*" is a prefix.
	Env string

	// FindsItself says that it looks for itself by argv[0], on PATH where that is a
	// bare name, and takes its installation from what it finds there. A shim
	// that becomes it gives it the path of the real program for argv[0]. All
	// others get the name they were called by, which their messages begin with.
	FindsItself bool

	// Syntax is how it reads its words.
	spec.Syntax
}

// ReadsVariable reports whether a program is known to read a variable in a way
// that makes it run code, or find its configuration elsewhere: as every program
// does, or as its row says.
func (p *Program) ReadsVariable(name string) bool {
	return listsVariable(loaded, name) || p != nil && listsVariable(p.Env, name)
}
