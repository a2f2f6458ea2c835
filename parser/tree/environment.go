package tree

import (
	"maps"
	"slices"
)

const NameBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"

// maxExported bounds how many exported variables are followed.
const maxExported = 64

// Environment is what a source makes of the variables that programs inherit.
// It says nothing of those that the source has not assigned. It is never
// changed: commands share it. Nil is one that says nothing.
type Environment struct {
	vars map[string]binding
	all  bool // what is assigned is exported: set -a
}

// binding is what is known of one variable.
type binding struct {
	value Word
	mark  mark
}

// mark tells whether a variable is exported.
type mark uint8

const (
	surely      mark = iota
	perhaps          // in one branch of two
	notExported      // not any more: unset, export -n
)

// notInherited are the variables that a shell sets itself when it starts,
// besides those that cannot be assigned (bash(1), Shell Variables).
var notInherited = []string{
	"BASH", "BASH_VERSION", "HOSTTYPE", "IFS", "MACHTYPE", "OLDPWD", "OPTERR", "OPTIND", "OSTYPE", "PS1", "PS2", "PWD", "SHLVL",
}

// Environment returns what the source has made of the variables that the
// command inherits, or nil.
func (c *Command) Environment() *Environment {
	for ; c != nil; c = c.Outer {
		if c.Env != nil {
			return c.Env
		}
	}
	return nil
}

// With returns the environment with one variable of the given value.
func (e *Environment) With(name string, v Word) *Environment {
	return e.put(name, binding{value: inherited(name, v)})
}

// Without returns the environment without some variables: without all that
// the source has exported, if none is named.
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

// Doubted returns the environment where each variable is passed on or not.
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

// put is the environment with one entry replaced.
func (e *Environment) put(name string, v binding) *Environment {
	out := e.clone()
	out.set(name, v)
	return out
}

// Restored returns the environment with one variable as it is in another.
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

// set changes an entry of an environment that nobody shares yet.
func (e *Environment) set(name string, v binding) {
	_, known := e.vars[name]
	passed := name == "BASHOPTS" || name == "SHELLOPTS" || !slices.Contains(notInherited, name) && !slices.Contains(Unassignable, name)
	if IsName(name) && passed && (known || len(e.vars) < maxExported) {
		e.vars[name] = v
	}
}

// Value returns the value that a program which is started has for a variable that the source
// exports.
func (e *Environment) Value(name string) (Word, bool) {
	if e == nil {
		return Word{}, false
	}
	v, ok := e.vars[name]
	return v.value, ok
}

// Names are those of the variables that it says something of, in their order.
func (e *Environment) Names() []string {
	if e == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(e.vars))
}

// Assigned is the environment after an assignment in the shell: it holds only
// what is exported.
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

// Forgotten is the environment after an assignment in the shell that makes each of some
// variables unknown.
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

// Exporting is the environment under set -a, or after set +a.
func (e *Environment) Exporting(all bool) *Environment {
	out := &Environment{all: all}
	if e != nil {
		out.vars = e.vars
	}
	return out
}

// inherited is the value that a program gets: no array is passed on.
func inherited(name string, v Word) Word {
	if slices.ContainsFunc(v.Parts, func(p Part) bool { return p.Elements() != nil }) {
		u := UnknownWord("$"+name, true)
		u.Parts[0].From = v.From()
		return u
	}
	return v
}

// maybe is a value, or nothing.
func maybe(name string, v Word) Word {
	u := UnknownWord("$"+name, true)
	u.Parts[0].From = v.From()
	if or, _ := Either(v, UnknownWord("$"+name, true)); or != nil {
		u.Parts[0].Values = &Values{OneOf: or}
	}
	return u
}

// Size is how many variables it says something of.
func (e *Environment) Size() int {
	if e == nil {
		return 0
	}
	return len(e.vars)
}

func (e *Environment) exports() bool { return e != nil && e.all }

// Joined is what a program inherits after either of two ways. Unassigned is the value
// that the shell starts with, and mix is one of two values.
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

// WithAssigns returns the environment with the variables of assignments, which have the
// values that lookup says.
func (e *Environment) WithAssigns(assigns []Assign, lookup func(name string) Word) *Environment {
	out := e.clone()
	for _, a := range assigns {
		out.set(a.Name, binding{value: inherited(a.Name, lookup(a.Name))})
	}
	return out
}

// IsName tells whether s is the name of a variable.
func IsName(s string) bool {
	for i := range len(s) {
		if !inName(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

// inName tells whether a byte can be of a name.
func inName(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// Unassignable are the variables that do not hold what is assigned to them
// (bash(1), Shell Variables).
var Unassignable = []string{
	"_", "BASHPID", "BASH_ARGV0", "BASH_COMMAND", "BASH_SUBSHELL", "COMP_WORDBREAKS", "DIRSTACK", "EPOCHREALTIME", "EPOCHSECONDS",
	"EUID", "FUNCNAME", "GROUPS", "HISTCMD", "LINENO", "PPID", "RANDOM", "SECONDS", "SRANDOM", "UID", "BASHOPTS", "SHELLOPTS",
}
