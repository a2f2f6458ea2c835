package grammar

import (
	"github.com/agent-loop/shimgen/grammar/catalogue"
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
func (p *Program) Name() string { return p.name }

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

	name   string
	tables tables
}

// tables are those tables, besides a program's own row, that have rows for it.
type tables uint8

const (
	inClients tables = 1 << iota
	inExpressionCalls
	inAmenders
	inSocketClients
)

// tablesOf returns the tables with rows for a program.
func tablesOf(name string) (t tables) {
	for i := range catalogue.Clients {
		if wordlist.Among(name, catalogue.Clients[i].Programs) {
			t |= inClients
		}
	}
	for i := range expressionCalls {
		if wordlist.Among(name, expressionCalls[i].programs) {
			t |= inExpressionCalls
		}
	}
	for i := range catalogue.Amenders {
		if wordlist.Among(name, catalogue.Amenders[i].Programs) {
			t |= inAmenders
		}
	}
	if wordlist.Among(name, catalogue.SocketClients) {
		t |= inSocketClients
	}
	return t
}

// mayBeIn reports whether a table may have rows for the program. Nobody has looked it up for a program
// without a row.
func (p *Program) mayBeIn(t tables) bool { return p == nil || p.tables&t != 0 }

// ReadsVariable reports whether a variable can make the program run code, or read its configuration
// elsewhere: a variable that every program reads, or one in its row.
func (p *Program) ReadsVariable(name string) bool {
	return listsVariable(loaded, name) || p != nil && listsVariable(p.Env, name)
}
