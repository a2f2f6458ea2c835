package gate

// environment decides about the variables: the gate's own, those that the table or the
// program's page names, and HOME. If HOME is not the recorded one, both count as homes.
func (w *workspace) environment(c *subject) Reason {
	w.homed = false
	paths := 0
	for i := 0; element(c.envp, i) != nil; i++ {
		s := view(element(c.envp, i))
		if value, ok := valueOf(s, "AGENT_LOOP_PROXY_MODE"); ok && value != "" && !same(value, "enabled") {
			return StrictMode
		}
		if _, ok := valueOf(s, "AGENT_LOOP_AUDIT_LOG"); ok {
			return AuditCopy
		}
		if value, ok := valueOf(s, "HOME"); ok && !same(value, c.id.home) && !w.keepOtherHome(c, value) {
			return Environment
		}
		if value, ok := valueOf(s, WrapperVariable); ok && (beginsWithNumber(value, sysPid()) || beginsWithNumber(value, sysPpid())) {
			return Wrapper
		}
		if _, ok := valueOf(s, "PATH"); ok {
			paths++
		}
		if (c.table.namesVariable(s) || c.page.namesVariable(s)) && !c.id.records(s) {
			return Environment
		}
	}
	if paths > 1 {
		return Environment // programs differ in which one they use
	}
	return Clear
}

// keepOtherHome stores another HOME, as written and in canonical form. A HOME that is not an
// absolute path, or a second one, is not decided here.
func (w *workspace) keepOtherHome(c *subject, home string) bool {
	if w.homed || c.table.u32(offFlags)&flagPinned != 0 || !ordinary(home) || home[0] != '/' {
		return false
	}
	if !w.spell(c, home) || !w.keepHome(0) || !w.resolve(c.dir, home) || !w.keepHome(1) {
		return false
	}
	w.homed = true
	return true
}

// plainHome reports whether the program of a page finds no settings below another HOME
// that could make it run code.
func (w *workspace) plainHome(page *table) bool {
	if !w.homed {
		return true
	}
	home := view(&w.homes[0][0])
	at, count := page.list(secDotfile)
	for ; count > 0; count-- {
		if w.stat(home, page.text(at), noFollow) != errNoEntry {
			return false
		}
		at += 16
	}
	return true
}

// isMade reports whether another HOME was made by a test suite or a build for itself:
// both spellings of it lie in the work directory or in a recorded home, and neither is
// one of those or above one. Secrets below it are protected, but otherwise it is an
// ordinary directory.
func (c *subject) isMade() bool { return c.isBelowKnown(c.home) && c.isBelowKnown(c.realHome) }

// isBelowKnown is isMade for one of the two spellings.
func (c *subject) isBelowKnown(home string) bool {
	in := within(home, c.cwd) && len(c.cwd) > 1 || within(home, c.id.home) && len(c.id.home) > 1
	if below(c.id.home, home) {
		return false
	}
	at, count := c.table.list(secHome)
	for ; count > 0; count-- {
		known := c.table.text(at)
		if below(known, home) {
			return false
		}
		in = in || within(home, known)
		at += 16
	}
	return in
}

// keepHome copies the path in real into homes, because the next resolve overwrites real.
func (w *workspace) keepHome(which int) bool {
	if w.realLen >= nearPath {
		return false
	}
	for i := 0; i < w.realLen; i++ {
		w.homes[which][i] = w.real[i]
	}
	w.homes[which][w.realLen] = 0
	return true
}

// WrapperVariable is set for a wrapper that a shim becomes (Wraps), to PID:COUNT:PATH:
// its process, how many of the same are above it, and its file. If the wrapper then finds
// the shim again, the judge searches the part of PATH behind the wrapper.
const WrapperVariable = "AGENT_LOOP_WRAPPER"

// beginsWithNumber reports whether a text begins with a number and a colon.
func beginsWithNumber(text string, number int) bool {
	n := 0
	for i := 0; i < len(text) && i < 11; i++ {
		if text[i] == ':' {
			return i > 0 && n == number
		}
		if !isDigit(text[i]) {
			return false
		}
		n = n*10 + int(text[i]-'0')
	}
	return false
}

// namesVariable reports whether a table names this variable.
func (t *table) namesVariable(variable string) bool {
	if variable == "" {
		return false
	}
	at, end := t.variables(variable[0])
	for ; at < end && t.text(at)[0] == variable[0]; at += 16 {
		name := t.text(at)
		if prefixed(variable, name) {
			rest := len(name)
			if t.u32(at+8)&flagPrefix != 0 || rest == len(variable) || variable[rest] == '=' {
				return true
			}
		}
	}
	return false
}

// variables returns the first variable whose name starts with first or a greater byte,
// and the end of all: they are sorted by their first bytes.
func (t *table) variables(first byte) (at, end uint32) {
	start, count := t.list(secVariable)
	low, high := uint32(0), count
	for low < high {
		middle := (low + high) / 2
		if t.text(start + middle*16)[0] < first {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return start + low*16, start + count*16
}

// valueOf returns the value if the variable has this name.
func valueOf(variable, name string) (string, bool) {
	if len(variable) <= len(name) || variable[len(name)] != '=' || !prefixed(variable, name) {
		return "", false
	}
	return variable[len(name)+1:], true
}
