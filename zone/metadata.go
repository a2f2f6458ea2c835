package zone

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// metadataHost returns Metadata for a host that serves a cloud machine's credentials. For a
// partly unknown word its beginning counts, since only a port or a path can follow an address.
func metadataHost(w parser.Word) rules.Zone {
	if isMetadata(authority(knownPrefix(w))) {
		return rules.Metadata
	}
	return 0
}

// knownPrefix returns the literal beginning of a word. A pattern that matches no file, such as
// the brackets of an address, counts as literal.
func knownPrefix(w parser.Word) string {
	text := ""
	for _, p := range w.Parts {
		if p.Kind == parser.Unknown {
			break
		}
		text += p.Text
	}
	return text
}

// authority returns the host in a URL or before a port. Unlike [Host], it accepts ambiguous spellings.
func authority(text string) string {
	text = strings.ReplaceAll(text, `\`, "/")
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	text = strings.TrimLeft(text, "/")
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		text = text[:i]
	}
	text = text[strings.LastIndexByte(text, '@')+1:]
	if inner, ok := strings.CutPrefix(text, "["); ok {
		text, _, _ = strings.Cut(inner, "]")
	} else if strings.Count(text, ":") == 1 {
		text, _, _ = strings.Cut(text, ":")
	}
	return strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(text), "%2e", "."), ".")
}

// isMetadata reports whether a host is the metadata service of EC2, ECS and EKS, Google, Azure,
// Alibaba or Oracle, by the names and addresses in their manuals.
func isMetadata(host string) bool {
	switch host {
	case "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal":
		return true
	}
	if a, ok := address(host); ok {
		host = a.String()
	}
	switch host {
	case "169.254.169.254", "169.254.170.2", "169.254.170.23", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254",
		"168.63.129.16", "100.100.100.200", "192.0.0.192":
		return true
	}
	return false
}

// address parses an address as inet_aton(3) does, with fewer than four numbers and in base eight
// and sixteen; or an IPv6 address, which may contain an IPv4 one.
func address(host string) (netip.Addr, bool) {
	if a, err := netip.ParseAddr(host); err == nil {
		return a.Unmap(), true
	}
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	value := uint64(0)
	for i, part := range parts {
		n, err := strconv.ParseUint(octal(part), 0, 32)
		last := i == len(parts)-1
		if err != nil || !last && n > 0xff || last && n >= 1<<(8*(5-len(parts))) {
			return netip.Addr{}, false
		}
		if last {
			value = value<<(8*(5-len(parts))) | n
		} else {
			value = value<<8 | n
		}
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

// octal stops strconv from accepting forms that inet_aton does not.
func octal(part string) string {
	if strings.ContainsAny(part, "_bBoO") && !strings.HasPrefix(strings.ToLower(part), "0x") {
		return ""
	}
	return part
}
