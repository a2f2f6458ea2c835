package gate

// reading is the state of one pass over the arguments. The first pass finds
// every option and counts the operands, for an option may come last and change
// what the operands before it are; the second decides about values.
type reading struct {
	syntax  uint32 // record of the syntax in force
	index   int    // operands seen
	total   int    // operands there are, once the first pass has counted
	values  bool   // the second pass
	dashed  bool   // "--" was seen
	tree    bool   // an option makes the use recursive
	skip    bool   // an option's value is the first operand
	entered bool   // an option changes the directory paths start from
	located bool   // there is a path
}

// clearText reports whether every argument but the program's name is text, of
// one line or more.
func clearText(c *subject) bool {
	for i := 1; i < c.argc; i++ {
		if !readable(view(element(c.argv, i)), true) {
			return false
		}
	}
	return true
}

// scan reads the arguments with the syntax of the program, in two passes.
func (w *workspace) scan(c *subject) Reason {
	syntax := c.page.root()
	if syntax == 0 {
		return BadTable
	}
	first := reading{syntax: syntax}
	if why := w.pass(c, &first); why != Clear {
		return why
	}
	second := reading{syntax: syntax, total: first.index, values: true, tree: first.tree, skip: first.skip}
	return w.pass(c, &second)
}

// pass reads the arguments once.
func (w *workspace) pass(c *subject, r *reading) Reason {
	if why := c.enterSyntax(r); why != Clear {
		return why
	}
	for i := 1; i < c.argc; i++ {
		s := view(element(c.argv, i))
		why := Undecided
		if r.dashed || s[0] != '-' || len(s) == 1 {
			why = w.operand(c, r, s)
		} else if r.index > 0 && c.page.u32(r.syntax+16)&flagPermute == 0 {
			why = OddOperand // an operand here, an option to other builds of the program
		} else if same(s, "--") {
			why = c.dashes(r)
		} else {
			next := ""
			if i+1 < c.argc {
				next = view(element(c.argv, i+1))
			}
			var used bool
			if used, why = w.option(c, r, s, next); used {
				i++
			}
		}
		if why != Clear {
			return why
		}
	}
	if why := c.counts(r); why != Clear || !r.values || c.page.u32(r.syntax+16)&flagHooked == 0 {
		return why
	}
	if r.entered || !w.unhooked(c) {
		return Hooked
	}
	return Clear
}

// enterSyntax checks what a syntax asks for as a whole.
func (c *subject) enterSyntax(r *reading) Reason {
	if c.page.u32(r.syntax+16)&flagNetworked != 0 && c.table.u32(offFlags)&flagNetwork == 0 {
		return Networked
	}
	return Clear
}

// counts checks the number of operands at the end.
func (c *subject) counts(r *reading) Reason {
	least, most := int(c.page.u16(r.syntax+28)), int(c.page.u16(r.syntax+30))
	if r.index < least || most > 0 && r.index > most {
		return OddOperand
	}
	return Clear
}

// dashes takes "--".
func (c *subject) dashes(r *reading) Reason {
	if Kind(c.page.u8(r.syntax+20)) == None {
		return OddOperand
	}
	r.dashed = true
	return Clear
}

// operand takes one operand: a subcommand where there are any, else a value of
// the kind its place gives it.
func (w *workspace) operand(c *subject, r *reading, s string) Reason {
	if c.page.u32(r.syntax+12) > 0 {
		sub := c.page.sub(r.syntax, s)
		if sub == 0 {
			return UnknownSubcommand
		}
		r.syntax = sub
		r.index = 0
		if !r.values {
			r.tree, r.skip = false, false
		}
		return c.enterSyntax(r)
	}
	kind := c.kind(r)
	r.index++
	if !r.values {
		return Clear // which operand is the last is not known yet
	}
	if kind == None {
		return OddOperand
	}
	if r.tree && kind == Read {
		kind = ReadTree
	} else if r.tree && (kind == Change || kind == Delete) {
		kind = DeleteTree
	}
	return w.value(c, r, s, kind)
}

// kind returns what the operand at hand is.
func (c *subject) kind(r *reading) Kind {
	after := Kind(c.page.u8(r.syntax + 20))
	if r.dashed && after != Same {
		return after
	}
	if last := Kind(c.page.u8(r.syntax + 22)); last != None && r.index == r.total-1 {
		return last
	}
	place := r.index
	if r.skip {
		place++
	}
	if place < int(c.page.u8(r.syntax+23)) {
		return Kind(c.page.u8(r.syntax + 24 + uint32(place)))
	}
	return Kind(c.page.u8(r.syntax + 21))
}

