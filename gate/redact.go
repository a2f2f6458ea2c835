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
	fresh := i == 0 || !isAlnum(s[i-1])
	if c == '-' {
		return 0, privateKey(s, i)
	}
	if !fresh {
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
		if c == '@' {
			at = j
			break
		}
		colon = colon || c == ':'
	}
	web := suffixed(s[:i], "http") || suffixed(s[:i], "https")
	if at <= i+3 || !colon && !web {
		return 0, 0
	}
	return 3, at - i - 3
}

// header takes a header that carries a credential, up to the end of its line.
func header(s string, i int) (keep, drop int) {
	n := 0
	for n < maxName && i+n < len(s) && (isAlnum(s[i+n]) || s[i+n] == '-' || s[i+n] == '_') {
		n++
	}
	if i+n >= len(s) || s[i+n] != ':' || !isHeader(s[i:i+n]) {
		return 0, 0
	}
	keep = n + 1
	for i+keep < len(s) && s[i+keep] == ' ' {
		keep++
	}
	end := i + keep
	for end < len(s) && s[end] != '\n' && s[end] != '\r' && s[end] != '"' && s[end] != '\'' {
		end++
	}
	return keep, end - i - keep
}

func isHeader(name string) bool {
	return equalFold(name, "authorization") || equalFold(name, "proxy-authorization") ||
		equalFold(name, "x-api-key") || equalFold(name, "api-key") || equalFold(name, "x-auth-token") ||
		equalFold(name, "private-token") || equalFold(name, "x-goog-api-key") || equalFold(name, "cookie") ||
		equalFold(name, "x-access-token") || equalFold(name, "x-auth-key")
}

// parameter takes name=value where the name is a credential's.
func parameter(s string, i int) (keep, drop int) {
	n := 0
	for n < maxName && i+n < len(s) && (isAlnum(s[i+n]) || s[i+n] == '_' || s[i+n] == '-') {
		n++
	}
	query := i > 0 && (s[i-1] == '?' || s[i-1] == '&')
	if i+n >= len(s) || s[i+n] != '=' || !isCredential(s[i:i+n], query) {
		return 0, 0
	}
	end := i + n + 1
	for end < len(s) && s[end] != '&' && s[end] != '#' && s[end] > ' ' && s[end] != '"' && s[end] != '\'' {
		end++
	}
	return n + 1, end - i - n - 1
}

// isCredential goes by how a name ends: ACCESS_TOKEN, client-secret. Words that
// mean other things elsewhere (sort --key=2) count only in a query.
func isCredential(name string, query bool) bool {
	if endFold(name, "token") || endFold(name, "secret") || endFold(name, "password") || endFold(name, "passwd") ||
		endFold(name, "api_key") || endFold(name, "api-key") || endFold(name, "apikey") ||
		endFold(name, "access_key") || endFold(name, "secret_key") || endFold(name, "private_key") {
		return true
	}
	return query && (endFold(name, "key") || endFold(name, "sig") || endFold(name, "signature") ||
		endFold(name, "auth") || equalFold(name, "pwd") || equalFold(name, "pass") || equalFold(name, "code"))
}

// token returns the length of a key known by its shape.
func token(s string, i int) int {
	t := s[i:]
	least := leastToken(t)
	if least == 0 {
		return 0
	}
	n := 0
	for n < len(t) && (isAlnum(t[n]) || t[n] == '_' || t[n] == '-') {
		n++
	}
	if t[0] == 'e' { // a JSON web token has parts
		if n == len(t) || t[n] != '.' {
			return 0
		}
		for n < len(t) && (isAlnum(t[n]) || t[n] == '_' || t[n] == '-' || t[n] == '.') {
			n++
		}
	}
	if n < least || t[0] == 'A' && least == 20 && !upper(t[:n]) {
		return 0
	}
	return n
}

// leastToken returns how long a key that starts as t does is at least, 0 if none
// starts so. The lengths keep words such as sk-learn out.
func leastToken(t string) int {
	if len(t) < 16 {
		return 0
	}
	if prefixed(t, "gh") && t[3] == '_' && position("pousr", t[2]) >= 0 ||
		prefixed(t, "xox") && t[4] == '-' && position("baprs", t[3]) >= 0 ||
		prefixed(t, "github_pat_") || prefixed(t, "glpat-") || prefixed(t, "eyJ") {
		return 16
	}
	if prefixed(t, "sk-") || prefixed(t, "sk_live_") || prefixed(t, "AKIA") || prefixed(t, "ASIA") {
		return 20
	}
	if prefixed(t, "AIza") {
		return 30
	}
	return 0
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

// upper reports whether s is capital letters and digits.
func upper(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) && (s[i] < 'A' || s[i] > 'Z') {
			return false
		}
	}
	return true
}

func equalFold(a, b string) bool { return len(a) == len(b) && folded(a, b) }

func endFold(s, end string) bool {
	return len(s) >= len(end) && folded(s[len(s)-len(end):], end)
}
