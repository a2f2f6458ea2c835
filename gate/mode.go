package gate

// checkCode reports whether a value in a language of its own says no more than its kind
// permits.
func checkCode(s string, kind Kind) Reason {
	if kind == Mode && !ordinaryMode(s) {
		return OddValue
	}
	if kind == Sed && !plainSed(s) || kind == Awk && !plainAwk(s) {
		return OddCode
	}
	return Clear
}

// ordinaryMode reports whether a chmod(1) mode lets only the owner and the group write,
// and sets neither set-user-ID nor set-group-ID: up to three octal digits, or clauses
// with the letters r, w and x, with w only for explicitly named users other than all and
// others.
func ordinaryMode(s string) bool {
	if isDigit(s[0]) {
		return octalMode(s)
	}
	who, op := byte(0), byte(0) // the widest of the named users
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ',':
			who, op = 0, 0
		case c == '+' || c == '-' || c == '=':
			op = c
		case op == 0 && (c == 'u' || c == 'g' || c == 'o' || c == 'a'):
			if c == 'o' || c == 'a' || who == 0 {
				who = c
			}
		case op == '-' && (c == 'w' || c == 's' || c == 't'):
		case op == 0 || c != 'r' && c != 'x' && c != 'X' && (c != 'w' || who == 'o' || who == 'a'):
			return false
		}
	}
	return op != 0
}

// octalMode is ordinaryMode for digits: 755, 0644.
func octalMode(s string) bool {
	if len(s) > 4 || len(s) == 4 && s[0] != '0' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '7' {
			return false
		}
	}
	return (s[len(s)-1]-'0')&2 == 0
}
