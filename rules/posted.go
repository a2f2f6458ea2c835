package rules

import (
	"encoding/binary"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/hostname"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// posters are programs, and languages' programs, that send what they get to any address.
const posters = "curl wget http https xh wget2 aria2c nc ncat socat openssl telnet websocat gnutls-cli ftp tftp python ruby perl node php deno bun"

// posts reports whether an invocation sends what it gets to any address, or copies it to one that has no
// name. A host that has a name, and to which programs copy that ask it for a login, is usually one's own.
func posts(v *grammar.Invocation) bool {
	poster := wordlist.Among(v.Name, posters)
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool {
		if e.Kind&grammar.Connects == 0 {
			return false
		}
		host := hostOf(e.Word.Prefix())
		if addr, is := addressOf(host); is {
			return isPublic(addr)
		}
		return poster && !hostname.IsLoopback(host) && !isLocalName(host)
	})
}

// isPosted reports whether what an invocation prints or writes goes to one that posts it.
func (m *matcher) isPosted(v *grammar.Invocation) bool {
	if !m.posting.asked {
		m.posting.asked = true
		for u := range grammar.All(m.invs) {
			m.posting.any = m.posting.any || posts(u)
		}
	}
	return m.posting.any && m.flow.IsSentBy(v, posts)
}

// addressOf returns the address that stands in the place of a host's name, also one of IPv4 as a single number.
func addressOf(host string) (netip.Addr, bool) {
	if n, err := strconv.ParseUint(host, 0, 32); err == nil {
		return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, uint32(n)))), true
	}
	addr, err := netip.ParseAddr(host)
	return addr, err == nil
}

// isPublic reports whether an address is on no network of one's own. RFC 6598 has addresses that providers
// and virtual networks share.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	shared := netip.MustParsePrefix("100.64.0.0/10")
	return !a.IsLoopback() && !a.IsPrivate() && !a.IsLinkLocalUnicast() && !a.IsUnspecified() && !shared.Contains(a)
}

// isLocalName reports whether a name is one that only a network of one's own can give: one without a dot, such as
// that of a container, or one below a domain that the DNS does not have.
func isLocalName(host string) bool {
	end := host[strings.LastIndexByte(host, '.')+1:]
	return end == host && host != "" || wordlist.Among(end, "local internal lan localdomain test home") || strings.HasSuffix(host, ".home.arpa")
}

// hostOf returns the host in a URL, in user@host:path, or in host:port.
func hostOf(text string) string {
	if _, rest, is := strings.Cut(text, "://"); is {
		text = rest
	}
	text, _, _ = strings.Cut(text, "/")
	text = text[strings.LastIndexByte(text, '@')+1:]
	if rest, is := strings.CutPrefix(text, "["); is {
		text, _, _ = strings.Cut(rest, "]")
		return text
	}
	if strings.Count(text, ":") == 1 {
		text, _, _ = strings.Cut(text, ":")
	}
	return strings.ToLower(text)
}
