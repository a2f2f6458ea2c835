package tree

import (
	"maps"
	"slices"
)

// NameBytes are the bytes of which names of variables consist.
const NameBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"

// maxExported bounds the tracked exported variables.
const maxExported = 64

// Environment holds the changes of a source to the variables that programs inherit. It has no
// entry for variables that the source has not assigned. It is immutable: commands share it. Nil
// means no change.
type Environment struct {
	vars map[string]binding
	all  bool // what is assigned is exported: set -a
}

// binding is the known state of one variable.
type binding struct {
	value Word
	mark  mark
}

// mark says whether a variable is exported.
type mark uint8

const (
	surely      mark = iota
	perhaps          // in one branch of two
	notExported      // not any more: unset, export -n
)

// notInherited lists the variables that a shell sets itself when it starts, in addition to those
// that cannot be assigned (bash(1), Shell Variables).
var notInherited = []string{
	"BASH", "BASH_VERSION", "HOSTTYPE", "IFS", "MACHTYPE", "OLDPWD", "OPTERR", "OPTIND", "OSTYPE", "PS1", "PS2", "PWD", "SHLVL",
}

// Environment returns the source's changes to the variables that the command inherits, or nil.
func (c *Command) Environment() *Environment {
	for ; c != nil; c = c.Outer {
		if c.Env != nil {
			return c.Env
		}
	}
	return nil
}

// With returns the environment with one variable set to a value.
func (e *Environment) With(name string, v Word) *Environment {
	return e.put(name, binding{value: inherited(name, v)})
}

// Without returns the environment without some variables, or without all variables that the
// source has exported if none is named.
func (e *Environment) Without(names ...string) *Environment {
	if len(names) == 0 {
		names = e.Names()
	}
	out := e.clone()
	for _, name := range names {
		out.set(name, binding{mark: notExported})
	}
	return out
}

// Doubted returns the environment in which each variable may or may not be exported.
func (e *Environment) Doubted() *Environment {
	if e == nil {
		return nil
	}
	out := e.clone()
	for name, v := range e.vars {
		if v.mark == surely {
			out.set(name, binding{maybe(name, v.value), perhaps})
		}
	}
	return out
}

// put returns the environment with one entry replaced.
func (e *Environment) put(name string, v binding) *Environment {
	out := e.clone()
	out.set(name, v)
	return out
}

// Restored returns the environment with one variable restored from another environment.
func (e *Environment) Restored(name string, before *Environment) *Environment {
	if _, ok := before.Value(name); ok {
		return e.put(name, before.vars[name])
	}
	if _, ok := e.Value(name); ok {
		return e.Without(name)
	}
	return e
}

func (e *Environment) clone() *Environment {
	out := &Environment{vars: map[string]binding{}}
	if e != nil {
		out.all = e.all
		maps.Copy(out.vars, e.vars)
	}
	return out
}

// set changes an entry of an environment that is not shared yet.
func (e *Environment) set(name string, v binding) {
	_, known := e.vars[name]
	passed := name == "BASHOPTS" || name == "SHELLOPTS" || !slices.Contains(notInherited, name) && !slices.Contains(Unassignable, name)
	if IsName(name) && passed && (known || len(e.vars) < maxExported) {
		e.vars[name] = v
	}
}

// Value returns the value of an exported variable in a program that is started.
func (e *Environment) Value(name string) (Word, bool) {
	if e == nil {
		return Word{}, false
	}
	v, ok := e.vars[name]
	return v.value, ok
}

// Names returns the names of the variables that have an entry, in order.
func (e *Environment) Names() []string {
	if e == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(e.vars))
}

// Assigned returns the environment after an assignment in the shell. Only exported variables
// are kept.
func (e *Environment) Assigned(name string, v Word) *Environment {
	if e == nil {
		return nil
	}
	switch old, ok := e.vars[name]; {
	case ok && old.mark == surely && Equal(old.value, v):
		return e
	case e.all || ok && old.mark == surely:
		return e.With(name, v)
	case ok && old.mark == perhaps:
		return e.put(name, binding{maybe(name, inherited(name, v)), perhaps})
	}
	return e
}

