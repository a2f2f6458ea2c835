package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// Zone returns the zones of one clean absolute path.
func (m *Map) Zone(p string) rules.Zone {
	for i := range min(m.placedSoFar, len(m.placed)) {
		if m.placed[i].path == p {
			return m.placed[i].zone
		}
	}
	z := m.place(p)
	m.placed[m.placedSoFar%len(m.placed)] = placed{p, z}
	m.placedSoFar++
	return z
}

func (m *Map) place(p string) rules.Zone {
	z := m.personal(p) | m.SystemZone(p) | m.listed(p)
	const special = rules.Root | rules.Home | rules.Above | rules.SystemDir | rules.System | rules.Shared | rules.Disk | rules.Own
	if z&special == 0 && !m.isFree(p) && !place.IsHarmless(p) {
		z |= rules.Outside
		if place.IsPersonal(m.machine.policyName(p), m.machine.EveryHome()) {
			z |= rules.Personal
		}
	}
	return z
}

// isFree reports whether a path is in the work directory or in a directory for temporary files.
func (m *Map) isFree(p string) bool { return m.IsInside(p) || m.IsInTemp(p) }

// SystemZone returns the zones of a path by what the system needs. The user's own files may be
// below /root, /opt or Android's /data.
func (m *Map) SystemZone(p string) rules.Zone {
	if m.isFree(p) {
		return 0
	}
	p = m.machine.policyName(p)
	var z rules.Zone
	switch {
	case m.IsInHome(p):
	case place.IsShared(p):
		z |= rules.Shared
	case place.IsSystem(p) && m.isOfThisSystem(p):
		z |= rules.System
		if slices.Contains(place.SystemDirs(), p) {
			z |= rules.SystemDir
		}
	}
	if pre := m.machine.Prefix; pre != "" && pathname.In(p, pre) {
		z |= rules.System
		if p == pre || pathname.Dir(p) == pre {
			z |= rules.SystemDir
		}
	}
	return z
}

// personal returns the zones of a path by the homes, the work directory and our own state.
func (m *Map) personal(p string) rules.Zone {
	var z rules.Zone
	if p == "/" {
		z |= rules.Root
	}
	if m.holdsHome(p) || isSomeHome(p) {
		z |= rules.Home
	}
	if m.IsOwn(p) {
		z |= rules.Own
	}
	if p != "/" && pathname.Below(m.Top, p) {
		z |= rules.Above
	}
	if p == m.Top {
		z |= rules.Here
	}
	if strings.EqualFold(path.Base(p), ".git") {
		z |= rules.Git
	}
	if isHistory(p) {
		z |= rules.History
	}
	return z
}

// histories are the parts of a .git directory whose loss loses commits or their names.
var histories = [...]string{
	"objects", "objects/pack", "refs", "refs/heads", "refs/tags", "refs/stash", "packed-refs", "head", "logs", "logs/head", "logs/refs", "logs/refs/heads",
}

// isHistory reports whether a path is one of them, or a branch or tag.
func isHistory(p string) bool {
	if !strings.Contains(p, "/.") {
		return false // nearly every one
	}
	p = strings.ToLower(p)
	n := strings.LastIndex(p, "/.git/")
	if n < 0 {
		return false
	}
	part := p[n+len("/.git/"):]
	named := strings.HasPrefix(part, "refs/heads/") || strings.HasPrefix(part, "refs/tags/")
	return slices.Contains(histories[:], part) || named && !strings.HasSuffix(part, ".lock")
}

// IsOwn reports whether a path is our own state or in it, as configured on this machine or in any
// of the user's homes.
func (m *Map) IsOwn(p string) bool {
	if m.machine.Own != "" && pathname.In(p, m.machine.Own) {
		return true
	}
	for _, h := range m.machine.EveryHome() {
		if rest, ok := strings.CutPrefix(p, h); ok && (rest == ownName || strings.HasPrefix(rest, ownName+"/")) {
			return true
		}
	}
	return false
}

// ownName is the name of our own state in a home.
const ownName = "/.agent-loop"

// listed returns the zones of a path by the policy's lists of places.
func (m *Map) listed(p string) rules.Zone {
	p = m.machine.policyName(p)
	var z rules.Zone
	if place.IsDisk(p) {
		z |= rules.Disk
	}
	named := place.PathOf(p)
	own := named.Kinds(m.machine.Homes)
	every := own | named.Kinds(m.machine.Made)
	there := place.Kinds(0)
	if home := m.otherHome(p); home != "" {
		there = named.Kinds([]string{home})
	}
	if every.IsSecret() || there.IsSecret() {
		z |= rules.Secret
	}
	if named.HoldsSecrets(m.machine.EveryHome()) && m.isOfThisSystem(p) {
		z |= rules.HoldsSecrets
	}
	if own.IsPersistent() || there.IsPersistent() {
		z |= rules.Persist
	}
	if own.IsProgramDir() && !m.isFree(p) {
		z |= rules.HoldsPersist
	}
	return z
}

