package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// zoneMatch is what matchZones has found.
type zoneMatch struct {
	dir     string
	rest    []component
	is, may rules.Zone
}

// matchZones is matchPatterns, which is not done twice for the effects of one command.
func (m *Map) matchZones(dir string, rest []component) (is, may rules.Zone) {
	if l := &m.last; l.dir != dir || !slices.Equal(l.rest, rest) {
		is, may = m.matchPatterns(dir, rest)
		m.last = zoneMatch{dir, rest, is, may}
	}
	return m.last.is, m.last.may
}

// matchPatterns places what lies in a directory under names of which some are
// patterns or unknown. Certain is what a pattern expands to if it is there;
// possible is what an unknown name may come to. An unknown name is taken to
// stay below its directory: one that climbs out of it is met at exec.
func (m *Map) matchPatterns(dir string, rest []component) (is, may rules.Zone) {
	real := m.machine.policyName(m.Resolved(dir))
	have := lower(append(literals(real, len(rest)), rest...))
	t := m.track(real, have, len(have)-len(rest))
	if m.own == nil {
		m.own = m.ownPatterns()
	}
	compare := func(s *placePattern) {
		switch m.matches(s, &t) {
		case certainly:
			is |= s.zone
		case possibly:
			may |= s.zone
		}
	}
	listed := listedPatterns.Get()
	listed.near(t.names, t.inHome, compare)
	if t.names[len(t.names)-1].kind == unknown {
		may |= listed.zones // whatever comes before
	} else {
		listed.among(t.names[t.at:], compare)
	}
	for i := range m.own {
		compare(&m.own[i])
	}
	switch m.matchesLong(t.names) {
	case certainly:
		is |= rules.Blocked
	case possibly:
		may |= rules.Blocked
	}
	if (is|may)&rules.Secret != 0 && m.isPublic(&t) {
		is, may = is&^rules.Secret, may&^rules.Secret // ~/.ssh/*.pub
	}
	return is, may
}

// isPublic reports whether a path is one of those among the secrets that hold
// none.
func (m *Map) isPublic(t *track) bool {
	named := make([]component, len(t.names))
	for i, c := range t.names {
		named[i] = component{text: strings.ToLower(c.sample)}
	}
	sample := m.track(t.dir, named, t.at)
	patterns := publicPatterns.Get()
	for i := range patterns {
		if m.matches(&patterns[i], &sample) != never {
			return true
		}
	}
	return false
}

