package egress

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// A Target is the destination that a program wants.
type Target struct {
	Host string // a clean name or address: package hostname
	Port uint16 // 0 if the program only queried the name
}

// String returns host:port, as URLs have it.
func (t Target) String() string {
	if t.Port == 0 {
		return t.Host
	}
	return net.JoinHostPort(t.Host, strconv.Itoa(int(t.Port)))
}

// MayBePublic reports whether a target may be on the public Internet. The address itself
// shows that; a name may be, unless it is this machine's.
func (t Target) MayBePublic() bool {
	if addr, err := netip.ParseAddr(t.Host); err == nil {
		return isPublic(addr)
	}
	return !hostname.IsLoopback(t.Host)
}

// targetOf returns the target for a host and a port as a client writes them.
func targetOf(host string, port uint16) (Target, error) {
	host, err := hostname.Clean(host)
	if addr, is := netip.ParseAddr(host); is == nil {
		host = addr.Unmap().String()
		if addr.Zone() != "" {
			return Target{}, errMalformed
		}
	}
	return Target{host, port}, err
}

// authority parses host:port, or a host alone if otherwise is a port.
func authority(text string, otherwise uint16) (Target, error) {
	host, port := text, ""
	if inner, is := strings.CutPrefix(text, "["); is {
		end := strings.IndexByte(inner, ']')
		if end < 0 {
			return Target{}, errMalformed
		}
		host, port = inner[:end], inner[end+1:]
		if addr, err := netip.ParseAddr(host); err != nil || !addr.Is6() {
			return Target{}, errMalformed
		}
		if port != "" && port[0] != ':' {
			return Target{}, errMalformed
		}
		port = strings.TrimPrefix(port, ":")
	} else if before, after, found := strings.Cut(text, ":"); found {
		if host, port = before, after; port == "" {
			return Target{}, errMalformed
		}
	}
	number := otherwise
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || port[0] == '+' {
			return Target{}, errMalformed
		}
		number = uint16(n)
	}
	if number == 0 {
		return Target{}, errMalformed
	}
	return targetOf(host, number)
}

// reserved are blocks of addresses outside the public Internet, in addition to those that
// package netip knows: the registries of RFC 6890, the carriers' shared addresses (RFC
// 6598), where clouds have services of their own, and one such service with a public
// address.
var reserved = [...]string{
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "168.63.129.16/32",
	"::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fec0::/10",
}

// embedding are blocks whose IPv6 addresses contain an IPv4 address, and at which byte.
var embedding = [...]struct {
	block string
	at    int
}{{"64:ff9b::/96", 12}, {"2002::/16", 2}}

// isPublic reports whether an address is on the public Internet.
func isPublic(addr netip.Addr) bool {
	addr = addr.Unmap()
	if !addr.IsValid() || addr.Zone() != "" || !addr.IsGlobalUnicast() || addr.IsPrivate() {
		return false
	}
	for _, block := range reserved {
		if netip.MustParsePrefix(block).Contains(addr) {
			return false
		}
	}
	for _, e := range embedding {
		if wide := addr.As16(); addr.Is6() && netip.MustParsePrefix(e.block).Contains(addr) {
			return isPublic(netip.AddrFrom4([4]byte(wide[e.at : e.at+4])))
		}
	}
	return true
}

// isOwn reports whether an address is one of this machine's.
func isOwn(addr netip.Addr) bool {
	all, err := net.InterfaceAddrs()
	return err != nil || slices.ContainsFunc(all, func(own net.Addr) bool {
		n, is := own.(*net.IPNet)
		if !is {
			return false
		}
		at, _ := netip.AddrFromSlice(n.IP)
		return at.Unmap() == addr.Unmap()
	})
}
