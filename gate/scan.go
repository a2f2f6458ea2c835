package gate

// reading is the state of one pass over the arguments. The first pass finds every option
// and counts the operands, for an option may come last and change the kind of earlier
// operands; the second decides about values.
type reading struct {
	syntax   uint32 // record of the syntax in force
	operands uint32 // record with the operands' kinds, after the first pass has seen the options
	cases    uint32 // bits of the cases that a given option belongs to
	index    int    // operands seen
	total    int    // operands in all, after the first pass
	values   bool   // the second pass
	dashed   bool   // "--" was seen
	optioned bool   // an option was given
	tree     bool   // an option makes the operands' use recursive
	entered  bool   // an option changes the directory that paths start from
	located  bool   // a path was given
	at       int    // the current argument, or the last that an option took
	runs     bool   // there is an inner command
	marker   int    // the argument with a Marker's text; 0 if there is none
	from     int    // the text's offset in it
}

// clearText reports whether every argument but the program's name is text, of one or more
// lines.
func clearText(c *subject) bool {
	for i := 1; i < c.argc; i++ {
		if !readable(view(element(c.argv, i)), true) {
			return false
		}
	}
	return true
}

// scan parses the arguments with the program's syntax, in two passes.
func (w *workspace) scan(c *subject) Reason {
	syntax := c.page.root()
	if syntax == 0 {
		return BadTable
	}
	var r reading // filled field by field, as a subject is
	r.syntax = syntax
	if why := w.pass(c, &r); why != Clear {
		return why
	}
	r.syntax, r.total, r.values = syntax, r.index, true
	r.cases, r.index, r.dashed, r.optioned = 0, 0, false, false
	return w.pass(c, &r)
}

// pass parses the arguments once.
func (w *workspace) pass(c *subject, r *reading) Reason {
	if why := c.enterSyntax(r); why != Clear {
		return why
	}
	for i := 1; i < c.argc; i++ {
		s := view(element(c.argv, i))
		flags := c.page.u32(r.syntax + 16)
		r.at = i
		why := Undecided
		if c.startsInner(r, flags, s) {
			if why = w.enclose(c, r, i, c.argc); why != Clear {
				return why
			}
			break
		}
		if r.dashed || s[0] != '-' && (flags&flagBareWords == 0 || c.page.option(r.syntax, s) == 0) || len(s) == 1 && s[0] == '-' {
			why = w.operand(c, r, s)
		} else if r.index > 0 && flags&flagPermute == 0 {
			if why = OddOperand; flags&flagLenient != 0 { // else an operand here, but an option to other builds of the program
				why = w.operand(c, r, s)
			}
		} else if same(s, "--") && flags&flagLenient == 0 {
			why = c.dashes(r)
		} else {
			next := ""
			if i+1 < c.argc {
				next = view(element(c.argv, i+1))
			}
			var used bool
			if used, why = w.option(c, r, s, next); used {
				r.at++
			}
			i = r.at
		}
		if why != Clear {
			return why
		}
	}
	return w.finish(c, r)
}

// finish checks what must be there, or must not, after all arguments.
func (w *workspace) finish(c *subject, r *reading) Reason {
	if !r.values {
		r.operands = c.kindsRecord(r)
		return Clear
	}
	if why := c.counts(r); why != Clear {
		return why
	}
	flags := c.page.u32(r.syntax + 16)
	if c.argsFromStdin && !c.acceptsUnknown(r, flags) {
		return OddOperand
	}
	if flags&flagAlone != 0 && !r.optioned {
		return OddOperand
	}
	if r.index == 0 && c.page.u32(r.operands+16)&flagDot != 0 {
		if why := w.value(c, r, ".", r.deep(Kind(c.page.u8(r.operands+21)))); why != Clear {
			return why
		}
	}
	if flags&flagHooked != 0 && (r.entered || !w.hasNoHooks(c)) {
		return Hooked
	}
	return Clear
}

// kindsRecord returns the record with the operands' kinds: the first case whose options were given,
// else the syntax's own.
func (c *subject) kindsRecord(r *reading) uint32 {
	n := uint32(c.page.u8(r.syntax + 17))
	for i := uint32(0); i < n; i++ {
		record := r.syntax - 32*(n-i)
		if r.cases>>i&1 != 0 && (c.page.u32(record+16)&flagAnd == 0 || r.cases>>(i+MaxCases)&1 != 0) {
			return record
		}
	}
	return r.syntax
}

// enterSyntax checks the requirements of a syntax as a whole.
func (c *subject) enterSyntax(r *reading) Reason {
	if c.page.u32(r.syntax+16)&flagNetworked != 0 && c.table.u32(offFlags)&flagNetwork == 0 {
		return Networked
	}
	return Clear
}

