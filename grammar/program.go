package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Dotfiles returns the files in a home that matter to the program.
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
	// Names are the names it is started by, separated by blanks, the canonical one first. "python3.*"
	// and "mkfs.*" match any name with that beginning; the canonical name of "python python3 python3.*"
	// is python.
	Names string

	// Source names the man page or manual that the facts come from.
	Source string

	// Env are the variables that make this program run code or read its configuration elsewhere,
	// separated by blanks; "GIT_*" is a prefix.
	Env string

	// FindsItself says that the program locates its installation by argv[0], on PATH if that is a bare
	// name. The shim passes the path of the real program as argv[0] to such a program. All others get
	// the name they were called by, which their messages begin with.
	FindsItself bool

	// Syntax is how it reads its words.
	spec.Syntax
}

// ReadsVariable reports whether a variable can make the program run code, or read its configuration
// elsewhere: a variable that every program reads, or one in its row.
func (p *Program) ReadsVariable(name string) bool {
	return listsVariable(loaded, name) || p != nil && listsVariable(p.Env, name)
}
