package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/rules"
)

// zoneMatch is a result of matchZones.
type zoneMatch struct {
	dir     string
	rest    []component
	is, may rules.Zone
}

// matchZones is matchPatterns with a cache: several effects and commands share patterns.
func (m *Map) matchZones(dir string, rest []component) (is, may rules.Zone) {
	for i := range min(m.matchedSoFar, len(m.matched)) {
		if l := &m.matched[i]; l.dir == dir && slices.Equal(l.rest, rest) {
			return l.is, l.may
		}
	}
	is, may = m.matchPatterns(dir, rest)
	m.matched[m.matchedSoFar%len(m.matched)] = zoneMatch{dir, rest, is, may}
	m.matchedSoFar++
	return is, may
}

// matchPatterns returns the zones of names in a directory, some of which are patterns or unknown.
// A place is certain if a pattern expands to it when it exists; it is possible if an unknown name
// may be it. An unknown name is assumed to stay below its directory: the check at exec catches
// one that climbs out.
func (m *Map) matchPatterns(dir string, rest []component) (is, may rules.Zone) {
	real := m.machine.policyName(m.Resolved(dir))
	have := lower(append(literals(real, len(rest)), rest...))
	var homes [4][]component // there are seldom more
	t := track{names: have, dir: real, at: len(have) - len(rest), inHome: m.belowHomes(homes[:0], have)}
	compare := func(s *placePattern) {
		switch m.fits(s, &t) {
		case certainly:
			is |= s.zone
		case possibly:
			may |= s.zone
		}
	}
	listed := listedPatterns.Get()
	listed.near(&t, compare)
	switch last := &t.names[len(t.names)-1]; {
	case last.kind == unknown:
		may |= listed.zones // whatever comes before
	case last.kind == pattern && last.text == "*" && len(rest) == 1:
		may |= listed.shown // it fits each, and names none
	default:
		listed.among(t.names[t.at:], compare)
	}
	m.ownPatterns(compare)
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

// isPublic reports whether a path is a public file among the secrets.
func (m *Map) isPublic(t *track) bool {
	named := make([]component, len(t.names))
	for i, c := range t.names {
		named[i] = component{text: strings.ToLower(c.sample)}
	}
	var homes [4][]component
	sample := track{names: named, dir: t.dir, at: t.at, inHome: m.belowHomes(homes[:0], named)}
	if isInManyHomes(t.names) {
		sample.inHome = addHome(sample.inHome, named, 2)
	}
	found := false
	compare := func(s *placePattern) { found = found || m.fits(s, &sample) != never }
	public := publicPatterns.Get()
	public.near(&sample, compare)
	public.among(named[t.at:], compare)
	return found
}

// meansPublic reports whether the last of some names is a pattern that begins like a public
// file's name and reaches into its last part: .env.ex*.
func meansPublic(rest []component) bool {
	if len(rest) == 0 || rest[len(rest)-1].kind != pattern {
		return false
	}
	text := strings.ToLower(rest[len(rest)-1].text)
	known := strings.IndexAny(text, `*?[\`)
	if known < len(".x") {
		return false // nearly every pattern: not even a dot and a letter are known
	}
	found := false
	publicPatterns.Get().each(func(s *placePattern) {
		name := path.Base(s.path)
		begins := strings.LastIndexByte(name, '.') + len(".xx")
		found = found || known >= begins && !strings.Contains(name, "*") && globs(text, name)
	})
	return found
}

// literals returns the names of a clean absolute path, with capacity for more.
func literals(p string, more int) []component {
	out := make([]component, 0, strings.Count(p, "/")+1+more)
	for rest := p; rest != ""; {
		var name string
		if name, rest = pathname.CutFirst(rest); name != "" {
			out = append(out, component{text: name, sample: name})
		}
	}
	return out
}

// lower returns components in lower case, with the literal ends of their patterns.
func lower(names []component) []component {
	for i := range names {
		c := &names[i]
		c.text = strings.ToLower(c.text)
		if c.kind != pattern {
			continue
		}
		c.head = c.text[:wildcard(c.text)]
		if strings.IndexByte(c.text, '\\') < 0 { // or a letter may be escaped
			c.tail = afterWildcards(c.text)
			if c.digits {
				c.beforeDigits = afterWildcards(strings.TrimSuffix(c.text, number))
			}
		}
	}
	return names
}

// afterWildcards returns the literal end of a pattern without escapes.
func afterWildcards(pattern string) string {
	begin := len(pattern)
	for begin > 0 && pattern[begin-1] != '*' && pattern[begin-1] != '?' && pattern[begin-1] != ']' {
		begin--
	}
	return pattern[begin:]
}

// wildcard returns the offset of the first special byte of a pattern, or its length.
func wildcard(text string) int {
	for i := range len(text) {
		switch text[i] {
		case '*', '?', '[', '\\':
			return i
		}
	}
	return len(text)
}

// fit says how well a path matches a placePattern.
type fit uint8

const (
	never fit = iota
	possibly
	certainly
)

// track is a path prepared for comparison with patterns.
type track struct {
	names  []component
	dir    string        // the directory that the first names belong to
	at     int           // the number of these names
	inHome [][]component // the names below each home that it may be in
}

// belowHomes appends the names of a path below each home that it may be in.
func (m *Map) belowHomes(list [][]component, names []component) [][]component {
	homes := m.homes()
	for i := range homes {
		h := &homes[i]
		if n := h.depth(); len(names) > n && h.along(names[:n]) != never {
			list = addHome(list, names, n)
		}
	}
	if isInManyHomes(names) {
		list = addHome(list, names, 2)
	}
	return list
}

// addHome appends the names of a path below a home that is n names long, once for all homes of that length.
func addHome(list [][]component, names []component, n int) [][]component {
	for _, known := range list {
		if len(known) == len(names)-n {
			return list
		}
	}
	return append(list, names[n:])
}

// isInManyHomes reports whether names are a path below the homes of many users, or of another: /home/*/.ssh.
func isInManyHomes(names []component) bool {
	return len(names) > 2 && (names[0].text == "home" || names[0].text == "users") && (names[1].kind == pattern || names[1].kind == literal)
}

// fits compares a path with a placePattern.
func (m *Map) fits(s *placePattern, t *track) fit {
	switch s.from {
	case fromRoot:
		return s.along(t.names)
	case fromHome:
		best := never
		for _, names := range t.inHome {
			best = max(best, s.along(names))
		}
		return best
	}
	return m.anywhere(s, t.dir, t.names[t.at:])
}

// anywhere compares the last names with a placePattern for any directory. A pattern that matches
// it also matches many other names: the match is certain only if the pattern begins with the
// whole name, or with a part of it and such a file exists.
func (m *Map) anywhere(s *placePattern, dir string, rest []component) fit {
	best := never
	for i := range rest {
		f := s.along(rest[i:])
		if f == certainly && !rest[i].says(s.first) && (strings.Trim(rest[i].text, "*?") == "" || !m.exists(dir, rest[:i], s.path)) {
			f = possibly
		}
		best = max(best, f)
	}
	return best
}

// says reports whether the literal beginning of a pattern is a whole name: .env*.
func (c *component) says(name string) bool {
	i := strings.IndexAny(c.text, `*?[\`)
	return i > 0 && c.text[:i] == name
}

// exists reports whether such a file exists, as far as its name is known.
func (m *Map) exists(dir string, rest []component, file string) bool {
	for _, c := range rest {
		if c.kind != literal {
			return false
		}
		dir = path.Join(dir, c.text)
	}
	_, err := m.machine.Files.Lstat(path.Join(dir, file))
	return err == nil
}

// along compares the names of a place with others one by one.
func (s *placePattern) along(have []component) fit {
	if s.plain && len(have) > 0 && !have[0].mayBe(s.first) {
		return never // nearly every place
	}
	worst, n := certainly, 0
	for rest := s.path; rest != ""; n++ {
		var want string
		want, rest = pathname.CutFirst(rest)
		switch {
		case n >= len(have) && s.above && n > 0:
			return worst
		case n >= len(have):
			return never
		case have[n].kind == unknown:
			return s.fitsAfterUnknown(have)
		}
		f := have[n].fits(want)
		if f == never {
			return never
		}
		worst = min(worst, f)
	}
	if len(have) > n && !s.tree {
		return never
	}
	for i := range have {
		if have[i].kind == unknown {
			return possibly
		}
	}
	return worst
}

// fitsAfterUnknown compares names with a place if those before the last are not known.
func (s *placePattern) fitsAfterUnknown(have []component) fit {
	last := &have[len(have)-1]
	if last.kind == unknown || last.kind == literal && strings.Trim(last.text, ".") == "" {
		return possibly
	}
	ordinary := last.isOrdinaryFile(s.zone)
	for rest := s.path; rest != ""; { // it may be the place, or a directory around it
		var w string
		w, rest = pathname.CutFirst(rest)
		if last.fitsAnyStart(w) != never && !(ordinary && strings.HasSuffix(w, "*")) {
			return possibly
		}
	}
	if s.tree && !ordinary {
		return possibly // and lie anywhere below
	}
	return never
}

// generatedFiles are endings and names of files that programs make and that no program obeys.
const generatedFiles = ".pyc .pyo .o .obj .a .so .class .log __pycache__ .pytest_cache .mypy_cache .ruff_cache .ds_store node_modules"

// isOrdinaryFile reports whether a name is one that is not found below the places of a zone, whose
// names are not listed one by one: no source is a key, and git makes no files that are named so. In
// the system's directories there are files of all names.
func (c *component) isOrdinaryFile(of rules.Zone) bool {
	if of&^byName != 0 {
		return false
	}
	name := c.text
	if c.kind == pattern {
		name = c.tail
	}
	if wordlist.Among(name, generatedFiles) || wordlist.Among(path.Ext(name), generatedFiles) {
		return true
	}
	return of&rules.Persist == 0 && wordlist.Among(path.Ext(name), plainFiles)
}

// mayBe reports whether a component may equal a plain name, by its ends.
func (c *component) mayBe(plain string) bool {
	switch c.kind {
	case literal:
		return c.text == plain
	case pattern:
		at := len(plain) - len(c.tail)
		if at < 0 || c.tail != "" && plain[at] != c.tail[0] {
			return false // nearly every one
		}
		if plain != "" && plain[0] == '.' && !c.fitsHidden() {
			return false
		}
		return strings.HasSuffix(plain, c.tail) && strings.HasPrefix(plain, c.head)
	}
	return true
}

// fitsHidden reports whether a pattern may match a name with a leading dot. In a shell * does not.
func (c *component) fitsHidden() bool { return c.text[0] == '.' || strings.HasPrefix(c.text, `\.`) }

// fits compares a component with one of a place, which may be a pattern too. Both are in lower case.
func (c *component) fits(want string) fit {
	if c.endsUnlike(want) {
		return never // nearly every place
	}
	if c.kind == literal {
		if c.text == want || (strings.IndexByte(want, '*') >= 0 || strings.IndexByte(want, '[') >= 0) && globs(want, c.text) {
			return certainly
		}
		return never
	}
	if want[0] == '.' && !c.fitsHidden() {
		return never
	}
	return c.fitsAnyStart(want)
}

// endsUnlike reports whether a literal or a pattern surely cannot fit a name of a place: the letters at one
// of their ends are known and differ. That excludes a common beginning or ending of two patterns as well.
func (c *component) endsUnlike(want string) bool {
	head, tail := c.head, c.tail
	if c.kind == literal {
		head, tail = c.text, c.text
	}
	if want == "" {
		return false
	}
	first, last := want[0], want[len(want)-1]
	return head != "" && first != head[0] && first != '*' && first != '?' && first != '[' && first != '\\' ||
		tail != "" && last != tail[len(tail)-1] && last != '*' && last != '?' && last != ']'
}

// fitsAnyStart is fits for patterns in which * matches a leading dot, as those of find(1) do.
func (c *component) fitsAnyStart(want string) fit {
	switch {
	case c.kind == literal:
		return c.fits(want)
	case c.endsUnlike(want):
		return never
	}
	i := wildcard(want)
	switch {
	case strings.HasPrefix(want, c.head) && strings.HasSuffix(want, c.tail) && globs(c.text, want):
		return certainly
	case i < len(want) && c.mayEndIn(want) && globs(c.text, strings.ReplaceAll(want, "*", "")):
		return certainly // both are patterns, and this one matches the shortest name of the place: shad?w and shadow*
	case i < len(want) && !c.mayEndLike(want):
		return never
	case i < len(want):
		n := min(i, len(c.head))
		if want[:n] == c.text[:n] {
			return possibly // both are patterns with a common beginning
		}
	}
	return never
}

// mayEndIn quickly tests whether the name may match the shortest name of a pattern, by its last letter.
func (c *component) mayEndIn(want string) bool {
	want = strings.TrimRight(want, "*")
	return c.tail == "" || want != "" && want[len(want)-1] == c.tail[len(c.tail)-1]
}

// plainFiles are endings of sources, documents and the like. A place with an open end, such as
// krb5cc_*, has no such names.
const plainFiles = ".md .rst .py .pyc .ts .tsx .js .mjs .go .rs .c .h .cc .cpp .hpp .java .rb .php .sh .html .css .log .csv .whl .egg-info .o .so"

// mayEndLike reports whether the name may end as the pattern of a place does.
func (c *component) mayEndLike(want string) bool {
	if !c.digits {
		return endingsOverlap(want, c.tail)
	}
	end := afterWildcards(want)
	rest := strings.TrimRight(end, "0123456789")
	return end == "" || rest != end && (strings.HasSuffix(rest, c.beforeDigits) || strings.HasSuffix(c.beforeDigits, rest))
}

// endingsOverlap reports whether a name may fit the pattern of a place and end in a tail too.
func endingsOverlap(want, tail string) bool {
	end := afterWildcards(want)
	if end == "" {
		return !wordlist.Among(tail, plainFiles) && !wordlist.Among(tail, generatedFiles)
	}
	return strings.HasSuffix(end, tail) || strings.HasSuffix(tail, end)
}

// globs is path.Match without an error.
func globs(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
