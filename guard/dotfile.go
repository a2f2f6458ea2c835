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

// readDotfiles reports whether a program that would run reads settings below the home.
func readDotfiles(invs []*grammar.Invocation) bool {
	for v := range grammar.All(invs) {
		if len(v.Program.Dotfiles()) > 0 {
			return true
		}
	}
	return false
}

// hasDotfile reports whether a program that would run finds settings that matter below
// the home that a variable names: git's excepted, which gitConfig reads.
func (j *judge) hasDotfile(variable *parser.Command, home parser.Word, invs []*grammar.Invocation) bool {
	at, known := j.located(&grammar.Invocation{Command: variable}, home)
	for v := range grammar.All(invs) {
		if v.Program == nil || v.HasTrait(spec.GitConfig) {
			continue
		}
		for _, file := range v.Program.Dotfiles() {
			if (file.With == "" || v.Has(file.With) != parser.No) && (!known || j.matters(path.Join(at, file.Path), file)) {
				return true
			}
		}
	}
	return false
}

// matters reports whether a file of settings is there and sets what can make a program
// run code. A directory and what cannot be read do.
func (j *judge) matters(at string, file grammar.Dotfile) bool {
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
