package place

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// Kinds says in which of the lists of what users own a path is, by its name.
type Kinds uint8

const (
	amongSecrets Kinds = 1 << iota
	amongPublic
	amongLasting
	amongProgramDirs
)

// IsSecret reports whether a path is one of credentials.
func (k Kinds) IsSecret() bool { return k&(amongSecrets|amongPublic) == amongSecrets }

// IsPersistent reports whether writing to a path changes what runs or is trusted later.
func (k Kinds) IsPersistent() bool { return k&amongLasting != 0 }

// IsProgramDir reports whether a path is a directory of a home in which programs are looked for.
func (k Kinds) IsProgramDir() bool { return k&amongProgramDirs != 0 }

// personal indexes the lists together: nearly every path is looked up in all of them.
var personal = lazy.Value[*placeIndex]{Make: func() *placeIndex {
	all := new(placeIndex)
	all.addAll(amongSecrets, secrets.lines)
	all.addAll(amongPublic, public.lines)
	all.addAll(amongLasting, lasting.lines)
	all.addAll(amongProgramDirs, programDirs.lines)
	return all
}}

// Path is a path, prepared to be looked up with several homes.
type Path struct {
	name, small string
	everywhere  Kinds // whatever the homes are
}

// PathOf prepares a path, which is absolute and clean.
func PathOf(name string) Path {
	small := inSmall(name)
	return Path{name, small, personal.Get().everywhere(small)}
}

// Kinds returns the kinds of a path with some homes, which are absolute and clean.
func (p *Path) Kinds(homes []string) Kinds {
	return p.everywhere | personal.Get().belowHomes(p.name, homes)
}

// HoldsSecrets reports whether a path is a directory in which a place of credentials lies: who copies
// it copies them. The homes are absolute and clean.
func (p *Path) HoldsSecrets(homes []string) bool {
	x, dir := personal.Get(), p.small
	if strings.IndexByte(dir, ' ') >= 0 {
		dir = strings.ReplaceAll(dir, " ", "?")
	}
	if x.holds(amongSecrets, &x.absolute, strings.TrimPrefix(dir, "/")) {
		return true
	}
	for _, h := range homes {
		rest, in := strings.CutPrefix(dir, inSmall(strings.TrimSuffix(h, "/")))
		if in && (rest == "" || rest[0] == '/') && x.holds(amongSecrets, &x.home, strings.TrimPrefix(rest, "/")) {
			return true
		}
	}
	return false
}

// kindsOf returns the kinds of a path with some homes.
func kindsOf(name string, homes []string) Kinds {
	p := PathOf(name)
	return p.Kinds(homes)
}
