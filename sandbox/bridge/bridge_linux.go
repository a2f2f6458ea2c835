package bridge

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// A Kind is what a socket is made with.
type Kind struct {
	Family   int32
	Type     uint32
	Protocol uint64
}

// How many sockets there are for listeners of each version. Those that a run does not start
// with are for ports of single names, when these are first asked for.
const (
	listeners4 = 24
	listeners6 = 16
)

// Kinds are the sockets that are handed out, in their order. This machine may have no version 6
// of the protocol.
func Kinds() []Kind {
	kinds := []Kind{{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE}, {unix.AF_INET, unix.SOCK_DGRAM, 0}, answers(false, false), answers(false, true)}
	for range listeners4 {
		kinds = append(kinds, Kind{unix.AF_INET, unix.SOCK_STREAM, 0})
	}
	if !hasSix() {
		return kinds
	}
	kinds = append(kinds, Kind{unix.AF_INET6, unix.SOCK_DGRAM, 0}, answers(true, false), answers(true, true))
	for range listeners6 {
		kinds = append(kinds, Kind{unix.AF_INET6, unix.SOCK_STREAM, 0})
	}
	return kinds
}

// hasSix reports whether interfaces get addresses of version 6.
func hasSix() bool {
	text, err := os.ReadFile("/proc/sys/net/ipv6/conf/default/disable_ipv6")
	return err == nil && len(text) > 0 && text[0] == '0'
}

// A Network is a namespace whose sockets were received.
type Network struct {
	control *os.File // the other end waits for a byte

	mu     sync.Mutex
	route  int
	unused map[Kind][]int
}

// ErrSockets says that other descriptors came than were to.
var ErrSockets = errors.New("the sandbox did not hand out its sockets")

// Receive takes the sockets of a namespace. control is then the network's.
func Receive(control *os.File) (*Network, error) {
	fds, err := receive(control)
	n := &Network{control: control, route: -1, unused: map[Kind][]int{}}
	kinds := Kinds()
	if err == nil && len(fds) != len(kinds) {
		err = ErrSockets
	}
	for i, fd := range fds {
		switch {
		case err != nil:
			_ = unix.Close(fd)
		case i == 0:
			n.route = fd
		default:
			n.unused[kinds[i]] = append(n.unused[kinds[i]], fd)
		}
	}
	if err != nil {
		control.Close()
		return nil, err
	}
	return n, nil
}

// receive receives one message, and the descriptors that came with it.
func receive(from *os.File) (fds []int, err error) {
	conn, err := from.SyscallConn()
	if err != nil {
		return nil, err
	}
	buf, control := make([]byte, 1), make([]byte, unix.CmsgSpace(4*len(Kinds())))
	got := 0
	waited := conn.Read(func(at uintptr) bool {
		_, got, _, _, err = unix.Recvmsg(int(at), buf, control, unix.MSG_CMSG_CLOEXEC)
		return !errors.Is(err, unix.EAGAIN)
	})
	if err = errors.Join(waited, err); err != nil {
		return nil, err
	}
	messages, err := unix.ParseSocketControlMessage(control[:got])
	for _, m := range messages {
		if some, wrong := unix.ParseUnixRights(&m); wrong == nil {
			fds = append(fds, some...)
		}
	}
	return fds, err
}

// Six reports whether the namespace has version 6 of the protocol.
func (n *Network) Six() bool { return len(n.unused[Kind{unix.AF_INET6, unix.SOCK_DGRAM, 0}]) > 0 }

// take takes a socket that is not used yet.
func (n *Network) take(k Kind) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	some := n.unused[k]
	if len(some) == 0 {
		return 0, fmt.Errorf("%w: no socket is left", ErrSockets)
	}
	n.unused[k] = some[1:]
	return some[0], nil
}

// Listen has a socket of the namespace listen at an address.
func (n *Network) Listen(at netip.AddrPort) (*os.File, error) {
	const backlog = 4096
	fd, err := n.bind(at, unix.SOCK_STREAM)
	if err != nil {
		return nil, err
	}
	if err := unix.Listen(fd, backlog); err != nil {
		_ = unix.Close(fd)
		return nil, os.NewSyscallError("listen", err)
	}
	return os.NewFile(uintptr(fd), "listener"), nil
}

// Datagrams has a socket of the namespace receive datagrams at an address, and say of each to
// which it was sent.
func (n *Network) Datagrams(at netip.AddrPort) (*os.File, error) {
	fd, err := n.bind(at, unix.SOCK_DGRAM)
	if err != nil {
		return nil, err
	}
	level, option := unix.IPPROTO_IP, unix.IP_PKTINFO
	if at.Addr().Is6() {
		level, option = unix.IPPROTO_IPV6, unix.IPV6_RECVPKTINFO
	}
	if err := unix.SetsockoptInt(fd, level, option, 1); err != nil {
		_ = unix.Close(fd)
		return nil, os.NewSyscallError("setsockopt", err)
	}
	return os.NewFile(uintptr(fd), "datagrams"), nil
}

// bind takes a socket and gives it an address.
func (n *Network) bind(at netip.AddrPort, kind uint32) (int, error) {
	k := Kind{unix.AF_INET, kind, 0}
	if at.Addr().Is6() {
		k.Family = unix.AF_INET6
	}
	fd, err := n.take(k)
	if err != nil {
		return 0, err
	}
	var to unix.Sockaddr = &unix.SockaddrInet4{Port: int(at.Port())}
	if at.Addr().Is4() {
		to.(*unix.SockaddrInet4).Addr = at.Addr().As4()
	} else {
		to = &unix.SockaddrInet6{Port: int(at.Port()), Addr: at.Addr().As16()}
		err = errors.Join(unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1),
			unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_FREEBIND, 1)) // a route is not enough, as it is for version 4
	}
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err == nil {
		err = unix.Bind(fd, to)
	}
	if err != nil {
		_ = unix.Close(fd)
		return 0, fmt.Errorf("%s: %w", at, os.NewSyscallError("bind", err))
	}
	return fd, nil
}

// Begin lets the namespace's process go on, which starts the command.
func (n *Network) Begin() error {
	_, err := n.control.Write([]byte{1})
	return errors.Join(err, n.control.Close())
}

// Close closes what is not used.
func (n *Network) Close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	_ = n.control.Close()
	if n.route >= 0 {
		_ = unix.Close(n.route)
	}
	for _, some := range n.unused {
		for _, fd := range some {
			_ = unix.Close(fd)
		}
	}
	n.route, n.unused = -1, nil
	return nil
}
