package zone

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Follow resolves all links of an absolute path, as the kernel does. It returns the resolved
// path, and the zones of both paths. It ignores what the policy allows and blocks. dir and work
// are as in [New].
func Follow(machine Machine, dir, work, name string) (real string, is rules.Zone, err error) {
	m := New(&policy.Policy{}, machine, dir, work)
	if real, err = Resolve(machine.Files, name, m.Dir, true); err != nil {
		return "", 0, err
	}
	is = m.Zone(real)
	if lexical := path.Clean(name); lexical != real {
		is |= m.Zone(lexical) &^ rules.Outside
	}
	return real, is, nil
}

// WorkDir returns the work directory of a request without links, or "" if nothing counts as
// inside it: in a home, in a system directory.
func WorkDir(machine Machine, dir, work string) string {
	return New(&policy.Policy{}, machine, dir, work).Work
}

// ValidExceptions returns the allowed paths of a policy that apply here, and a line for each
// other one: it leads elsewhere through a link that a judged command could change.
func ValidExceptions(p *policy.Policy, machine Machine, dir, work string) (valid []policy.PathEntry, notices []string) {
	if len(p.Paths.Allowed) == 0 {
		return nil, nil
	}
	m := New(&policy.Policy{}, machine, dir, work)
	for _, e := range p.Paths.Allowed {
		if m.leadsAsWritten(m.absolutePath(e)) {
			valid = append(valid, e)
			continue
		}
		notices = append(notices, fmt.Sprintf("%s: ignored: %q leads through a link that a command could change: write %q", e.From, e.Path, m.entry(e).path))
	}
	return valid, notices
}

// leadsAsWritten reports whether a clean path still leads where it led when it was written down:
// no judged command can replace any link on the way.
func (m *Map) leadsAsWritten(p string) bool {
	for range maxLinks {
		link, target := m.firstLink(p)
		if link == "" {
			return true
		}
		if !m.isFixed(link) || strings.Contains(target, "/..") {
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
func (m *Map) firstLink(p string) (link, target string) {
	for i := 1; i < len(p); i++ {
		end := strings.IndexByte(p[i:], '/')
		if end < 0 {
			end = len(p) - i
		}
		i += end
		mode, err := m.machine.Files.Lstat(p[:i])
		if err != nil {
			return "", ""
		}
		if mode&fs.ModeSymlink != 0 {
			target, err := m.machine.Files.Readlink(p[:i])
			if err != nil || target == "" {
				target = "/.." // of which nothing is known
			}
			return p[:i], target
		}
	}
	return "", ""
}

// isFixed reports whether no judged command can replace a link: only root can write there, or the
// rules protect it.
func (m *Map) isFixed(link string) bool {
	const kept = rules.Root | rules.Home | rules.SystemDir | rules.System | rules.Shared | rules.Own
	return m.Zone(link)&kept != 0 || m.machine.Protected != nil && m.machine.Protected(path.Dir(link))
}
