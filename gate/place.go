package gate

// isInPlace reports whether a path is at or below a protected place. With holds it reports the
// opposite: whether a protected place is at or below the path.
func (c *subject) isInPlace(path string, kind Kind, holds bool) bool {
	at, size := c.table.list(secPlace)
	if c.matchesPlace(at, size, path, kind, holds) {
		return true
	}
	if c.atHome(c.id.home, path, kind, holds) {
		return true
	}
	other := kind
	if c.made {
		other = Read // places of persistence are not protected there
	}
	if c.home != "" && (c.atHome(c.home, path, other, holds) || c.atHome(c.realHome, path, other, holds)) {
		return true
	}
	at, count := c.table.list(secHome)
	for ; count > 0; count-- {
		if home := c.table.text(at); !same(home, c.id.home) && c.atHome(home, path, kind, holds) {
			return true
		}
		at += 16
	}
	home := path[:HomeOf(path)]
	return home != "" && !same(home, c.id.home) && c.atHome(home, path, kind, holds)
}

// HomeOf returns the length of the home that a path is in by its name, whoever's it is, or 0. It is the
// judge's rule, and a test compares them.
func HomeOf(path string) int {
	for _, home := range [...]string{"/root", "/var/root"} {
		if len(path) > len(home) && below(path, home) {
			return len(home)
		}
	}
	for _, parent := range [...]string{"/home", "/Users", "/export/home", "/usr/home", "/var/home", "/var/lib"} {
		if len(path) <= len(parent) || !below(path, parent) {
			continue
		}
		end := len(parent) + 1
		for end < len(path) && path[end] != '/' {
			end++
		}
		if end+1 < len(path) && (parent != "/var/lib" || path[end+1] == '.') {
			return end
		}
	}
	return 0
}

// atHome is isInPlace for the places below one home.
func (c *subject) atHome(home, path string, kind Kind, holds bool) bool {
	at, size := c.table.list(secOwn)
	if size == 0 {
		return false
	}
	if below(home, path) {
		return holds
	}
	if !below(path, home) {
		return false
	}
	n := len(home)
	if n > 1 {
		n++
	}
	return c.matchesPlace(at, size, path[n:], kind, holds)
}

// matchesPlace is isInPlace for one list of places.
func (c *subject) matchesPlace(at, size uint32, path string, kind Kind, holds bool) bool {
	for end := at + size; at < end; {
		flags, n := uint32(c.table.u8(at)), uint32(c.table.u8(at+1))
		place := c.table.bytes(at+2, n)
		at += 2 + n
		if flags&flagWrites != 0 && !kind.writes() {
			continue
		}
		if flags&flagPattern != 0 {
			if matchesPattern(path, place, holds) {
				return true
			}
		} else if holds && below(place, path) || !holds && below(path, place) {
			return true
		}
	}
	return false
}

// matchesPattern compares a path with the pattern of a protected place, component by component, as
// isInPlace does.
func matchesPattern(path, pattern string, holds bool) bool {
	at, from := 0, 0
	for {
		part, name := component(pattern, from), component(path, at)
		if !fits(part, name) {
			return false
		}
		from += len(part) + 1
		at += len(name) + 1
		if from > len(pattern) {
			return !holds || at > len(path)
		}
		if at > len(path) {
			return holds
		}
	}
}

// fits matches a component with a pattern, ignoring ASCII case: "*" and "?" match any
// text.
func fits(pattern, name string) bool {
	at, from := 0, 0
	back, again := -1, 0 // the last star, and where its text ends
	for at < len(name) {
		if from < len(pattern) && (pattern[from] == '*' || pattern[from] == '?') {
			back, again = from, at
			from++
		} else if from < len(pattern) && lower(pattern[from]) == lower(name[at]) {
			from++
			at++
		} else if back >= 0 {
			again++
			from, at = back+1, again
		} else {
			return false
		}
	}
	for from < len(pattern) && (pattern[from] == '*' || pattern[from] == '?') {
		from++
	}
	return from == len(pattern)
}
