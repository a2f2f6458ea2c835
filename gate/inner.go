package gate

// maxInner limits how many nested commands the gate follows.
const maxInner = 4

// span is a part of the argv: a command that another runs. Its indexes count from the
// beginning of the whole argv.
type span struct {
	start, end    int
	marker        int // the argument that holds its marker's text; 0 if there is none
	from          int // the text's offset in it
	found         bool
	argsFromStdin bool
}

// foundMark is the argument that a search replaces by the paths that it finds.
const foundMark = "{}"

// startsInner reports whether an argument is the first word of a command that takes all following
// ones.
func (c *subject) startsInner(r *reading, flags uint32, s string) bool {
	return flags&flagRuns != 0 && (r.dashed || s[0] != '-' || len(s) == 1) && r.index >= int(c.page.u8(r.syntax+23))
}

// mark records the placeholder for unknown words that an option declares: its attached value,
// or the next argument.
func (c *subject) mark(r *reading, attached string) Reason {
	r.marker, r.from = r.at+1, 0
	if attached != "" {
		r.marker, r.from = r.at, len(view(element(c.argv, r.at)))-len(attached)
	}
	if view(element(c.argv, r.marker))[r.from] == '-' {
		return OddValue
	}
	return Clear
}

// enclose records a nested command, the arguments from start to end. The gate decides about it
// after the outer one.
func (w *workspace) enclose(c *subject, r *reading, start, end int) Reason {
	if !r.values {
		return Clear
	}
	if r.entered {
		return Unresolved // it starts in another directory
	}
	if w.inners == maxInner || end <= start {
		return OddOperand
	}
	n := &w.inner[w.inners]
	w.inners++
	r.runs = true
	n.start, n.end, n.marker, n.from = c.start+start, c.start+end, 0, 0
	n.found, n.argsFromStdin = same(c.marker, foundMark), c.argsFromStdin
	if c.page.u32(r.syntax+16)&flagFeeds == 0 {
		if c.marker != "" && !n.found {
			return OddOperand // a Marker set by both commands
		}
		return Clear
	}
	if c.argsFromStdin || c.marker != "" || c.table.u32(offFlags)&flagUnknown == 0 {
		return OddOperand
	}
	if r.marker > 0 {
		n.marker, n.from = c.start+r.marker, r.from
	} else {
		n.argsFromStdin = true
	}
	return Clear
}

// execute records the nested command of an option, which ends at ";", or at "+" after "{}".
func (w *workspace) execute(c *subject, r *reading) Reason {
	start, end := r.at+1, r.at+1
	for ; end < c.argc; end++ {
		s := view(element(c.argv, end))
		if same(s, ";") || same(s, "+") && end > start && same(view(element(c.argv, end-1)), foundMark) {
			break
		}
	}
	if end >= c.argc {
		return OddValue
	}
	r.at, r.runs = end, true
	if c.argsFromStdin || c.marker != "" {
		return OddOperand // unknown search directory
	}
	why := w.enclose(c, r, start, end)
	if why == Clear && r.values {
		w.inner[w.inners-1].found = true
	}
	return why
}

// follow decides about one of the nested commands. It finds the program on PATH, and
// decides by the page of its name.
func (w *workspace) follow(outer *subject, b book, i int) Reason {
	n := &w.inner[i]
	c := *outer
	c.start, c.argc, c.argsFromStdin = n.start, n.end-n.start, n.argsFromStdin
	c.argv = from(outer.argv, n.start)
	if n.found {
		c.marker = foundMark
	} else if n.marker > 0 {
		c.marker = view(element(outer.argv, n.marker))[n.from:]
	}
	name := view(element(c.argv, 0))
	record := c.table.command(name)
	if record == 0 {
		return UnknownCommand
	}
	page, ok := b.page(&c.table, record)
	if !ok {
		return BadTable
	}
	c.page = page
	if !c.variablesUnchanged() || !w.plainHome(&page) {
		return Environment
	}
	if c.marker != "" && !c.markerIsWhole() {
		return OddOperand
	}
	return w.scan(&c)
}

// variablesUnchanged reports whether every variable that this program reads is as it was at install.
func (c *subject) variablesUnchanged() bool {
	for i := 0; element(c.envp, i) != nil; i++ {
		if s := view(element(c.envp, i)); c.page.namesVariable(s) && !c.id.records(s) {
			return false
		}
	}
	return true
}

// markerIsWhole reports whether the placeholder occurs only as a whole argument, and never as the
// program.
func (c *subject) markerIsWhole() bool {
	if c.table.u32(offFlags)&flagUnknown == 0 {
		return false
	}
	for i := 0; i < c.argc; i++ {
		s := view(element(c.argv, i))
		if same(s, c.marker) {
			if i == 0 {
				return false
			}
			continue
		}
		for at := 0; at+len(c.marker) <= len(s); at++ {
			if prefixed(s[at:], c.marker) {
				return false
			}
		}
	}
	return true
}

// acceptsUnknown reports whether a command may get any number of additional unknown operands, because it
// only reads them or treats them as text.
func (c *subject) acceptsUnknown(r *reading, flags uint32) bool {
	if flags&flagRuns != 0 {
		return r.runs // they belong to the inner command
	}
	if r.tree || c.page.u32(r.syntax+12) != 0 || Kind(c.page.u8(r.operands+22)) != None || c.page.u16(r.operands+30) != 0 {
		return false
	}
	if after := Kind(c.page.u8(r.operands + 20)); r.dashed && after != Same {
		return isOnlyRead(after)
	}
	for i := r.index; i < int(c.page.u8(r.operands+23)); i++ {
		if !isOnlyRead(Kind(c.page.u8(r.operands + 24 + uint32(i)))) {
			return false
		}
	}
	return isOnlyRead(Kind(c.page.u8(r.operands + 21)))
}

// isOnlyRead reports whether an operand of this kind may be unknown: no program changes the file it
// names or executes its content.
func isOnlyRead(kind Kind) bool { return kind == Plain || kind == Read }

// searchPattern decides about the name pattern of a search. If a command runs with the results, no
// result may have a protected name.
func (c *subject) searchPattern(r *reading, s string) Reason {
	first, last := -1, -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '/', '\\', '[':
			first, last = i, len(s)
		case '*', '?':
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	if !r.runs || first == 0 && last < len(s) { // a pattern with a leading wildcard fixes no beginning
		return Clear
	}
	if last == len(s) {
		return OddPath
	}
	if first < 0 {
		if c.isProtected(s, Read) {
			return Protected
		}
		return Clear
	}
	at, count := c.table.list(secName)
	for ; count > 0; count-- {
		if c.fitsName(s, s[:first], s[last+1:], at) {
			return Protected
		}
		at += 16
	}
	return Clear
}

// fitsName reports whether a pattern may match a protected name.
func (c *subject) fitsName(pattern, head, tail string, record uint32) bool {
	name, flags := c.table.text(record), c.table.u32(record+8)
	if flags&flagWrites != 0 {
		return false
	}
	if flags&flagSuffix != 0 {
		return tail != "" && (suffixed(tail, name) || suffixed(name, tail))
	}
	if flags&flagPrefix != 0 {
		return folded(name, head) || folded(head, name)
	}
	return fits(pattern, name)
}
