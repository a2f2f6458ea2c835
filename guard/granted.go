package guard

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// ZonesOf returns where an absolute path that somebody names leads once every link
// is followed, as the kernel follows them, and in which zones that and the path as
// written are. What the policy allows and blocks is left out.
func ZonesOf(m Machine, req Request, name string) (real string, is rules.Zone, err error) {
	pl := newPlaces(&policy.Policy{}, m, req)
	if real, err = resolve(m.Files, name, pl.dir, true); err != nil {
		return "", 0, err
	}
	is = pl.zone(real)
	if lexical := path.Clean(name); lexical != real {
		is |= pl.zone(lexical) &^ rules.Outside
	}
	return real, is, nil
}

// ValidExceptions returns the allowed paths of a policy that count here, and a line
// for each other one: it leads elsewhere through a link that a judged command could
// change.
func ValidExceptions(p *policy.Policy, m Machine, req Request) (held []policy.PathEntry, notices []string) {
	if len(p.Paths.Allowed) == 0 {
		return nil, nil
	}
	pl := newPlaces(&policy.Policy{}, m, req)
	for _, e := range p.Paths.Allowed {
		if pl.leadsAsWritten(pl.written(e)) {
			held = append(held, e)
			continue
		}
		notices = append(notices, fmt.Sprintf("%s: ignored: %q leads through a link that a command could change: write %q", e.From, e.Path, pl.entry(e).path))
	}
	return held, notices
}

// leadsAsWritten reports whether a clean path leads where it led when somebody wrote it
// down: each link on the way is one that a judged command cannot replace.
func (pl *places) leadsAsWritten(p string) bool {
	for range maxLinks {
		link, target := pl.firstLink(p)
		if link == "" {
			return true
		}
		if !pl.stays(link) || strings.Contains(target, "/..") {
			return false
		}
		rest := strings.TrimPrefix(p, link)
		if !strings.HasPrefix(target, "/") {
			target = path.Dir(link) + "/" + target
		}
		p = path.Clean(target + rest)
	}
	return false
}

// firstLink returns the first link on the way to a clean absolute path.
func (pl *places) firstLink(p string) (link, target string) {
	for i := 1; i < len(p); i++ {
		end := strings.IndexByte(p[i:], '/')
		if end < 0 {
			end = len(p) - i
		}
		i += end
		mode, err := pl.machine.Files.Lstat(p[:i])
		if err != nil {
			return "", ""
		}
		if mode&fs.ModeSymlink != 0 {
			target, err := pl.machine.Files.Readlink(p[:i])
			if err != nil || target == "" {
				target = "/.." // of which nothing is known
			}
			return p[:i], target
		}
	}
	return "", ""
}

// stays reports whether no judged command can replace a link: it lies where only
// root writes, or where the rules let nothing be replaced.
func (pl *places) stays(link string) bool {
	const kept = rules.Root | rules.Home | rules.SystemDir | rules.System | rules.Shared | rules.Own
	return pl.zone(link)&kept != 0 || pl.machine.Protected != nil && pl.machine.Protected(path.Dir(link))
}

// WorkDir returns the work directory of a request without links, or "" where nothing
// counts as inside of one: in a home, in a directory of the system's.
func WorkDir(m Machine, req Request) string { return newPlaces(&policy.Policy{}, m, req).work }
