package gate

// writes reports whether a use changes the path.
func (k Kind) writes() bool { return k >= Target }

// strict reports whether a use removes the path, or changes everything below it.
func (k Kind) strict() bool { return k >= Delete }

// place decides about one path operand or value: its text, then its canonical form, then
// the zone it lies in.
func (w *workspace) place(c *subject, s string, kind Kind) Reason {
	if !ordinary(s) {
		return OddPath
	}
	if !kind.strict() && kind != Enter && c.listed(secFree, s) {
		return Clear
	}
	if kind.strict() && dotted(s) {
		return Outside
	}
	if c.isProtected(s, kind) {
		return Protected
	}
	if !w.spell(c, s) {
		return Unresolved
	}
	if spelt := text(&w.real[0], w.realLen); c.isProtected(spelt, kind) || kind != Read && c.holds(spelt, kind) {
		return Protected // the judge checks the text as written, too
	}
	if !w.resolve(c.dir, s) || kind.writes() && !w.missing && w.isLink(c.dir, s) {
		return Unresolved
	}
	real := text(&w.real[0], w.realLen)
	if c.isProtected(real, kind) {
		return Protected
	}
	if kind == Read {
		return Clear
	}
	if c.holds(real, kind) {
		return Protected
	}
	if kind != ReadTree && !c.inside(real, kind.strict()) {
		return Outside
	}
	if kind == Target && !w.missing && (w.stat(real, "", noFollow) != errNone || w.st.mode&modeType == modeDir) {
		return Unresolved // the names that would be written inside are not checked
	}
	return Clear
}

// spell puts s into real as written: absolute and clean, as if no part of it were a link.
func (w *workspace) spell(c *subject, s string) bool {
	n := 0
	if s[0] != '/' && len(c.cwd) > 1 {
		for n < len(c.cwd) {
			w.real[n] = c.cwd[n]
			n++
		}
	}
	for at := 0; at < len(s); {
		part := component(s, at)
		at += len(part) + 1
		if same(part, "..") {
			for n > 0 && w.real[n-1] != '/' {
				n--
			}
			if n > 0 {
				n--
			}
			continue
		}
		if part == "" || same(part, ".") {
			continue
		}
		var fits bool
		if n, fits = w.push(n, part); !fits {
			return false
		}
	}
	if n == 0 {
		w.real[0] = '/'
		n = 1
	}
	w.realLen = n
	return true
}

// ordinary reports whether no program interprets s: ASCII (a file system may fold other
// letters onto a protected name), no pattern, no tilde.
func ordinary(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x80 || c == '*' || c == '?' || c == '[' {
			return false
		}
	}
	return len(s) > 0 && len(s) <= maxPath && s[0] != '~'
}

// dotted reports whether the last component is "", "." or "..".
func dotted(s string) bool {
	end := len(s)
	for end > 0 && s[end-1] == '/' {
		end--
	}
	last := base(s[:end])
	return last == "" || same(last, ".") || same(last, "..")
}

// isProtected reports whether s, as written or as resolved, is protected from this use: by
// one of its components, or as a place.
func (c *subject) isProtected(s string, kind Kind) bool {
	for at := 0; at < len(s); {
		part := fragment(s, at)
		if c.named(part, kind) {
			return true
		}
		at += len(part) + 1
	}
	if below(s, "/proc") || below(s, "/sys") || below(s, "/dev") || below(s, c.id.root) {
		return true
	}
	return c.isInPlace(s, kind, false)
}

// covers reports whether a protection applies to this use.
func (c *subject) covers(record uint32, kind Kind) bool {
	return kind.writes() || c.table.u32(record+8)&flagWrites == 0
}

// named reports whether a component is a protected name.
func (c *subject) named(part string, kind Kind) bool {
	at, count := c.table.list(secName)
	for ; count > 0; count-- {
		name, flags := c.table.text(at), c.table.u32(at+8)
		hit := false
		if flags&flagPrefix != 0 {
			hit = folded(part, name)
		} else if flags&flagSuffix != 0 {
			hit = len(part) >= len(name) && folded(part[len(part)-len(name):], name)
		} else {
			hit = len(part) == len(name) && folded(part, name)
		}
		if hit && c.covers(at, kind) {
			return true
		}
		at += 16
	}
	return false
}

