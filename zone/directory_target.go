package zone

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// asNamesIn returns the zones that count for a write whose target is a directory of shared places,
// such as /usr/local/bin or /opt. What is written is names in it (cp(1), tar(1)), which are Shared.
// It stays SystemDir, for what deletes the other names there. If such a name may be the system's, as
// dpkg is in /var/lib, the directory is System, as for any other effect.
func (m *Map) asNamesIn(v *grammar.Invocation, e *grammar.Effect, z rules.Zone) rules.Zone {
	if z&rules.System == 0 || e.Kind != grammar.Writes || e.Away {
		return z
	}
	written, known := m.target(v, e)
	if !known {
		return z
	}
	for _, dir := range [...]string{written, m.Resolved(written)} {
		if !m.hasSharedNames(dir) || m.holdsSystem(dir) && !m.areShared(v, dir) {
			return z
		}
	}
	return z&^rules.System | rules.Shared | rules.SystemDir
}

// hasSharedNames reports whether the names in a system directory, or in each directory in it, are shared
// ones: /usr/local/bin, /usr/local.
func (m *Map) hasSharedNames(dir string) bool {
	if m.SystemZone(dir)&^rules.SystemDir != rules.System {
		return false
	}
	return m.SystemZone(dir+"/"+hole) == rules.Shared || m.SystemZone(dir+"/"+hole+"/"+hole) == rules.Shared
}

// holdsSystem reports whether a directory of shared places also has names of the system's.
func (m *Map) holdsSystem(dir string) bool {
	dir = strings.ToLower(m.machine.policyName(dir)) + "/"
	for _, p := range place.SystemShared() {
		if strings.HasPrefix(strings.ToLower(p.Path), dir) {
			return true
		}
	}
	return false
}

// areShared reports whether all names that a command puts into a directory are known and shared:
// it is a copy, whose other operands keep their names there.
func (m *Map) areShared(v *grammar.Invocation, dir string) bool {
	copies, some := v.Has("--target-directory") == parser.Yes, false
	for _, o := range v.Operands {
		text, known := o.Word.Text()
		switch {
		case !known:
			return false
		case o.Role == spec.Write:
			copies = true
			continue
		case o.Role != spec.File && o.Role != spec.Delete && o.Role != spec.HardLink || !m.namesShared(dir, text):
			return false
		}
		some = true
	}
	return copies && some
}

// namesShared reports whether a path has only names that are shared ones in a directory: with all
// its names, a copy may keep its parents (cp --parents). With "." and ".." and a slash at the end it
// stands for whatever a directory contains.
func (m *Map) namesShared(dir, name string) bool {
	if name == "" || strings.HasSuffix(name, "/") {
		return false
	}
	for c := range strings.SplitSeq(strings.TrimPrefix(name, "/"), "/") {
		if c == "." || c == ".." || m.SystemZone(dir+"/"+c) != rules.Shared {
			return false
		}
	}
	return true
}
