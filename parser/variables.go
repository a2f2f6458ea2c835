package parser

import (
	"maps"
	"slices"
)

// variables are values by name: words in which a pattern is one name that it matches. Two
// states with the same pointer hold the same values.
//
// A subshell or a branch that assigns works on a copy, and a source may have a
// hundred thousand of them. So all but the last few values stand in a base that
// copies share.
type variables struct {
	own   []variable       // those assigned since the base was made; no name twice
	base  *map[string]Word // the others; own ones count before it. Nil for none
	alone bool             // nobody shares the base: it may be changed
	faded bool             // nothing is known of what the base holds, but for the names
	count int              // names
	lost  *string          // the list of names that were made unknown last, if nothing was assigned since
}

type variable struct {
	name  string
	value Word
}

// maxOwn is how many values stand beside the base.
const maxOwn = 16

// get returns the value of a variable.
func (v *variables) get(name string) (Word, bool) {
	if v == nil {
		return Word{}, false
	}
	if i := v.find(name); i >= 0 {
		return v.own[i].value, true
	}
	if v.base == nil {
		return Word{}, false
	}
	value, ok := (*v.base)[name]
	if ok && v.faded {
		return unknown("$"+name, true), true
	}
	return value, ok
}

// has tells whether there is a variable.
func (v *variables) has(name string) bool {
	if v == nil {
		return false
	}
	if v.find(name) >= 0 {
		return true
	}
	if v.base == nil {
		return false
	}
	_, ok := (*v.base)[name]
	return ok
}

// isForgotten tells whether a variable is as forget leaves it. It is a fast path: of a
// value that base holds and that has faded it is told without making it.
func (v *variables) isForgotten(name string) bool {
	switch {
	case v == nil:
		return false
	case v.find(name) >= 0:
		return v.own[v.find(name)].value.isForgotten(name)
	case v.base == nil:
		return false
	}
	value, ok := (*v.base)[name]
	return ok && (v.faded || value.isForgotten(name))
}

// isForgotten tells whether a value is what forget makes of the variable.
func (w Word) isForgotten(name string) bool {
	if len(w.Parts) != 1 {
		return false
	}
	p := &w.Parts[0]
	return p.Kind == Unknown && p.Empty && !p.Split && !p.File && !p.one && p.From == nil && p.several == nil && p.origin == nil &&
		len(p.Text) == len(name)+1 && p.Text[0] == '$' && p.Text[1:] == name
}

// find is the place of a name in own, or -1.
func (v *variables) find(name string) int {
	for i := range v.own {
		if v.own[i].name == name {
			return i
		}
	}
	return -1
}

// copied is a copy that may be changed.
func (v *variables) copied() *variables {
	if v == nil {
		return &variables{}
	}
	c := &variables{own: make([]variable, len(v.own), min(len(v.own)+4, maxOwn+1)), base: v.base, faded: v.faded, count: v.count, lost: v.lost}
	copy(c.own, v.own)
	return c
}

// forgotten is the variables with no value known. It costs the same whatever they are:
// a source may call what changes anything on every other line.
func (v *variables) forgotten() *variables {
	if v == nil || len(v.own) == 0 && (v.base == nil || v.faded) {
		return v
	}
	if v.base != nil {
		c := v.copied()
		c.faded = true
		for i, x := range c.own {
			c.own[i].value = unknown("$"+x.name, true)
		}
		return c
	}
	base := make(map[string]Word, len(v.own))
	for _, x := range v.own {
		base[x.name] = Word{}
	}
	return &variables{base: &base, faded: true, count: v.count}
}

// set assigns a variable, in variables that nobody shares.
func (v *variables) set(name string, value Word) {
	v.lost = nil
	if i := v.find(name); i >= 0 {
		v.own[i].value = value
		return
	}
	if _, known := v.get(name); !known {
		v.count++
	}
	if v.alone {
		(*v.base)[name] = value
		return
	}
	if v.own = append(v.own, variable{name, value}); len(v.own) <= maxOwn {
		return
	}
	base := make(map[string]Word, v.count)
	switch {
	case v.base == nil:
	case v.faded:
		for name := range *v.base {
			base[name] = unknown("$"+name, true)
		}
	default:
		maps.Copy(base, *v.base)
	}
	for _, x := range v.own {
		base[x.name] = x.value
	}
	v.own, v.base, v.alone, v.faded = nil, &base, true, false
}

// names lists the variables, sorted.
func (v *variables) names() []string {
	if v == nil {
		return nil
	}
	out := make([]string, 0, v.count)
	for _, x := range v.own {
		out = append(out, x.name)
	}
	if v.base != nil {
		for name := range *v.base {
			if v.find(name) < 0 {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// differing lists the names that may have another value in one than in the other: all
// of both, unless the two have one base.
func differing(a, b *variables) []string {
	if a == nil || b == nil || a.base != b.base || a.faded != b.faded {
		out := append(a.names(), b.names()...)
		slices.Sort(out)
		return slices.Compact(out)
	}
	out := make([]string, 0, len(a.own)+len(b.own))
	for _, x := range a.own {
		out = append(out, x.name)
	}
	for _, x := range b.own {
		if a.find(x.name) < 0 {
			out = append(out, x.name)
		}
	}
	return out
}
