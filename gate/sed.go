package gate

// plainSed reports whether a sed script only changes and prints text: it has none of the
// commands and flags that run something or name a file (e, r, R, w, W and the flags e and
// w of s), and nothing unknown here. Package script reads such scripts for the judge as
// GNU sed does; this parser does the same, but gives up sooner.
func plainSed(s string) bool {
	for at := 0; at < len(s); {
		if at = sedAddresses(s, sedBlank(s, at)); at < 0 {
			return false
		}
		for at < len(s) && (s[at] == ' ' || s[at] == '\t' || s[at] == '!') {
			at++
		}
		if at == len(s) {
			return true
		}
		if at = sedCommand(s, at); at < 0 {
			return false
		}
	}
	return true
}

// sedBlank skips what may come before a command.
func sedBlank(s string, at int) int {
	for at < len(s) && position(" \t\n;{}", s[at]) >= 0 {
		at++
	}
	return at
}

// sedAddresses skips the addresses of a command; -1 means an unknown address.
func sedAddresses(s string, at int) int {
	for at < len(s) {
		c := s[at]
		if c == '/' || c == '\\' && at+1 < len(s) && s[at+1] != '\n' && s[at+1] != '\\' {
			if c == '\\' {
				at++
			}
			if at = sedPart(s, at); at < 0 {
				return -1
			}
			for at++; at < len(s) && (s[at] == 'I' || s[at] == 'M'); {
				at++
			}
		} else if isDigit(c) || position("$~+, \t", c) >= 0 {
			at++
		} else {
			break
		}
	}
	return at
}

// sedCommand skips one command with its arguments; -1 means that it is unknown or not
// plain.
func sedCommand(s string, at int) int {
	c := s[at]
	at++
	switch {
	case c == '#':
		return lineFrom(s, at)
	case c == ':' || c == 'b' || c == 't' || c == 'T':
		return sedLabel(s, at)
	case c == 'a' || c == 'i' || c == 'c':
		return sedText(s, at)
	case c == 's':
		return sedFlags(s, sedParts(s, at))
	case c == 'y':
		return sedEnd(s, sedParts(s, at))
	case c == '{':
		return at
	case position("}=dDgGhHlnNpPqQxzF", c) >= 0:
		for at < len(s) && isDigit(s[at]) && (c == 'q' || c == 'Q' || c == 'l') {
			at++
		}
		return sedEnd(s, at)
	}
	return -1
}

// sedEnd skips the blanks behind a command, which must end there.
func sedEnd(s string, at int) int {
	for at >= 0 && at < len(s) && (s[at] == ' ' || s[at] == '\t') {
		at++
	}
	if at >= 0 && at < len(s) && position(";}#\n", s[at]) < 0 {
		return -1
	}
	return at
}

// sedLabel skips a label of plain letters.
func sedLabel(s string, at int) int {
	for at < len(s) && (s[at] == ' ' || s[at] == '\t') {
		at++
	}
	for at < len(s) && (isAlnum(s[at]) || s[at] == '_' || s[at] == '-' || s[at] == '.') {
		at++
	}
	if at = sedEnd(s, at); at >= 0 && at < len(s) && s[at] == '#' {
		return -1 // a part of the label to some parsers
	}
	return at
}

// sedText skips the text of a, i or c, whose continued lines end in a backslash. It gives
// up at two backslashes: parsers differ in whether the text goes on.
func sedText(s string, at int) int {
	for {
		end := lineFrom(s, at)
		if end == len(s) || end == at || s[end-1] != '\\' {
			return end
		}
		if end-1 > at && s[end-2] == '\\' {
			return -1
		}
		at = end + 1
	}
}

// lineFrom returns where the line ends.
func lineFrom(s string, at int) int {
	for at < len(s) && s[at] != '\n' {
		at++
	}
	return at
}

// sedParts skips the two parts of s or y.
func sedParts(s string, at int) int {
	if at = sedPart(s, at); at < 0 {
		return -1
	}
	if at = sedPart(s, at); at < 0 {
		return -1
	}
	return at + 1
}

// sedPart returns where the part that begins behind the delimiter at at ends. In brackets
// parsers differ on whether a delimiter ends the part, so such a part is unknown.
func sedPart(s string, at int) int {
	if at >= len(s) || s[at] == '\n' || s[at] == '\\' || s[at] == '[' || s[at] == ']' || s[at] >= 0x80 {
		return -1
	}
	delimiter, bracket := s[at], false
	for at++; at < len(s); at++ {
		switch c := s[at]; {
		case c == '\\':
			at++
		case c == delimiter:
			if bracket {
				return -1
			}
			return at
		case c == '[' && bracket && at+1 < len(s) && position(":.=", s[at+1]) >= 0:
			if at = sedClass(s, at+2, s[at+1]); at < 0 {
				return -1
			}
		case c == '[':
			bracket = true
		case c == ']' && s[at-1] != '[' && (s[at-1] != '^' || s[at-2] != '['):
			bracket = false
		}
	}
	return -1
}

// sedClass returns where the class whose name begins at at ends: [:alpha:], [.a.].
func sedClass(s string, at int, mark byte) int {
	for ; at+1 < len(s); at++ {
		if s[at] == mark && s[at+1] == ']' {
			return at + 1
		}
		if !isAlnum(s[at]) && s[at] != '-' {
			return -1
		}
	}
	return -1
}

// sedFlags skips the flags of s.
func sedFlags(s string, at int) int {
	for at >= 0 && at < len(s) && (isDigit(s[at]) || position("gpiImM", s[at]) >= 0) {
		at++
	}
	return sedEnd(s, at)
}