// Forgotten returns the environment after the shell made each of some variables unknown.
func (e *Environment) Forgotten(vars *Variables) *Environment {
	if e == nil {
		return nil
	}
	if e.all {
		for _, name := range vars.Names() {
			e = e.Assigned(name, UnknownWord("$"+name, true))
		}
		return e
	}
	out := e
	for name, old := range e.vars {
		if old.mark == notExported || old.value.isForgotten(name) || !vars.has(name) {
			continue
		}
		v := binding{UnknownWord("$"+name, true), old.mark}
		if old.mark == perhaps {
			v.value = maybe(name, v.value)
		}
		if Equal(old.value, v.value) {
			continue
		}
		if out == e {
			out = e.clone()
		}
		out.set(name, v)
	}
	return out
}

// Exporting returns the environment under set -a, or after set +a.
func (e *Environment) Exporting(all bool) *Environment {
	out := &Environment{all: all}
	if e != nil {
		out.vars = e.vars
	}
	return out
}

// inherited returns the value that a program inherits. Arrays are not inherited.
func inherited(name string, v Word) Word {
	if slices.ContainsFunc(v.Parts, func(p Part) bool { return p.Elements() != nil }) {
		u := UnknownWord("$"+name, true)
		u.Parts[0].From = v.From()
		return u
	}
	return v
}

// maybe returns a choice between a value and nothing.
func maybe(name string, v Word) Word {
	u := UnknownWord("$"+name, true)
	u.Parts[0].From = v.From()
	if or, _ := Either(v, UnknownWord("$"+name, true)); or != nil {
		u.Parts[0].Values = &Values{OneOf: or}
	}
	return u
}

// Size returns the number of entries.
func (e *Environment) Size() int {
	if e == nil {
		return 0
	}
	return len(e.vars)
}

func (e *Environment) exports() bool { return e != nil && e.all }

// Joined returns the environment after either of two branches. unassigned returns the value that
// the shell starts with, and mix a choice between two values.
func (e *Environment) Joined(other *Environment, unassigned func(name string) Word, mix func(name string, a, b Word) Word) *Environment {
	of := func(e *Environment, name string) binding {
		if v, ok := e.Value(name); ok {
			return binding{v, e.vars[name].mark}
		}
		return binding{unassigned(name), notExported}
	}
	out := &Environment{all: e.exports() && other.exports(), vars: map[string]binding{}}
	for _, name := range append(e.Names(), other.Names()...) {
		x, y := of(e, name), of(other, name)
		if x.mark != y.mark {
			x.mark = perhaps
		}
		if !Same(x.value, y.value) {
			x.value = mix(name, x.value, y.value)
		}
		out.set(name, x)
	}
	return out
}

// WithAssigns returns the environment with the variables of assignments set to the values that
// lookup returns.
func (e *Environment) WithAssigns(assigns []Assign, lookup func(name string) Word) *Environment {
	out := e.clone()
	for _, a := range assigns {
		out.set(a.Name, binding{value: inherited(a.Name, lookup(a.Name))})
	}
	return out
}

// IsName reports whether s is a valid name of a variable.
func IsName(s string) bool {
	for i := range len(s) {
		if !inName(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

// inName reports whether a byte can occur in a name.
func inName(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// Unassignable lists the variables that do not take the assigned value (bash(1), Shell
// Variables).
var Unassignable = []string{
	"_", "BASHPID", "BASH_ARGV0", "BASH_COMMAND", "BASH_SUBSHELL", "COMP_WORDBREAKS", "DIRSTACK", "EPOCHREALTIME", "EPOCHSECONDS",
	"EUID", "FUNCNAME", "GROUPS", "HISTCMD", "LINENO", "PPID", "RANDOM", "SECONDS", "SRANDOM", "UID", "BASHOPTS", "SHELLOPTS",
}
