package policy

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Mode says which hosts are allowed. The zero Mode is Offline, and a smaller mode is stricter:
// each allows all that those before it do.
type Mode uint8

// The modes.
const (
	Offline   Mode = iota // no host
	Localhost             // this machine
	AllowList             // this machine, and the listed hosts
	Full                  // every host
)

// modes are the names in policies, by mode.
var modes = [...]string{Offline: "none", Localhost: "localhost", AllowList: "allowlist", Full: "full"}

// String returns the word that policies use.
func (m Mode) String() string {
	if int(m) < len(modes) {
		return modes[m]
	}
	return modes[Offline]
}

// Network says which hosts are allowed.
type Network struct {
	Mode Mode

	// Domains are host names, or *.NAME for every host below NAME but not NAME itself, optionally
	// with a port. They count only in mode AllowList. A long list is not included: see
	// [Policy.HostAllowed] and [Policy.AllowedDomains].
	Domains []string
}

// defaultDomains are the hosts of an allow-list without entries: the APIs of the model providers.
var defaultDomains = [...]string{"openrouter.ai", "api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com"}

// HostAllowed reports whether a host is allowed. The host is a name or an address without port,
// brackets or user; case and one trailing dot are ignored. A host that is not plain ASCII is
// allowed only in mode Full.
func (p *Policy) HostAllowed(host string) bool {
	host, ok := plainHost(host)
	switch {
	case p.Network.Mode == Full:
		return true
	case !ok || p.Network.Mode == Offline:
		return false
	case loopback(host):
		return true
	case p.Network.Mode != AllowList:
		return false
	}
	for _, d := range p.Network.Domains {
		if name, _ := portOf(d); covers(name, host) {
			return true
		}
	}
	return p.long.hosts != nil && p.long.hosts.lists(host)
}

// plainHost returns a host in lower case without a trailing dot, and whether it is unambiguous.
func plainHost(host string) (string, bool) {
	if strings.ContainsFunc(host, func(r rune) bool { return r >= 0x80 }) {
		return "", false // the lower case of some other letters is ASCII
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.String(), addr.Zone() == ""
	}
	return host, isName(host)
}

// isName reports whether s is a host name of ASCII letters, digits, hyphens
// and underscores, without an empty label.
func isName(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" {
			return false
		}
		for i := range len(label) {
			c := label[i]
			if c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
				return false
			}
		}
	}
	return true
}

// loopback reports whether a plain host is this machine. Names below localhost are, by RFC 6761
// section 6.3.
func loopback(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// covers reports whether a domain pattern matches a host, or everything that another pattern
// matches. Both are plain.
func covers(pattern, host string) bool {
	if parent, wild := strings.CutPrefix(pattern, "*."); wild {
		return strings.HasSuffix(host, "."+parent)
	}
	return pattern == host
}

// usual are the ports of a host listed without one: those of ssh, and of the web.
var usual = [...]uint16{22, 80, 443}

// portOf splits an entry into its pattern and its port; 0 means no port.
func portOf(entry string) (pattern string, port uint16) {
	at := strings.LastIndexByte(entry, ':')
	if at < 0 || strings.Count(entry, ":") > 1 && !strings.HasPrefix(entry, "[") {
		return entry, 0
	}
	n, err := strconv.ParseUint(entry[at+1:], 10, 16)
	if err != nil || n == 0 {
		return entry, 0
	}
	return strings.Trim(entry[:at], "[]"), uint16(n)
}

// Ports returns the ports of a host that a command in a sandbox may connect to; none if the host
// is not allowed. The host is plain. This machine's own ports must be listed explicitly: an entry
// without a port refers to the sandbox's own loopback.
func (p *Policy) Ports(host string) (ports []uint16) {
	if p.Network.Mode != AllowList {
		return nil
	}
	own := loopback(host)
	known := !own && p.long.hosts != nil && p.long.hosts.lists(host)
	for _, d := range p.Network.Domains {
		pattern, port := portOf(d)
		switch {
		case !covers(pattern, host):
		case port != 0:
			ports = append(ports, port)
		default:
			known = known || !own
		}
	}
	if known {
		ports = append(ports, usual[:]...)
	}
	return ports
}

// UsualPorts returns the ports of a host listed without one.
func UsualPorts() []uint16 { return usual[:] }

// AddsDomain reports whether a text is a valid entry for a single host that the list does not
// allow yet.
func (p *Policy) AddsDomain(entry string) bool {
	entry, err := readDomain(entry)
	host, port := portOf(entry)
	if err != nil || strings.HasPrefix(host, "*.") {
		return false
	}
	listed, adds := p.Ports(host), usual[:]
	if port != 0 {
		adds = []uint16{port}
	}
	return slices.ContainsFunc(adds, func(p uint16) bool { return !slices.Contains(listed, p) })
}

// NarrowNetwork sets a mode that is stricter than the policy's.
func (p *Policy) NarrowNetwork(to Mode) {
	if p.Network.Mode = to; to == AllowList && p.Network.Domains == nil {
		p.Network.Domains = slices.Clone(defaultDomains[:])
	}
}

// A PortEntry is an entry of the list of hosts with a port.
type PortEntry struct {
	Host string // a name, a pattern, or an address
	Port uint16
}

// ListedPorts returns the entries with a port.
func (p *Policy) ListedPorts() (all []PortEntry) {
	for _, d := range p.Network.Domains {
		if pattern, port := portOf(d); port != 0 {
			all = append(all, PortEntry{pattern, port})
		}
	}
	return all
}

// includes reports whether an entry matches everything that another does.
func includes(one, other string) bool {
	pattern, port := portOf(one)
	narrow, its := portOf(other)
	return covers(pattern, narrow) && (port == its || port == 0 && slices.Contains(usual[:], its))
}

// intersect returns the patterns for the hosts that both lists allow. It never returns nil, which
// would mean that no list exists.
func intersect(one, other []string) []string {
	both := []string{}
	for _, x := range one {
		for _, y := range other {
			switch {
			case includes(x, y):
				both = append(both, y)
			case includes(y, x):
				both = append(both, x)
			}
		}
	}
	return both
}
