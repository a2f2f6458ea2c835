package tree

import (
	"maps"
	"slices"
)

// Variables are values by name. A pattern in a value represents one name that it matches. Two
// states with the same pointer hold the same values.
//
// A subshell or a branch that assigns works on a copy, and a source may have a hundred thousand
// of them. So all but the last few values are in a base that the copies share.
type Variables struct {
	own   []Variable       // assigned since the base was made; each name once
	base  *map[string]Word // the others; own values take precedence. Nil for none
	alone bool             // no copy shares the base: it may be changed
	faded bool             // the values in the base are unknown, only their names count
	Count int              // names
	Lost  *string          // the names that Forgotten made unknown last, if nothing was assigned since
}

// Variable is a variable with its value.
type Variable struct {
	Name  string
	Value Word
}

// MaxOwn bounds the values outside the base.
const MaxOwn = 16

// Get returns the value of a variable.
func (v *Variables) Get(name string) (Word, bool) {
	if v == nil {
		return Word{}, false
	}
	if i := v.find(name); i >= 0 {
		return v.own[i].Value, true
	}
	if v.base == nil {
		return Word{}, false
	}
	value, ok := (*v.base)[name]
	if ok && v.faded {
		return UnknownWord("$"+name, true), true
	}
	return value, ok
}

// has reports whether a variable has an entry.
func (v *Variables) has(name string) bool {
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

// IsForgotten reports whether a variable has the value that forget gives it. It is a fast path: it
// does not build the value for a name in a faded base.
func (v *Variables) IsForgotten(name string) bool {
	switch {
	case v == nil:
		return false
	case v.find(name) >= 0:
		return v.own[v.find(name)].Value.isForgotten(name)
	case v.base == nil:
		return false
	}
	value, ok := (*v.base)[name]
	return ok && (v.faded || value.isForgotten(name))
}

// find returns the index of a name in own, or -1.
func (v *Variables) find(name string) int {
	for i := range v.own {
		if v.own[i].Name == name {
			return i
		}
	}
	return -1
}

// Copied returns a copy that may be changed.
func (v *Variables) Copied() *Variables {
	if v == nil {
		return &Variables{}
	}
	c := &Variables{own: make([]Variable, len(v.own), min(len(v.own)+4, MaxOwn+1)), base: v.base, faded: v.faded, Count: v.Count, Lost: v.Lost}
	copy(c.own, v.own)
	return c
}

// Forgotten returns the variables with all values unknown, in constant time: a source may run
// unknown code on every other line.
func (v *Variables) Forgotten() *Variables {
	if v == nil || len(v.own) == 0 && (v.base == nil || v.faded) {
		return v
	}
	if v.base != nil {
		c := v.Copied()
		c.faded = true
		for i, x := range c.own {
			c.own[i].Value = UnknownWord("$"+x.Name, true)
		}
		return c
	}
	base := make(map[string]Word, len(v.own))
	for _, x := range v.own {
		base[x.Name] = Word{}
	}
	return &Variables{base: &base, faded: true, Count: v.Count}
}

// Set assigns a variable. The variables must not be shared.
func (v *Variables) Set(name string, value Word) {
	v.Lost = nil
	if i := v.find(name); i >= 0 {
		v.own[i].Value = value
		return
	}
	if _, known := v.Get(name); !known {
		v.Count++
	}
	if v.alone {
		(*v.base)[name] = value
		return
	}
	if v.own = append(v.own, Variable{name, value}); len(v.own) <= MaxOwn {
		return
	}
	base := make(map[string]Word, v.Count)
	switch {
	case v.base == nil:
	case v.faded:
		for name := range *v.base {
			base[name] = UnknownWord("$"+name, true)
		}
	default:
		maps.Copy(base, *v.base)
	}
	for _, x := range v.own {
		base[x.Name] = x.Value
	}
	v.own, v.base, v.alone, v.faded = nil, &base, true, false
}

// Names returns the names of the variables, sorted.
func (v *Variables) Names() []string {
	if v == nil {
		return nil
	}
	out := make([]string, 0, v.Count)
	for _, x := range v.own {
		out = append(out, x.Name)
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

// Differing returns the names whose values may differ between a and b: all names of both,
// unless the two share a base.
func Differing(a, b *Variables) []string {
	if a == nil || b == nil || a.base != b.base || a.faded != b.faded {
		out := append(a.Names(), b.Names()...)
		slices.Sort(out)
		return slices.Compact(out)
	}
	out := make([]string, 0, len(a.own)+len(b.own))
	for _, x := range a.own {
		out = append(out, x.Name)
	}
	for _, x := range b.own {
		if a.find(x.Name) < 0 {
			out = append(out, x.Name)
		}
	}
	return out
}

// isForgotten reports whether a value is the one that forget gives a variable.
func (w Word) isForgotten(name string) bool {
	if len(w.Parts) != 1 {
		return false
	}
	p := &w.Parts[0]
	return p.Kind == Unknown && p.Empty && !p.Split && !p.File && !p.SingleName && p.From == nil && p.Values == nil && p.Origin == nil &&
		len(p.Text) == len(name)+1 && p.Text[0] == '$' && p.Text[1:] == name
}
