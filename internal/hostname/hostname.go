// Package hostname brings the name of a host, or an address in its place, into the one form in
// which two readers cannot understand it differently.
package hostname

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// longest is how long a name in the DNS can be: RFC 1035, section 2.3.4.
const longest = 253

// Clean returns a host in lower case without a trailing dot, and refuses what is not plainly
// one: other bytes than ASCII letters, digits, hyphens and underscores, empty labels, numbers
// that are not dotted quads. A name in another script is written as its ASCII form, xn--.
func Clean(host string) (string, error) {
	for i := range len(host) {
		if c := host[i]; c >= 0x80 { // some letters have an ASCII one as their small form
			return "", fmt.Errorf("byte %q in the host", c)
		}
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "" {
		return "", errors.New("no host")
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.String(), nil
	}
	for i := range len(host) {
		c := host[i]
		if c != '.' && c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return "", fmt.Errorf("byte %q in the host", c)
		}
	}
	if strings.Contains(host, "..") || strings.HasPrefix(host, ".") || strings.HasSuffix(host, ".") {
		return "", errors.New("empty label in the host")
	}
	label := host[strings.LastIndexByte(host, '.')+1:]
	if _, err := strconv.ParseUint(label, 0, 64); err == nil {
		return "", errors.New("a number as host") // 2130706433, 0x7f.1, 127.1
	}
	if len(host) > longest {
		return "", errors.New("a host that is too long")
	}
	return host, nil
}

// Covers reports whether a pattern is for a clean host: the same name, or *.NAME for all below NAME.
func Covers(pattern, host string) bool {
	below, wild := strings.CutPrefix(pattern, "*.")
	return pattern == host || wild && strings.HasSuffix(host, "."+below)
}

// IsLoopback reports whether a clean host is this machine. Names below localhost are, by
// RFC 6761, section 6.3.
func IsLoopback(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
