package guard

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// readDotfiles reports whether one of the programs reads settings below the home directory.
func readDotfiles(invs []*grammar.Invocation) bool {
	for v := range grammar.All(invs) {
		if len(v.Program.Dotfiles()) > 0 {
			return true
		}
	}
	return false
}

// hasDotfile reports whether one of the programs would find settings that can make it run code,
// below the home that a variable names. It leaves out git, whose settings gitConfig reads.
func (j *judge) hasDotfile(variable *parser.Command, home parser.Word, invs []*grammar.Invocation) bool {
	at, known := j.locate(&grammar.Invocation{Command: variable}, home)
	for v := range grammar.All(invs) {
		if v.Program == nil || v.HasTrait(spec.GitConfig) {
			continue
		}
		for _, file := range v.Program.Dotfiles() {
			if (file.With == "" || v.Has(file.With) != parser.No) && (!known || j.canRunCode(path.Join(at, file.Path), file)) {
				return true
			}
		}
	}
	return false
}

// canRunCode reports whether a settings file exists and has a line that can make its program run
// code. A directory, or a file that cannot be read, counts too.
func (j *judge) canRunCode(at string, file grammar.Dotfile) bool {
	if _, err := j.machine.Files.Lstat(at); errors.Is(err, fs.ErrNotExist) {
		return false
	}
	text, err := j.machine.Files.Content(at, maxSettings)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	for line := range strings.Lines(text) {
		if file.Sets(line) {
			return true
		}
	}
	return false
}