// option takes an argument that starts with a dash; used says that its value
// was the next argument.
func (w *workspace) option(c *subject, r *reading, s, next string) (used bool, why Reason) {
	long := s[1] == '-'
	if !long && c.page.u32(r.syntax+16)&flagBundle != 0 {
		return w.bundle(c, r, s, next)
	}
	if record := c.page.option(r.syntax, s); record != 0 {
		return w.apply(c, r, record, "", next)
	}
	equals := position(s, '=')
	if !long || equals < 0 || equals == len(s)-1 {
		return false, UnknownOption
	}
	record := c.page.option(r.syntax, s[:equals])
	if record == 0 {
		return false, UnknownOption
	}
	return w.apply(c, r, record, s[equals+1:], next)
}

// bundle takes -abc: options of one letter, of which the last may have a value.
func (w *workspace) bundle(c *subject, r *reading, s, next string) (used bool, why Reason) {
	for i := 1; i < len(s); i++ {
		record := c.letter(r.syntax, s[i])
		if record == 0 {
			return false, UnknownOption
		}
		if Forms(c.page.u8(record+8)) != Bare {
			rest := s[i+1:]
			if rest != "" && rest[0] == '=' {
				return false, OddValue // to some parsers a part of the value
			}
			return w.apply(c, r, record, rest, next)
		}
		if _, why = w.apply(c, r, record, "", ""); why != Clear {
			return false, why
		}
	}
	return false, Clear
}

// letter returns the record of the option of one letter, or 0.
func (c *subject) letter(syntax uint32, name byte) uint32 {
	at, _ := c.page.list(secOption)
	at += c.page.u32(syntax) * 16
	for count := c.page.u32(syntax + 4); count > 0; count-- {
		if c.page.u32(at+4) == 2 && c.page.text(at)[1] == name {
			return at
		}
		at += 16
	}
	return 0
}

// apply takes one option with its attached value, if any.
func (w *workspace) apply(c *subject, r *reading, record uint32, attached, next string) (used bool, why Reason) {
	forms, kind, effects := Forms(c.page.u8(record+8)), Kind(c.page.u8(record+9)), c.page.u8(record+10)
	if !r.values {
		r.tree = r.tree || effects&effectTree != 0
		r.skip = r.skip || effects&effectSkip != 0
	}
	if attached != "" {
		if forms&Attached == 0 {
			return false, OddValue
		}
		return false, w.value(c, r, attached, kind)
	}
	if forms&Bare != 0 {
		return false, Clear
	}
	if forms&Next == 0 || next == "" || next[0] == '-' {
		return false, OddValue
	}
	return true, w.value(c, r, next, kind)
}

// value decides about one operand or option value.
func (w *workspace) value(c *subject, r *reading, s string, kind Kind) Reason {
	if !r.values || kind == Plain {
		return Clear
	}
	if kind == Sent {
		if s[0] == '@' {
			return OddValue
		}
		return Clear
	}
	if !plain(s) {
		return OddText // only plain text may have lines
	}
	if kind == URL {
		if c.table.u32(offFlags)&flagNetwork == 0 || !plainURL(s) {
			return Networked
		}
		return Clear
	}
	if kind == Object {
		if position(s, ':') >= 0 {
			return OddValue
		}
		kind = Read
	}
	if r.entered || r.located && kind == Enter {
		return Unresolved // programs differ in what a path starts from then
	}
	r.entered = kind == Enter
	r.located = true
	return w.place(c, s, kind)
}

// plainURL reports whether s is http or https to this machine or a named host:
// letters, digits, dots and hyphens ending in a name, no user, nothing that curl
// would expand.
func plainURL(s string) bool {
	at := 0
	if prefixed(s, "https://") {
		at = 8
	} else if prefixed(s, "http://") {
		at = 7
	}
	if at == 0 {
		return false
	}
	host := at
	for at < len(s) && (isAlnum(s[at]) || s[at] == '.' || s[at] == '-') {
		at++
	}
	if !publicHost(s[host:at]) && !loopback(s[host:at]) || at < len(s) && s[at] != '/' && s[at] != '?' && s[at] != ':' {
		return false
	}
	for ; at < len(s); at++ {
		c := s[at]
		if !isAlnum(c) && position("/?:.-_~&=%+,;#", c) < 0 {
			return false
		}
	}
	return true
}

// loopback reports whether a host is this machine, spelt as people spell it.
func loopback(host string) bool { return same(host, "localhost") || same(host, "127.0.0.1") }

// publicHost reports whether a host is a dotted name that ends in two letters or
// more, and not one of the endings that stay within a machine or a network.
func publicHost(host string) bool {
	at := len(host)
	for at > 0 && host[at-1] != '.' {
		at--
		if isDigit(host[at]) || host[at] == '-' {
			return false
		}
	}
	last := host[at:]
	return at > 1 && host[0] != '.' && len(last) > 1 &&
		!same(last, "internal") && !same(last, "local") && !same(last, "localhost") && !same(last, "goog")
}
