package gate

// maxName limits how far a name is scanned: each boundary in a text starts one, and the
// work must stay linear.
const maxName = 64

// secret looks for a credential that starts at s[i]: keep bytes that announce it, then
// drop bytes of the credential. Both are 0 if there is none.
//
// It recognizes user:password@ in URLs, values of parameters and assignments named like
// credentials, header values, and the shapes of well-known keys. It does not see
// arguments that belong together by an option (-u user:password): that takes the
// program's grammar.
func secret(s string, i int) (keep, drop int) {
	c := lower(s[i])
	if c == ':' {
		return userinfo(s, i)
	}
	if c == '-' {
		return 0, privateKey(s, i)
	}
	if i > 0 && isAlnum(s[i-1]) {
		if i > 1 && s[i-2] == '-' && (i == 2 || !isAlnum(s[i-3])) { // -HAuthorization: x
			return header(s, i)
		}
		return 0, 0
	}
	if drop = token(s, i); drop > 0 {
		return 0, drop
	}
	if keep, drop = header(s, i); drop > 0 {
		return keep, drop
	}
	return parameter(s, i)
}

// userinfo matches "://user:password@" at its colon, and a lone user too if the scheme is
// http: there it is a token.
func userinfo(s string, i int) (keep, drop int) {
	if !prefixed(s[i:], "://") {
		return 0, 0
	}
	colon, at := false, -1
	for j := i + 3; j < len(s); j++ {
		c := s[j]
		if c == '/' || c == '?' || c == '#' || c <= ' ' || c == '"' || c == '\'' {
			break
		}
		if c == '@' { // the last one: a password may hold others
			at = j
		}
		colon = colon || c == ':'
	}
	web := suffixed(s[:i], "http") || suffixed(s[:i], "https")
	if at <= i+3 || !colon && !web {
		return 0, 0
	}
	return 3, at - i - 3
}

// header matches a header that carries a credential, up to the end of its line, or of the
// quotes around it.
func header(s string, i int) (keep, drop int) {
	n := nameAt(s, i)
	if i+n >= len(s) || s[i+n] != ':' || !isHeader(s[i:i+n]) {
		return 0, 0
	}
	keep = n + 1
	for i+keep < len(s) && s[i+keep] == ' ' {
		keep++
	}
	outer := byte(0)
	if i > 0 && (s[i-1] == '"' || s[i-1] == '\'') {
		outer = s[i-1]
	}
	return keep, headerEnd(s, i+keep, outer) - i - keep
}

// headerEnd returns where the value of a header ends: at the closing quote around it, else at a
// quote that no word follows.
func headerEnd(s string, end int, outer byte) int {
	for inner := byte(0); end < len(s) && s[end] != '\n' && s[end] != '\r'; end++ {
		c := s[end]
		switch {
		case c != '"' && c != '\'':
		case c == outer:
			return end
		case inner == c:
			inner = 0
		case inner == 0 && outer == 0 && (end+1 == len(s) || !isAlnum(s[end+1])):
			return end
		case inner == 0:
			inner = c
		}
	}
	return end
}

// nameAt returns the length of the name that begins at s[i], up to maxName.
func nameAt(s string, i int) int {
	n := 0
	for n < maxName && i+n < len(s) && (isAlnum(s[i+n]) || s[i+n] == '_' || s[i+n] == '-') {
		n++
	}
	return n
}

func isHeader(name string) bool {
	return equalFold(name, "authorization") || equalFold(name, "proxy-authorization") ||
		equalFold(name, "x-api-key") || equalFold(name, "api-key") || equalFold(name, "x-auth-token") ||
		equalFold(name, "private-token") || equalFold(name, "x-goog-api-key") || equalFold(name, "cookie") ||
		equalFold(name, "x-access-token") || equalFold(name, "x-auth-key")
}

// parameter matches name=value if the name is a credential's, "name": "value" as in JSON,
// --name value, and the other forms of valueFrom.
func parameter(s string, i int) (keep, drop int) {
	n := nameAt(s, i)
	query := i > 0 && (s[i-1] == '?' || s[i-1] == '&')
	if n == 0 || i+n >= len(s) {
		return 0, 0
	}
	at := 0
	switch c := s[i+n]; {
	case c == ' ' && lower(s[i]) == 'l' && equalFold(s[i:i+n], "login"):
		at = login(s, i+n)
	case c == ' ' && lower(s[i]) == 'i' && equalFold(s[i:i+n], "identified"):
		at = identified(s, i+n)
	case position("=+]:\"'\\", c) < 0 && (c != ' ' || (i == 0 || s[i-1] != '-') && (i+n+1 >= len(s) || s[i+n+1] != '\'')):
		return 0, 0 // the common case
	case isCredential(s[i:i+n], query):
		at = valueFrom(s, i, i+n)
	}
	if at == 0 || IsPlace(s[i:i+n], s[at:]) {
		return 0, 0
	}
	from, end := valueAt(s, at, i)
	return from - i, end - from
}

