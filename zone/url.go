package zone

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// Host returns the host that a program would talk to for a URL, or for the
// schemeless host/path form that curl and wget take. The host is lower case,
// without port, user, brackets or trailing dot.
//
// It reads the text itself and refuses every form that two readers could
// understand differently: user information, backslashes, control characters,
// blanks, percent signs in the host, non-ASCII hosts, and numbers as hosts
// that are not dotted quads. The error says what was refused.
func Host(text string) (scheme, host string, err error) {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c == 0x7f || c == '\\' {
			return "", "", fmt.Errorf("URL %q: byte %q in a URL", text, c)
		}
	}
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		if s, _, ok := strings.Cut(text, ":"); ok && isScheme(s) && !isPort(text[len(s)+1:]) {
			return "", "", fmt.Errorf("URL %q: scheme without //", text)
		}
		scheme, rest = "http", strings.TrimPrefix(text, "//")
	}
	scheme = strings.ToLower(scheme)
	if !isScheme(scheme) {
		return "", "", fmt.Errorf("URL %q: bad scheme", text)
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	if strings.Contains(authority, "@") {
		return "", "", fmt.Errorf("URL %q: user information in a URL", text)
	}
	host, err = hostOf(authority)
	if err != nil {
		return "", "", fmt.Errorf("URL %q: %s", text, err)
	}
	return scheme, host, nil
}

// hostOf strips the port from an authority and checks the rest.
func hostOf(authority string) (string, error) {
	host, port := authority, ""
	if strings.HasPrefix(authority, "[") {
		end := strings.IndexByte(authority, ']')
		if end < 0 {
			return "", fmt.Errorf("unclosed bracket")
		}
		host = authority[1:end]
		if addr, err := netip.ParseAddr(host); err != nil || !addr.Is6() || addr.Zone() != "" {
			return "", fmt.Errorf("bad address in brackets")
		}
		var colon bool
		if port, colon = strings.CutPrefix(authority[end+1:], ":"); !colon && port != "" {
			return "", fmt.Errorf("text after the brackets")
		}
	} else if h, p, ok := strings.Cut(authority, ":"); ok {
		host, port = h, p
	}
	if port != "" && !isPort(port) {
		return "", fmt.Errorf("bad port")
	}
	return hostname.Clean(host)
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (i == 0 || s[i] != '+' && s[i] != '-' && s[i] != '.' && (s[i] < '0' || s[i] > '9')) {
			return false
		}
	}
	return s != ""
}

// isPort reports whether s begins like the port of host:port or
// host:port/path.
func isPort(s string) bool {
	digits, _, _ := strings.Cut(s, "/")
	_, err := strconv.ParseUint(digits, 10, 16)
	return err == nil
}
