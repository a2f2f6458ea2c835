package gate

// awkEach returns where the head of a for over an array ends: NAME in NAME, or -1.
func awkEach(s string, at int) int {
	first := awkBlank(s, at)
	at = awkName(s, first)
	if at < 0 || listedWord(s[first:at], awkRefused) || listedWord(s[first:at], awkFunctions) || listedWord(s[first:at], awkStatements) {
		return -1
	}
	at = awkBlank(s, at)
	if at < 0 || at+3 > len(s) || !same(s[at:at+2], "in") || s[at+2] != ' ' {
		return -1
	}
	at = awkBlank(s, at+2)
	from := at
	at = awkName(s, at)
	if at < 0 || listedWord(s[from:at], awkRefused) || listedWord(s[from:at], awkFunctions) || listedWord(s[from:at], awkStatements) {
		return -1
	}
	if at = awkBlank(s, at); at < 0 || at == len(s) || s[at] != ')' {
		return -1
	}
	return at + 1
}

func awkBlank(s string, at int) int {
	for at >= 0 && at < len(s) && s[at] == ' ' {
		at++
	}
	return at
}

// awkName returns where the name that begins at at ends, or -1. A name has letters and
// underscores only, which is enough for loop counters.
func awkName(s string, at int) int {
	from := at
	for at >= 0 && at < len(s) && (isAlnum(s[at]) && !isDigit(s[at]) || s[at] == '_') {
		at++
	}
	if at == from {
		return -1
	}
	return at
}

// awkNumber returns where a number ends, or -1 if it is not a plain decimal.
func awkNumber(s string, at int) int {
	from := at
	for at < len(s) && (isDigit(s[at]) || s[at] == '.') {
		at++
	}
	if s[at-1] == '.' || at < len(s) && (isAlnum(s[at]) || s[at] == '_') || at-from > 18 {
		return -1
	}
	return at
}

// awkString returns where a string ends, or -1.
func awkString(s string, at int) int {
	for at++; at < len(s) && s[at] != '\n'; at++ {
		if s[at] == '"' {
			return at + 1
		}
		if s[at] == '\\' {
			if at++; at == len(s) || s[at] == '\n' {
				return -1
			}
		}
	}
	return -1
}

// awkPattern returns where a regular expression ends, or -1. Parsers differ on a
// backslash or slash in brackets.
func awkPattern(s string, at int) int {
	bracket := false
	for at++; at < len(s) && s[at] != '\n'; at++ {
		c := s[at]
		switch {
		case bracket && (c == '\\' || c == '/' || c == '[' && (at+1 == len(s) || s[at+1] != ':')):
			return -1
		case bracket && c == '[':
			if at = sedClass(s, at+2, ':'); at < 0 {
				return -1
			}
		case bracket:
			bracket = c != ']'
		case c == '\\':
			at++
		case c == '/':
			return at + 1
		case c == '[':
			bracket = true
			if at+1 < len(s) && s[at+1] == '^' {
				at++
			}
			if at+1 < len(s) && s[at+1] == ']' {
				return -1
			}
		}
	}
	return -1
}

// The words of awk that are not clear, those that begin a statement, and the functions.
const (
	awkRefused    = " getline system ENVIRON ARGV PROCINFO SYMTAB FUNCTAB function func switch case default do return close fflush BEGINFILE ENDFILE awk delete "
	awkStatements = " if else while for print printf next nextfile exit break continue "
	awkFunctions  = " length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper gensub strftime systime mktime "
)

// listedWord reports whether a word is in a list separated by blanks.
func listedWord(word, list string) bool {
	for at := 0; at < len(list); {
		end := at
		for end < len(list) && list[end] != ' ' {
			end++
		}
		if end > at && same(list[at:end], word) {
			return true
		}
		at = end + 1
	}
	return false
}