// counts checks the number of operands at the end.
func (c *subject) counts(r *reading) Reason {
	least, most := int(c.page.u16(r.operands+28)), int(c.page.u16(r.operands+30))
	if c.argsFromStdin {
		least-- // one of the unknown ones
	}
	if r.index < least || most > 0 && r.index > most {
		return OddOperand
	}
	return Clear
}

// dashes handles "--".
func (c *subject) dashes(r *reading) Reason {
	if r.values && Kind(c.page.u8(r.operands+20)) == None {
		return OddOperand
	}
	r.dashed = true
	return Clear
}

// operand handles one operand: a subcommand if the syntax has any, else a value of the
// kind of its position.
func (w *workspace) operand(c *subject, r *reading, s string) Reason {
	if c.page.u32(r.syntax+12) > 0 {
		sub := c.page.sub(r.syntax, s)
		if sub == 0 {
			return UnknownSubcommand
		}
		r.syntax = sub
		r.index, r.optioned = 0, false
		if !r.values {
			r.tree, r.cases = false, 0
		}
		return c.enterSyntax(r)
	}
	r.index++
	if !r.values {
		return Clear // the last operand is not known yet
	}
	kind := c.kind(r, r.index-1)
	if kind == None {
		return OddOperand
	}
	return w.value(c, r, s, r.deep(kind))
}

// deep returns the recursive variant of a kind if an option makes the use recursive.
func (r *reading) deep(kind Kind) Kind {
	if r.tree && kind == Read {
		return ReadTree
	}
	if r.tree && (kind == Change || kind == Delete) {
		return DeleteTree
	}
	return kind
}

// kind returns the kind of the operand at a position.
func (c *subject) kind(r *reading, place int) Kind {
	after := Kind(c.page.u8(r.operands + 20))
	if r.dashed && after != Same {
		return after
	}
	if last := Kind(c.page.u8(r.operands + 22)); last != None && place == r.total-1 {
		return last
	}
	if place < int(c.page.u8(r.operands+23)) {
		return Kind(c.page.u8(r.operands + 24 + uint32(place)))
	}
	return Kind(c.page.u8(r.operands + 21))
}

// option handles an argument that is spelled as an option; used says that its value was
// the next argument.
func (w *workspace) option(c *subject, r *reading, s, next string) (used bool, why Reason) {
	if c.page.u32(r.syntax+16)&flagLenient != 0 {
		return w.lenient(c, r, s, next)
	}
	if s[0] != '-' {
		return w.apply(c, r, c.page.option(r.syntax, s), "", next)
	}
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

// lenient handles an option by its whole name, a bundle of letters that are all options
// without a value, and everything else as an operand.
func (w *workspace) lenient(c *subject, r *reading, s, next string) (used bool, why Reason) {
	if record := c.page.option(r.syntax, s); record != 0 {
		return w.apply(c, r, record, "", next)
	}
	bundled := c.page.u32(r.syntax+16)&flagBundle != 0
	for i := 1; bundled && i < len(s); i++ {
		record := c.letter(r.syntax, s[i])
		bundled = record != 0 && Forms(c.page.u8(record+8)) == Bare
	}
	if bundled {
		return w.bundle(c, r, s, next)
	}
	return false, w.operand(c, r, s)
}

// bundle handles -abc: options of one letter, of which the last may have a value.
func (w *workspace) bundle(c *subject, r *reading, s, next string) (used bool, why Reason) {
	for i := 1; i < len(s); i++ {
		record := c.letter(r.syntax, s[i])
		if record == 0 {
			return false, UnknownOption
		}
		if Forms(c.page.u8(record+8)) != Bare {
			rest := s[i+1:]
			if rest != "" && rest[0] == '=' {
				return false, OddValue // some parsers take it for a part of the value
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

// apply handles one option with its attached value, if any.
func (w *workspace) apply(c *subject, r *reading, record uint32, attached, next string) (used bool, why Reason) {
	forms, kind, effects := Forms(c.page.u8(record+8)), Kind(c.page.u8(record+9)), c.page.u8(record+10)
	if forms == Refused {
		return false, UnknownOption
	}
	r.optioned = true
	r.cases |= c.page.u16(record + 12)
	if !r.values {
		r.tree = r.tree || effects&effectTree != 0
	}
	if kind == Marker && (attached != "" || next != "") {
		return attached == "", c.mark(r, attached)
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
	if kind == Exec {
		return false, w.execute(c, r)
	}
	if forms&Next == 0 || next == "" || next[0] == '-' && !(kind == Plain && len(next) > 1 && isDigit(next[1])) {
		return false, OddValue // a negative number is not an option
	}
	return true, w.value(c, r, next, kind)
}
