package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// zone places one clean absolute path.
func (pl *places) zone(p string) rules.Zone {
	z := pl.personal(p) | pl.system(p) | pl.listed(p)
	const special = rules.Root | rules.Home | rules.Above | rules.SystemDir | rules.System | rules.Shared | rules.Disk | rules.Own
	if z&special == 0 && !pl.free(p) && !policy.IsHarmless(p) {
		z |= rules.Outside
	}
	return z
}

// free reports whether a path is one to work on: in the work directory, or in
// a directory for temporary files.
func (pl *places) free(p string) bool { return pl.inside(p) || pl.inTemp(p) }

// system places a path by what the system needs. What is the user's own may
// lie below /root, /opt or Android's /data.
func (pl *places) system(p string) rules.Zone {
	if pl.free(p) {
		return 0
	}
	p = pl.machine.usual(p)
	var z rules.Zone
	switch {
	case pl.inHome(p):
	case policy.IsShared(p):
		z |= rules.Shared
	case policy.IsSystem(p) && pl.counts(p):
		z |= rules.System
		if slices.Contains(policy.SystemDirs(), p) {
			z |= rules.SystemDir
		}
	}
	if pre := pl.machine.Prefix; pre != "" && below(p, pre) {
		z |= rules.System
		if p == pre || path.Dir(p) == pre {
			z |= rules.SystemDir
		}
	}
	return z
}

// personal places a path by the homes, the work directory and our own state.
func (pl *places) personal(p string) rules.Zone {
	var z rules.Zone
	if p == "/" {
		z |= rules.Root
	}
	if pl.holdsHome(p) || isSomeHome(p) {
		z |= rules.Home
	}
	if pl.isOwn(p) {
		z |= rules.Own
	}
	if p != "/" && above(p, pl.top) {
		z |= rules.Above
	}
	if p == pl.top {
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

// histories are the parts of a .git directory that a repository loses commits
// with, or the names of them.
var histories = [...]string{
	"objects", "objects/pack", "refs", "refs/heads", "refs/tags", "refs/stash", "packed-refs", "head", "logs", "logs/head", "logs/refs", "logs/refs/heads",
}

// isHistory reports whether a path is one of them, or a branch or tag.
func isHistory(p string) bool {
	p = strings.ToLower(p)
	n := strings.LastIndex(p, "/.git/")
	if n < 0 {
		return false
	}
	part := p[n+len("/.git/"):]
	named := strings.HasPrefix(part, "refs/heads/") || strings.HasPrefix(part, "refs/tags/")
	return slices.Contains(histories[:], part) || named && !strings.HasSuffix(part, ".lock")
}

// isOwn reports whether a path is our own state or in it: where this machine
// has it, and where any of the user's homes would.
func (pl *places) isOwn(p string) bool {
	if pl.machine.Own != "" && below(p, pl.machine.Own) {
		return true
	}
	for _, h := range pl.machine.everyHome() {
		if rest, ok := strings.CutPrefix(p, h); ok && (rest == ownName || strings.HasPrefix(rest, ownName+"/")) {
			return true
		}
	}
	return false
}

// ownName is what our own state is called in a home.
const ownName = "/.agent-loop"

// listed places a path by what the policy keeps as data.
func (pl *places) listed(p string) rules.Zone {
	p = pl.machine.usual(p)
	var z rules.Zone
	if policy.IsDisk(p) {
		z |= rules.Disk
	}
	if policy.IsSecret(p, pl.machine.everyHome()) {
		z |= rules.Secret
	}
	if policy.IsPersistent(p, pl.machine.Homes) {
		z |= rules.Persist
	}
	return z
}

// android are the directories that only an Android system needs; anywhere
// else they are a user's.
const android = " apex data linkerconfig odm oem product system system_ext vendor "

// counts reports whether a system directory is one on this machine. Only a
// machine with Termux's prefix is Android.
func (pl *places) counts(p string) bool { return pl.machine.Prefix != "" || !isAndroid(p) }

// isAndroid reports whether a path lies in a directory of Android.
func isAndroid(p string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
	return strings.Contains(android, " "+first+" ")
}

// mayWorkIn reports whether a directory can be a work directory: not the root,
// not the user's home or above one, not a directory for temporary files
// itself, not a system path, not our own state.
func (pl *places) mayWorkIn(dir string) bool {
	if dir == "/" || pl.holdsHome(dir) || isHomes(dir) {
		return false
	}
	if (pl.isOwn(dir) || pl.system(dir) != 0) && !inWorkshop(dir) {
		return false
	}
	for _, t := range pl.machine.Temp {
		if below(t, dir) {
			return false
		}
	}
	return true
}

// inWorkshop reports whether a directory lies below one of the system
// directories where images and administrators put a project to work on.
func inWorkshop(dir string) bool {
	for _, shop := range []string{"/opt", "/usr/src", "/usr/local/src"} {
		if above(shop, dir) {
			return true
		}
	}
	return false
}

// isHomes reports whether a directory is where a system keeps its homes.
func isHomes(p string) bool { return p == "/home" || p == "/Users" || p == "/usr/home" }

// isSomeHome reports whether a path is somebody's home, or where homes are:
// hier(7), and Apple's File System Programming Guide.
func isSomeHome(p string) bool { return p == "/root" || isHomes(p) || isHomes(path.Dir(p)) }

// isGivenBack reports whether a home becomes that of the user whom it is named
// after: chown -R app:app /home/app.
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
func (pl *places) holdsHome(p string) bool {
	for _, h := range pl.machine.Homes {
		if h != "/" && p != "/" && below(h, p) {
			return true
		}
	}
	return false
}

// inHome reports whether a path is one of the user's homes or in one.
func (pl *places) inHome(p string) bool {
	for _, h := range pl.machine.Homes {
		if h != "/" && below(p, h) {
			return true
		}
	}
	return false
}

// inside reports whether a path lies in the work directory.
func (pl *places) inside(p string) bool { return pl.work != "" && below(p, pl.work) }

// inTemp reports whether a path lies in a directory for temporary files. A
// home in such a directory is a home.
func (pl *places) inTemp(p string) bool {
	for _, t := range pl.machine.Temp {
		if below(p, t) && !pl.homeBetween(p, t) {
			return true
		}
	}
	return false
}

// homeBetween reports whether a path lies in a home that lies in dir.
func (pl *places) homeBetween(p, dir string) bool {
	for _, h := range pl.machine.Homes {
		if h != "/" && below(h, dir) && below(p, h) {
			return true
		}
	}
	return false
}
