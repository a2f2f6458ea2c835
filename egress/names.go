package egress

import (
	"encoding/binary"
	"net/netip"
	"sync"
)

// The placeholder addresses. Those of IPv4 are in the block for tests of network devices
// (RFC 2544), which is not routed; those of IPv6 are unique local ones (RFC 4193).
const (
	fakeBlock4       = "198.18.0.0/15"
	fakeBlock6       = "fd53:6869:6d67::/96"
	firstPlaceholder = 256 // the lower ones are the namespace's own
	mostNames        = 1<<17 - firstPlaceholder
)

// names maps names to their placeholder addresses.
type names struct {
	mu     sync.Mutex
	number map[string]uint32
	all    []string
	heard  map[Target]bool // ports of names for which somebody opened a listener or tried to
}

func newNames() *names { return &names{number: map[string]uint32{}, heard: map[Target]bool{}} }

// hear reports whether nobody has opened a listener for a port of a name yet.
func (n *names) hear(t Target) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	first := !n.heard[t]
	n.heard[t] = true
	return first
}

// give returns the placeholder addresses of a name.
func (n *names) give(name string) (four, six netip.Addr, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	i, known := n.number[name]
	if !known {
		if len(n.all) == mostNames {
			return four, six, false
		}
		i = uint32(len(n.all))
		n.number[name], n.all = i, append(n.all, name)
	}
	a := netip.MustParsePrefix(fakeBlock4).Addr().As4()
	binary.BigEndian.PutUint32(a[:], binary.BigEndian.Uint32(a[:])+firstPlaceholder+i)
	b := netip.MustParsePrefix(fakeBlock6).Addr().As16()
	binary.BigEndian.PutUint32(b[12:], firstPlaceholder+i)
	return netip.AddrFrom4(a), netip.AddrFrom16(b), true
}

// of returns the name that an address stands for.
func (n *names) of(addr netip.Addr) (name string, found bool) {
	i := uint32(0)
	if addr = addr.Unmap(); addr.Is4() {
		first, this := netip.MustParsePrefix(fakeBlock4).Addr().As4(), addr.As4()
		i = binary.BigEndian.Uint32(this[:]) - binary.BigEndian.Uint32(first[:])
	} else {
		this := addr.As16()
		i = binary.BigEndian.Uint32(this[12:])
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if i -= firstPlaceholder; int64(i) >= int64(len(n.all)) {
		return "", false
	}
	return n.all[i], true
}

// isPlaceholder reports whether an address is a placeholder address.
func isPlaceholder(addr netip.Addr) bool {
	addr = addr.Unmap()
	return netip.MustParsePrefix(fakeBlock4).Contains(addr) || netip.MustParsePrefix(fakeBlock6).Contains(addr)
}
