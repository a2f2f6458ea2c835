package gate

// syntax adds a syntax with all below it and returns its index. Inner syntaxes come
// first, so that each syntax's options and subcommands are contiguous.
func (e *encoder) syntax(s Syntax) uint32 {
	e.checkOperands(s)
	var subs []byte
	for _, sub := range s.Subcommands {
		index := e.syntax(sub.Syntax)
		if len(sub.Names) == 0 {
			e.fail(ErrName, "subcommand without a name")
		}
		for _, name := range sub.Names {
			if !plain(name) || name[0] == '-' {
				e.fail(ErrName, name)
			}
			e.once(subs, name)
			subs = append32(append32(e.ref(subs, name), index), 0)
		}
	}
	firstOption := uint32(len(e.records[secOption]) / 16)
	for _, o := range s.Options {
		e.once(e.records[secOption][firstOption*16:], o.Name)
		e.option(o, &s)
	}
	firstSub := uint32(len(e.records[secSub]) / 16)
	e.records[secSub] = append(e.records[secSub], subs...)

	for _, c := range s.Cases {
		e.records[secSyntax] = append(e.records[secSyntax], make([]byte, 16)...)
		e.operands(c.Operands, flagIf(len(c.And) > 0, flagAnd))
	}
	b := e.records[secSyntax]
	b = append32(append32(b, firstOption), uint32(len(s.Options)))
	e.records[secSyntax] = append32(append32(b, firstSub), uint32(len(subs)/16))
	e.operands(s.Operands, s.flags())
	return uint32(len(e.records[secSyntax])/32) - 1
}

// flags returns the flags of a syntax's record, without those of its operands.
func (s *Syntax) flags() uint32 {
	flags := flagIf(s.Bundle, flagBundle) | flagIf(s.Permute, flagPermute) | flagIf(s.Networked, flagNetworked) | flagIf(s.Hooked, flagHooked)
	flags |= flagIf(s.Lenient, flagLenient) | flagIf(s.Alone, flagAlone) | uint32(len(s.Cases))<<8
	flags |= flagIf(s.Feeds, flagFeeds) | flagIf(s.Operands.Rest == Argv, flagRuns)
	for _, o := range s.Options {
		flags |= flagIf(o.Name != "" && o.Name[0] != '-', flagBareWords)
	}
	return flags
}

// operands adds the second half of a syntax's record.
func (e *encoder) operands(o Operands, flags uint32) {
	b := append32(e.records[secSyntax], flags|flagIf(o.Dot, flagDot))
	b = append(b, byte(o.After), byte(o.Rest), byte(o.Last), byte(len(o.First)))
	var tail [MaxFirst + 4]byte
	for i, k := range o.First {
		tail[i%MaxFirst] = byte(k)
	}
	put16(tail[MaxFirst:], uint16(o.Min))
	put16(tail[MaxFirst+2:], uint16(o.Max))
	e.records[secSyntax] = append(b, tail[:]...)
}

func (e *encoder) option(o Option, s *Syntax) {
	long := len(o.Name) > 2
	dashes := prefixed(o.Name, "--")
	bare := o.Name != "" && o.Name[0] != '-'
	bad := !plain(o.Name) || len(o.Name) < 2 && !bare || o.Name == "--" || !validForms(o.Forms, o.Value)
	bad = bad || bare && o.Forms != Bare && o.Forms != Refused                   // no form for a value
	bad = bad || long && !dashes && !bare && s.Bundle && !s.Lenient              // would also be a bundle
	bad = bad || long && !dashes && o.Forms&Attached != 0                        // no form for it
	bad = bad || !long && !s.Bundle && o.Forms&Attached != 0                     // nor for this
	bad = bad || position(o.Name, '=') >= 0 && o.Forms != Bare || o.Name == "-=" // one listed value
	bad = bad || o.Value == Argv || o.Value == Dash || o.Value == Exec && (o.Forms != Next || s.Bundle || s.Lenient)
	if bad {
		e.fail(ErrOption, o.Name)
	}
	b := e.ref(e.records[secOption], o.Name)
	cases := s.casesOf(o.Name)
	e.records[secOption] = append(b, byte(o.Forms), byte(o.Value), byte(flagIf(o.Tree, effectTree)), 0, byte(cases), byte(cases>>8), 0, 0)
}

// casesOf returns the bits of the cases that an option belongs to.
func (s *Syntax) casesOf(name string) (bits uint32) {
	for i, c := range s.Cases {
		for _, other := range c.With {
			bits |= flagIf(other == name, 1<<i)
		}
		for _, other := range c.And {
			bits |= flagIf(other == name, 1<<(MaxCases+i))
		}
	}
	return bits
}

func (e *encoder) checkOperands(s Syntax) {
	if len(s.Cases) > MaxCases || len(s.Cases) > 0 && len(s.Subcommands) > 0 {
		e.fail(ErrOperand, operandEntry(s))
	}
	for _, c := range s.Cases {
		if len(c.With) == 0 || c.Rest == Argv {
			e.fail(ErrOperand, operandEntry(s))
		}
		inner := s
		inner.Cases, inner.Operands = nil, c.Operands
		e.checkOperands(inner)
	}
	o := s.Operands
	bad := len(o.First) > MaxFirst || o.Min < 0 || o.Max < 0 || o.Max > 0 && o.Max < o.Min || o.Max > MaxArgs || o.Min > MaxArgs
	bad = bad || o.Last == Change || o.Last != None && (o.Min < 2 || o.After != None && o.After != Same) || o.After > Same
	for _, k := range append([]Kind{o.Rest, o.Last}, o.First...) {
		bad = bad || k >= Same || k == Exec || k == Marker || k == Found
	}
	bad = bad || o.Rest == Argv && (o.Last != None || len(s.Cases)+len(s.Subcommands) > 0 || s.Permute || s.Lenient) || s.Feeds && o.Rest != Argv
	for _, k := range append([]Kind{o.Last, o.After}, o.First...) {
		bad = bad || k == Argv
	}
	if len(s.Subcommands) > 0 {
		bad = bad || len(o.First) > 0 || o.Rest != None || o.Last != None || o.After != None || o.Max != 0 || o.Min > 1 || o.Dot
	}
	if bad {
		e.fail(ErrOperand, operandEntry(s))
	}
}

// operandEntry identifies a syntax by its first option.
func operandEntry(s Syntax) string {
	if len(s.Options) > 0 {
		return "of the syntax with " + s.Options[0].Name
	}
	return "of a syntax without options"
}