// otherHome returns another user's home that a path is in; "" if it is in none. What runs there later, and
// what gives access there, lies at the same places as in the user's own.
func (m *Map) otherHome(p string) string {
	home := place.HomeOf(p)
	if slices.Contains(m.machine.EveryHome(), home) {
		return ""
	}
	return home
}

// android are the directories that only Android needs; elsewhere they belong to users.
const android = "apex data linkerconfig odm oem product system system_ext vendor"

// isOfThisSystem reports whether a system directory belongs to this machine's system. A machine
// is Android only if Termux's prefix is set.
func (m *Map) isOfThisSystem(p string) bool { return m.machine.Prefix != "" || !isAndroid(p) }

// isAndroid reports whether a path lies in a directory of Android.
func isAndroid(p string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
	return wordlist.Among(first, android)
}

// mayWorkIn reports whether a directory can be a work directory: not the root, not a user's home
// or a directory above one, not a directory for temporary files itself, not a system path, not
// our own state.
func (m *Map) mayWorkIn(dir string) bool {
	if dir == "/" || m.holdsHome(dir) || isHomes(dir) {
		return false
	}
	if (m.IsOwn(dir) || m.SystemZone(dir) != 0) && !inWorkshop(dir) {
		return false
	}
	for _, t := range m.machine.Temp {
		if pathname.In(t, dir) {
			return false
		}
	}
	return true
}

// inWorkshop reports whether a directory is below a system directory in which images and
// administrators usually put projects.
func inWorkshop(dir string) bool {
	for _, shop := range []string{"/opt", "/usr/src", "/usr/local/src"} {
		if pathname.Below(dir, shop) {
			return true
		}
	}
	return false
}

// isHomes reports whether a directory contains the homes of a system.
func isHomes(p string) bool { return p == "/home" || p == "/Users" || p == "/usr/home" }

// isSomeHome reports whether a path is somebody's home, or a directory of homes: hier(7), and
// Apple's File System Programming Guide.
func isSomeHome(p string) bool { return p == "/root" || isHomes(p) || isHomes(pathname.Dir(p)) }

// isGivenBack reports whether a change of owner gives a home to the user it is named after: chown
// -R app:app /home/app.
func isGivenBack(v *grammar.Invocation, e *grammar.Effect) bool {
	name, known := e.Word.Text()
	for _, o := range v.Operands {
		owner, said := o.Word.Text()
		if o.Role == spec.Owner && known && said {
			user, _, _ := strings.Cut(owner, ":")
			return user != "" && path.Base(name) == user && path.Dir(path.Clean(name)) == "/home"
		}
	}
	return false
}

// holdsHome reports whether a path is one of the user's homes or above one.
func (m *Map) holdsHome(p string) bool {
	for _, h := range m.machine.Homes {
		if h != "/" && p != "/" && pathname.In(h, p) {
			return true
		}
	}
	return false
}

// IsInHome reports whether a path is one of the user's homes or in one.
func (m *Map) IsInHome(p string) bool {
	for _, h := range m.machine.Homes {
		if h != "/" && pathname.In(p, h) {
			return true
		}
	}
	return false
}

// IsInside reports whether a path lies in the work directory.
func (m *Map) IsInside(p string) bool { return m.Work != "" && pathname.In(p, m.Work) }

// IsInTemp reports whether a path lies in a directory for temporary files. A
// home in such a directory is a home.
func (m *Map) IsInTemp(p string) bool {
	for _, t := range m.machine.Temp {
		if pathname.In(p, t) && !m.homeBetween(p, t) {
			return true
		}
	}
	return false
}

// homeBetween reports whether a path lies in a home that lies in dir.
func (m *Map) homeBetween(p, dir string) bool {
	for _, h := range m.machine.Homes {
		if h != "/" && pathname.In(h, dir) && pathname.In(p, h) {
			return true
		}
	}
	return false
}

// ZoneAnywhere returns the zones of a relative path with an unknown start, by its names.
func (m *Map) ZoneAnywhere(name string) rules.Zone {
	return m.Zone(pathname.Clean("/" + hole + "/" + name))
}
