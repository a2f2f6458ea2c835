package gate

// value decides about one operand or option value.
func (w *workspace) value(c *subject, r *reading, s string, kind Kind) Reason {
	if !r.values || kind == Plain {
		return Clear
	}
	if c.marker != "" && same(s, c.marker) {
		if kind != Read && kind != ReadTree {
			return OddOperand
		}
		return Clear
	}
	if kind == Found {
		return c.searchPattern(r, s)
	}
	if kind == Key || kind == Setting {
		return c.setting(s, kind)
	}
	if kind == Dash {
		if same(s, "-") {
			return Clear
		}
		return OddOperand
	}
	if kind == Mode || kind == Sed || kind == Awk {
		return checkCode(s, kind)
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
		if colon := position(s, ':'); colon >= 0 {
			s = s[colon+1:]
		}
		if s == "" {
			return Clear
		}
		kind = Read
	}
	if r.entered || r.located && kind == Enter {
		return Unresolved // programs differ in what a path then starts from
	}
	r.entered = kind == Enter
	r.located = true
	return w.place(c, s, kind)
}

// setting decides about the name of a setting; a Setting may be NAME=VALUE.
func (c *subject) setting(s string, kind Kind) Reason {
	end, dotted := 0, false
	for end < len(s) && s[end] != '=' {
		if !isAlnum(s[end]) && position(".-_/", s[end]) < 0 {
			return OddOperand
		}
		dotted = dotted || s[end] == '.'
		end++
	}
	if !dotted || kind == Key && end < len(s) {
		return OddOperand
	}
	dot := end - 1
	for s[dot] != '.' {
		dot--
	}
	if end == len(s) && dot+1 < end && isCredential(s[dot+1:end], false) {
		return OddOperand // a value follows that no record may hold
	}
	if kind == Setting && c.page.sets(s[:end]) {
		return Protected
	}
	return Clear
}

// sets reports whether a page lists a setting, ignoring case.
func (t *table) sets(name string) bool {
	at, count := t.list(secVariable)
	for ; count > 0; count-- {
		text := t.text(at)
		if folded(name, text) && (len(name) == len(text) || t.u32(at+8)&flagPrefix != 0) {
			return true
		}
		at += 16
	}
	return false
}

// plainURL reports whether s is http or https to this machine or a named host: letters,
// digits, dots and hyphens ending in a name, no user, nothing that curl would expand, and no query,
// which may ask the server for more than a page.
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
	if !publicHost(s[host:at]) && !loopback(s[host:at]) || at < len(s) && s[at] != '/' && s[at] != ':' {
		return false
	}
	for ; at < len(s); at++ {
		c := s[at]
		if !isAlnum(c) && position("/:.-_~&=%+,;#", c) < 0 {
			return false
		}
	}
	return true
}

// loopback reports whether a host is this machine, in its usual spellings.
func loopback(host string) bool { return same(host, "localhost") || same(host, "127.0.0.1") }

// publicHost reports whether a host is a dotted name that ends in two or more letters,
// but not with an ending for local names.
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
