package gate

// maxName is how far a name is followed: each boundary in a text starts one, and
// the work must stay linear.
const maxName = 64

// secret looks for a credential that starts at s[i]: keep bytes that announce
// it, then drop bytes that are it. Both are 0 where there is none.
//
// It knows user:password@ in URLs, values of parameters and assignments that are
// named like credentials, header values, and the shapes of well-known keys.
// Arguments that belong together by an option (-u user:password) are not seen
// here: that takes the program's grammar.
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

// userinfo takes "://user:password@" at its colon, and a lone user too where the
// scheme is http: there it is a token.
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

// header takes a header that carries a credential, up to the end of its line, or of the
// quotes that it stands in.
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

// headerEnd is where the value of a header ends: at the quote that it stands in, else at
// one with nothing of a word behind it.
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

// nameAt is how long a name is that begins at s[i], as far as it is followed.
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

// parameter takes name=value where the name is a credential's, "name": "value" as JSON
// has it, and --name value.
func parameter(s string, i int) (keep, drop int) {
	n := nameAt(s, i)
	query := i > 0 && (s[i-1] == '?' || s[i-1] == '&')
	if n == 0 || i+n >= len(s) || !isCredential(s[i:i+n], query) {
		return 0, 0
	}
	at := i + n
	switch {
	case s[at] == '=':
		at++
	case s[at] == ' ' && i > 1 && s[i-1] == '-' && s[i-2] == '-':
		if at++; at == len(s) || position("-<>|&;()", s[at]) >= 0 {
			return 0, 0
		}
	default:
		if at = member(s, at); at == 0 {
			return 0, 0
		}
	}
	from, end := valueAt(s, at, i)
	return from - i, end - from
}

// member is where the value of a member begins whose name ends at s[at], or 0: "name":
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
		return 0 // words, as of "token: fix the parser"
	}
	return at
}

// followed reports whether the line goes on behind the word at a place.
func followed(s string, at int) bool {
	for at < len(s) && s[at] > ' ' {
		at++
	}
	return at < len(s) && (s[at] == ' ' || s[at] == '\t')
}

// valueAt is where a value begins and ends, without its quotes. Where the quote stands
// before the name that begins at s[i], it ends with that.
func valueAt(s string, at, i int) (from, end int) {
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
	escaped := at > 1 && s[at-2] == '\\' // the quotes themselves are
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

// endsValue reports whether a value without quotes goes no further.
func endsValue(c byte) bool {
	return c == '&' || c == '#' || c <= ' ' || c == '"' || c == '\'' || c == ';' || c == '|' || c == ')' || c == ',' || c == '}'
}

// isCredential goes by how a name ends: ACCESS_TOKEN, client-secret. Words that
// mean other things elsewhere (sort --key=2) count only in a query.
func isCredential(name string, query bool) bool {
	if endFold(name, "token") || endFold(name, "secret") || endFold(name, "password") || endFold(name, "passwd") ||
		endFold(name, "passphrase") || endFold(name, "_pass") || endFold(name, "-pass") || endFold(name, "_pwd") || endFold(name, "-pwd") ||
		equalFold(name, "pass") || equalFold(name, "sshpass") || endFold(name, "passcode") || endFold(name, "secret_key_base") ||
		endFold(name, "secretkey") || endFold(name, "accesskey") || endFold(name, "privatekey") || endFold(name, "account_key") || endFold(name, "accountkey") ||
		endFold(name, "auth_key") || endFold(name, "authkey") || endFold(name, "encryption_key") || endFold(name, "signing_key") || endFold(name, "credentials") ||
		endFold(name, "connection_string") || endFold(name, "connectionstring") || endFold(name, "secrets") || endFold(name, "license_key") ||
		endFold(name, "api_key") || endFold(name, "api-key") || endFold(name, "apikey") ||
		endFold(name, "access_key") || endFold(name, "secret_key") || endFold(name, "private_key") {
		return true
	}
	return query && (endFold(name, "key") || endFold(name, "sig") || endFold(name, "signature") ||
		endFold(name, "auth") || equalFold(name, "pwd") || equalFold(name, "pass") || equalFold(name, "code"))
}

// privateKey takes a PEM private key to its end mark, or to the end.
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

func equalFold(a, b string) bool { return len(a) == len(b) && folded(a, b) }

func endFold(s, end string) bool {
	return len(s) >= len(end) && folded(s[len(s)-len(end):], end)
}