// meansPublic reports whether the last of some names is a pattern that begins as
// one of those places that hold none and goes on into its last part: .env.ex*.
func meansPublic(rest []component) bool {
	if len(rest) == 0 || rest[len(rest)-1].kind != pattern {
		return false
	}
	text := strings.ToLower(rest[len(rest)-1].text)
	known := strings.IndexAny(text, `*?[\`)
	if known < len(".x") {
		return false // nearly every pattern: not even a dot and a letter are known
	}
	for _, s := range publicPatterns.Get() {
		name := s.names[len(s.names)-1]
		begins := strings.LastIndexByte(name, '.') + len(".xx")
		if known >= begins && !strings.Contains(name, "*") && globs(text, name) {
			return true
		}
	}
	return false
}

// literals are the names of a clean absolute path, with room for some more.
func literals(p string, more int) []component {
	out := make([]component, 0, strings.Count(p, "/")+more)
	for name := range strings.SplitSeq(strings.Trim(p, "/"), "/") {
		if name != "" {
			out = append(out, component{text: name, sample: name})
		}
	}
	return out
}

// lower returns components in small letters, and finds what is literal at the ends of
// their patterns.
func lower(names []component) []component {
	for i := range names {
		c := &names[i]
		c.text = strings.ToLower(c.text)
		if c.kind != pattern {
			continue
		}
		c.head = c.text[:wildcard(c.text)]
		if strings.IndexByte(c.text, '\\') < 0 { // or a letter may be escaped
			c.tail = c.text[strings.LastIndexAny(c.text, "*?]")+1:]
		}
	}
	return names
}

// wildcard returns where a pattern has the first letter that is none, or its length.
func wildcard(text string) int {
	for i := range len(text) {
		switch text[i] {
		case '*', '?', '[', '\\':
			return i
		}
	}
	return len(text)
}

// fit is how a path fits a placePattern.
type fit uint8

const (
	never fit = iota
	possibly
	certainly
)

// track is a path that is compared with patterns.
type track struct {
	names  []component
	dir    string        // the directory that the first names are those of
	at     int           // how many these are
	inHome [][]component // the names below each home that it may lie in
}

// track finds out what all patterns need to know of a path.
func (m *Map) track(dir string, names []component, at int) track {
	t := track{names: names, dir: dir, at: at}
	for _, h := range m.homes() {
		if n := len(h.names); len(names) > n && along(&h, h.names, names[:n]) != never {
			t.inHome = append(t.inHome, names[n:])
		}
	}
	return t
}

// matches compares a path with a placePattern.
func (m *Map) matches(s *placePattern, t *track) fit {
	switch s.from {
	case fromRoot:
		return along(s, s.names, t.names)
	case fromHome:
		best := never
		for _, names := range t.inHome {
			best = max(best, along(s, s.names, names))
		}
		return best
	}
	return m.anywhere(s, t.dir, t.names[t.at:])
}

// homes are the user's homes as patterns.
func (m *Map) homes() []placePattern {
	if m.inHomes == nil {
		for _, h := range m.machine.EveryHome() {
			m.inHomes = append(m.inHomes, newPlacePattern(rules.Home, place.Pattern{Path: h}))
		}
	}
	return m.inHomes
}

// anywhere compares the last names with a placePattern that may be in any directory. A
// pattern that fits it fits many other names too: it is certain only if it
// begins with the whole name, or says something of it and a file of that name
// is there.
func (m *Map) anywhere(s *placePattern, dir string, rest []component) fit {
	best := never
	for i := range rest {
		f := along(s, s.names, rest[i:])
		if f == certainly && !rest[i].says(s.names[0]) && (strings.Trim(rest[i].text, "*?") == "" || !m.exists(dir, rest[:i], s.names)) {
			f = possibly
		}
		best = max(best, f)
	}
	return best
}

// says reports whether what a name begins with is all of another: .env*.
func (c *component) says(name string) bool {
	i := strings.IndexAny(c.text, `*?[\`)
	return i > 0 && c.text[:i] == name
}

// exists reports whether there is such a file, as far as its name is known.
func (m *Map) exists(dir string, rest []component, names []string) bool {
	for _, c := range rest {
		if c.kind != literal {
			return false
		}
		dir = path.Join(dir, c.text)
	}
	_, err := m.machine.Files.Lstat(path.Join(dir, path.Join(names...)))
	return err == nil
}

// along compares names one by one.
func along(s *placePattern, want []string, have []component) fit {
	if s.plain && len(have) > 0 && !have[0].mayBe(want[0]) {
		return never // nearly every place
	}
	worst := certainly
	for i, w := range want {
		switch {
		case i >= len(have):
			return never
		case have[i].kind == unknown:
			return possibly // and whatever follows
		}
		f := have[i].fits(w)
		if f == never {
			return never
		}
		worst = min(worst, f)
	}
	if len(have) > len(want) && !s.tree {
		return never
	}
	for _, c := range have {
		if c.kind == unknown {
			return possibly
		}
	}
	return worst
}

// mayBe reports whether a name can be a plain one, by its ends.
func (c *component) mayBe(plain string) bool {
	switch c.kind {
	case literal:
		return c.text == plain
	case pattern:
		if c.tail != "" && (plain == "" || plain[len(plain)-1] != c.tail[len(c.tail)-1]) {
			return false // nearly every one
		}
		return strings.HasSuffix(plain, c.tail) && strings.HasPrefix(plain, c.head)
	}
	return true
}

// fits compares a name with one of a place, which may be a pattern itself.
// Both are in small letters.
func (c *component) fits(want string) fit {
	if c.kind == literal {
		if c.text == want || (strings.IndexByte(want, '*') >= 0 || strings.IndexByte(want, '[') >= 0) && globs(want, c.text) {
			return certainly
		}
		return never
	}
	i := wildcard(want)
	switch {
	case want[0] == '.' && c.text[0] != '.' && !strings.HasPrefix(c.text, `\.`):
		return never // a shell's * does not stand for a leading dot
	case strings.HasPrefix(want, c.head) && strings.HasSuffix(want, c.tail) && globs(c.text, want):
		return certainly
	case i < len(want) && globs(c.text, strings.ReplaceAll(want, "*", "")):
		return certainly // both are patterns, and the shortest name of the place fits: shad?w, of shadow*
	case i < len(want):
		n := min(i, len(c.head))
		if want[:n] == c.text[:n] {
			return possibly // both are patterns, and begin alike
		}
	}
	return never
}

// globs is path.Match without an error.
func globs(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