// valueFrom returns where the value of the name s[i:at] begins, or 0.
func valueFrom(s string, i, at int) int {
	next := byte(0)
	if at+1 < len(s) {
		next = s[at+1]
	}
	switch c := s[at]; {
	case c == '=':
		return at + 1
	case c == '+' && next == '=', c == ']' && next == '=': // PASSWORD+=x, [password]=x
		return at + 2
	case c == ':' && i > 1 && s[i-1] == '{' && s[i-2] == '$' && position("-=+", next) >= 0: // ${PASSWORD:-x}
		return at + 2
	case c == ' ' && i > 0 && s[i-1] == '-' && next != 0 && TakesCredential(s[max(0, i-2):at]): // --token x, -password x
		if position("-<>|&;()", next) >= 0 || prefixed(s[at+1:], "id=") { // docker build --secret id=NAME
			return 0
		}
		return at + 1
	case c == ' ' && next == '\'': // SQL's PASSWORD 'x'
		return at + 1
	}
	return member(s, at)
}

// login returns where the password begins in login NAME password PASSWORD, as in a .netrc. at
// is the end of the first word. 0 means none.
func login(s string, at int) int {
	const password = "password "
	for word := 0; word < 2; word++ {
		if at >= len(s) || s[at] != ' ' {
			return 0
		}
		for at++; word == 0 && at < len(s) && s[at] > ' '; at++ {
		}
	}
	if at+len(password) >= len(s) || !folded(s[at:], password) {
		return 0
	}
	return at + len(password)
}

// identified returns where the password begins in SQL's IDENTIFIED [WITH PLUGIN] BY 'x'. at is
// the end of the first word. 0 means none.
func identified(s string, at int) int {
	for end := min(len(s), at+maxName); at+4 < end; at++ {
		if position("'\";", s[at]) >= 0 {
			return 0
		}
		if folded(s[at:], " by '") || folded(s[at:], " by \"") || folded(s[at:], " as '") {
			return at + 4
		}
	}
	return 0
}

// member returns where the value of a member begins whose name ends at s[at], or 0: "name":
// value, also with the quotes escaped, and name: value.
func member(s string, at int) int {
	if at < len(s) && s[at] == '\\' {
		at++
	}
	quoted := at < len(s) && (s[at] == '"' || s[at] == '\'')
	if quoted {
		at++
	}
	for at < len(s) && s[at] == ' ' && quoted {
		at++
	}
	if at >= len(s) || s[at] != ':' || at+1 < len(s) && s[at+1] == ':' {
		return 0
	}
	at++
	if !quoted && (at >= len(s) || s[at] != ' ') {
		return 0
	}
	for at < len(s) && s[at] == ' ' {
		at++
	}
	if !quoted && at < len(s) && s[at] != '"' && s[at] != '\'' && followed(s, at) {
		return 0 // prose, such as "token: fix the parser"
	}
	return at
}

// followed reports whether another word follows the word at s[at] on its line, within its
// quotes.
func followed(s string, at int) bool {
	for at < len(s) && s[at] > ' ' {
		at++
	}
	if s[at-1] == '"' || s[at-1] == '\'' {
		return false
	}
	return at < len(s) && (s[at] == ' ' || s[at] == '\t')
}

// valueAt returns where a value begins and ends, without its quotes. If the opening quote is
// before the name at s[i], the value ends with the closing one.
func valueAt(s string, at, i int) (from, end int) {
	if at+1 < len(s) && s[at] == '$' && s[at+1] == '(' {
		return at, substituted(s, at+1)
	}
	if at+1 < len(s) && (s[at] == '$' || s[at] == '\\') && (s[at+1] == '"' || s[at+1] == '\'') {
		at++
	}
	outer := byte(0)
	if i > 0 && s[at-1] == '=' && (s[i-1] == '"' || s[i-1] == '\'') {
		outer = s[i-1]
	}
	if at < len(s) && (s[at] == '"' || s[at] == '\'') && s[at] != outer {
		outer = s[at]
		at++
	}
	escaped := at > 1 && s[at-2] == '\\' // the quotes themselves are escaped
	end = at
	for end < len(s) && (outer != 0 && s[end] != outer || outer == 0 && !endsValue(s[end])) {
		if outer != '\'' && !escaped && s[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end, len(s))
	if end > at && s[end-1] == '\\' {
		end--
	}
	return at, end
}

// substituted returns where the command substitution ends whose parenthesis is s[at], at most
// at the end of the line.
func substituted(s string, at int) int {
	for depth := 0; at < len(s) && s[at] != '\n'; at++ {
		switch s[at] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return at
}

// endsValue reports whether a byte ends a value without quotes.
func endsValue(c byte) bool {
	return c == '&' || c == '#' || c <= ' ' || c == '"' || c == '\'' || c == ';' || c == '|' || c == ')' || c == ',' || c == '}'
}

// privateKey matches a PEM private key up to its end mark, or to the end.
func privateKey(s string, i int) int {
	const begin, mark = "-----BEGIN ", "PRIVATE KEY"
	if !prefixed(s[i:], begin) {
		return 0
	}
	at := i + len(begin)
	for at < len(s) && (s[at] >= 'A' && s[at] <= 'Z' || s[at] == ' ') {
		at++
	}
	if !suffixed(s[i:at], mark) {
		return 0
	}
	for ; at < len(s); at++ {
		if s[at] != '-' || !prefixed(s[at:], "-----END ") {
			continue
		}
		for at += len("-----END "); at < len(s) && s[at] != '-'; {
			at++
		}
		for at < len(s) && s[at] == '-' {
			at++
		}
		return at - i
	}
	return len(s) - i
}