// holds reports whether removing, changing or reading everything below real affects a protected
// path: a protected place, the installation's root or, for changes, the cwd, a home or a temp
// directory.
func (c *subject) holds(real string, kind Kind) bool {
	if below(c.id.root, real) {
		return true
	}
	if c.isInPlace(real, kind, true) {
		return true
	}
	if !kind.writes() {
		return false
	}
	if !kind.strict() && (same(real, c.cwd) || c.listed(secTemp, real) && !(kind == Change && below(c.cwd, real))) {
		return false // this writes into it, not over it
	}
	return below(c.cwd, real) || c.holdsHome(real) || c.above(secTemp, real)
}

// holdsHome reports whether a directory is, or contains, a home.
func (c *subject) holdsHome(dir string) bool {
	return below(c.id.home, dir) || c.home != "" && !c.made && (below(c.home, dir) || below(c.realHome, dir)) || c.above(secHome, dir)
}

// inside reports whether real lies in the work directory or a temp directory; with
// strict, the directory itself does not count.
func (c *subject) inside(real string, strict bool) bool {
	if c.work && within(real, c.cwd) && !(strict && same(real, c.cwd)) {
		return true
	}
	at, count := c.table.list(secTemp)
	for ; count > 0; count-- {
		temp := c.table.text(at)
		if within(real, temp) && !(strict && same(real, temp)) && !c.homeBetween(real, temp) {
			return true
		}
		at += 16
	}
	return false
}

// homeBetween reports whether real lies in a home that lies in temp.
func (c *subject) homeBetween(real, temp string) bool {
	if below(real, c.id.home) && below(c.id.home, temp) || !c.made &&
		(below(real, c.home) && below(c.home, temp) && c.home != "/" || below(real, c.realHome) && below(c.realHome, temp) && c.realHome != "/") {
		return true
	}
	at, count := c.table.list(secHome)
	for ; count > 0; count-- {
		home := c.table.text(at)
		if below(real, home) && below(home, temp) {
			return true
		}
		at += 16
	}
	return false
}

// isWorkDir reports whether the cwd may be a work directory: not /, a home, a temp directory or a
// parent of one, and not at or below a system path. A directory below a home may be one even if
// the home lies in a system path.
func (c *subject) isWorkDir() bool {
	if c.holdsHome(c.cwd) || below(c.id.root, c.cwd) || c.above(secTemp, c.cwd) {
		return false
	}
	at, count := c.table.list(secSystem)
	for ; count > 0; count-- {
		dir := c.table.text(at)
		if below(c.cwd, dir) && !(within(c.cwd, c.id.home) && len(c.id.home) > len(dir) && within(c.id.home, dir)) {
			return false
		}
		at += 16
	}
	return !same(c.cwd, "/")
}

// above reports whether dir is, or contains, one of a section's paths.
func (c *subject) above(section uint32, dir string) bool {
	at, count := c.table.list(section)
	for ; count > 0; count-- {
		if below(c.table.text(at), dir) {
			return true
		}
		at += 16
	}
	return false
}

// listed reports whether path is one of a section's texts.
func (c *subject) listed(section uint32, path string) bool {
	at, count := c.table.list(section)
	return c.table.entry(at, count, path) != 0
}

// below reports whether path is dir or lies below it, ignoring ASCII case: for
// protections, where that protects more.
func below(path, dir string) bool {
	return same(dir, "/") || ends(path, dir) && folded(path, dir)
}

// within is below with case: for zones, where ignoring it would be looser.
func within(path, dir string) bool {
	return ends(path, dir) && prefixed(path, dir)
}

// ends reports whether a component of path ends where dir does: the cheapest check, which
// decides most comparisons of paths with a common beginning.
func ends(path, dir string) bool {
	return len(path) == len(dir) || len(path) > len(dir) && path[len(dir)] == '/'
}

// component returns the bytes of s from at to the next slash.
func component(s string, at int) string {
	end := at
	for end < len(s) && s[end] != '/' {
		end++
	}
	return s[at:end]
}

// fragment is component, but also ends at ":" and "=": it finds the path in HEAD:.env and
// if=.env.
func fragment(s string, at int) string {
	end := at
	for end < len(s) && s[end] != '/' && s[end] != ':' && s[end] != '=' {
		end++
	}
	return s[at:end]
}
