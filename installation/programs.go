package installation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/shimdir"
)

// Selection says which programs get a shim, and why others on PATH with a grammar do not.
type Selection struct {
	Names   []string            // sorted
	refused map[string][]string // by reason
}

// Choose returns the programs that get a shim: those that the user named, the default
// ones on PATH, and, if the user wants them, the shells and all programs with a grammar.
// A program that is not on PATH gets none, because "command -v wget" would find the shim.
func Choose(w shimdir.Extras, path, root string) Selection {
	c := Selection{Names: slices.Clone(w.Named), refused: map[string][]string{}}
	for _, name := range defaultNames(w) {
		if _, found := gate.Find(name, path, root); found {
			c.Names = append(c.Names, name)
		}
	}
	if w.All {
		c.all(w, path, root)
	}
	slices.Sort(c.Names)
	c.Names = slices.Compact(c.Names)
	return c
}

// defaultNames are the programs that Choose looks up by name.
func defaultNames(w shimdir.Extras) []string {
	if w.Shells {
		return append(shimdir.Programs(), shimdir.Shells()...)
	}
	return shimdir.Programs()
}

// all adds every program on PATH with a grammar of its own.
func (c *Selection) all(w shimdir.Extras, path, root string) {
	candidates := shimdir.FindPrograms(path, func(name string) bool {
		program := grammar.Lookup(name)
		if program == nil || !hasOwnGrammar(program, name) || slices.Contains(w.Named, name) {
			return false
		}
		_, found := gate.Find(name, path, root)
		return found
	})
	for _, name := range candidates {
		switch why := whyUnsuited(grammar.Lookup(name), name); {
		case why == "":
			c.Names = append(c.Names, name)
		case !w.Shells || !slices.Contains(shimdir.Shells(), name):
			c.refused[why] = append(c.refused[why], name)
		}
	}
}

// hasOwnGrammar reports whether a grammar is for a name itself or for a version of it:
// python3.* covers python3.11, but not python3.11-config.
func hasOwnGrammar(p *grammar.Program, name string) bool {
	for n := range strings.FieldsSeq(p.Names) {
		stem, versions := strings.CutSuffix(n, "*")
		rest, ok := strings.CutPrefix(name, stem)
		if ok && (rest == "" || versions && strings.Trim(rest, "0123456789.") == "") {
			return true
		}
	}
	return false
}

// Why a program gets no shim unless the user names it.
const (
	aShell    = "shells are shimmed with --shells"
	oddShell  = "it runs shell source that no shim would read: name it with --cmd for a shim"
	elevates  = "programs that it starts as another user are not shimmed: name it with --cmd for a shim"
	isMachine = "it is process 1 or controls it: name it with --cmd for a shim"
)

// whyUnsuited says why --all skips a program, or "".
func whyUnsuited(p *grammar.Program, name string) string {
	switch {
	case slices.Contains(shimdir.Shells(), name):
		return aShell
	case p.Privilege:
		return elevates
	case slices.Contains(oddShells[:], name):
		return oddShell
	case slices.Contains(machine[:], name):
		return isMachine
	}
	return ""
}

// oddShells are the other shells, and a program that starts one.
var oddShells = [...]string{"ash", "csh", "fish", "ksh", "ksh93", "lksh", "mksh", "newgrp", "oksh", "rbash", "rzsh", "tcsh"}

// machine are names under which process 1 is started or controlled.
var machine = [...]string{"init", "telinit"}

// namedAtMost limits how many refused programs are named before the rest is counted.
const namedAtMost = 6

// notes says what was refused, one line per reason.
func (c *Selection) notes() []string {
	var lines []string
	for _, why := range []string{aShell, oddShell, elevates, isMachine} {
		names := c.refused[why]
		if len(names) == 0 {
			continue
		}
		list := strings.Join(names[:min(namedAtMost, len(names))], " ")
		if more := len(names) - namedAtMost; more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		lines = append(lines, fmt.Sprintf("no shim for %s: %s", list, why))
	}
	return lines
}
