//go:build amd64 || arm64

package supervise

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// longestAddress is the size of struct sockaddr_storage.
const longestAddress = 128

// address copies the address of a call.
func (r *request) address() ([]byte, error) {
	n := int(int32(r.args[2]))
	if n < 2 || n > longestAddress {
		return nil, unix.EINVAL
	}
	b := make([]byte, n)
	return b, r.copy(b, r.args[1])
}

func family(b []byte) uint16 { return binary.NativeEndian.Uint16(b) }

// host returns the address and port of an Internet address.
func host(b []byte) (netip.AddrPort, bool) {
	switch {
	case family(b) == unix.AF_INET && len(b) >= unix.SizeofSockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(b[4:8])), binary.BigEndian.Uint16(b[2:])), true
	case family(b) == unix.AF_INET6 && len(b) >= 24:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(b[8:24])).Unmap(), binary.BigEndian.Uint16(b[2:])), true
	}
	return netip.AddrPort{}, false
}

// socket returns a copy of the caller's socket.
func (r *request) socket() (int, error) {
	return r.keep(r.copyOf(r, r.fd(0)))
}

// connect connects the caller's own socket, on a thread of its own, because that may take long. If a
// signal ended this call before, and it comes again, it gets the result of what it has begun.
func (r *request) connect() reply {
	to, err := r.address()
	if err != nil {
		return refusal(err)
	}
	begun, result, again := r.begun.begin(r, to)
	switch {
	case again && result == nil:
		r.untilSignalled()
		return reply{later: true, fd: -1}
	case again && !result.pass:
		return *result
	}
	out := r.later(func(r *request) reply {
		out := r.connectTo(to)
		r.id = r.begun.end(begun, out)
		return out
	})
	if !out.later {
		r.begun.end(begun, out)
	}
	return out
}

// connectTo decides about a connection to an address as it was copied, and makes it.
func (r *request) connectTo(to []byte) reply {
	if family(to) == unix.AF_UNIX {
		return r.connectLocal(to)
	}
	if at, is := host(to); is && r.rules.Offline {
		if at.Addr().IsUnspecified() { // connect(2) treats it as the loopback
			loopback(to, false)
			at, _ = host(to)
		}
		if !r.isOurs(at) {
			if r.rules.Redirect == nil {
				return r.deny("connect", at.String(), unix.ENETUNREACH)
			}
			return r.connectRedirected(to, at)
		}
	}
	if (family(to) == unix.AF_NETLINK || family(to) == unix.AF_UNSPEC) && !r.rules.Alone {
		return passed()
	}
	if _, err := r.socket(); err != nil && !r.rules.Offline && !r.rules.Alone {
		return passed() // the supervisor cannot tell its kind, and does not decide about such addresses
	}
	return r.connectSocket(to)
}

// connectSocket connects the caller's socket.
func (r *request) connectSocket(to []byte) reply {
	fd, other, err := r.socketFor(to)
	if err != nil {
		return refusal(err)
	}
	return r.connectOn(fd, other, to)
}

// connectOn connects a socket. If it is not the caller's own, it then takes that one's place.
func (r *request) connectOn(fd int, other bool, to []byte) reply {
	if modes, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0); err != nil || modes&unix.O_NONBLOCK == 0 {
		r.untilSignalled()
	}
	err := onSocket(unix.SYS_CONNECT, fd, to)
	if other && (err == nil || err == unix.EINPROGRESS) {
		if replaced := r.exchangeSocket(fd); replaced != nil {
			err = replaced
		}
	}
	return refusal(err)
}

// onSocket makes connect(2) or bind(2) with an address as the kernel reads it.
func onSocket(nr uintptr, fd int, address []byte) error {
	_, _, errno := unix.Syscall(nr, uintptr(fd), uintptr(unsafe.Pointer(&address[0])), uintptr(len(address)))
	if errno != 0 {
		return errno
	}
	return nil
}

// connectLocal connects to a Unix socket: a file, or an abstract name.
func (r *request) connectLocal(to []byte) reply {
	name := string(to[2:])
	if name == "" || name[0] == 0 {
		if r.rules.Offline {
			return r.deny("connect", "unix:@"+strings.Trim(name, "\x00"), unix.ECONNREFUSED)
		}
		return r.connectSocket(to)
	}
	name, _, _ = strings.Cut(name, "\x00")
	p, err := r.find(unix.AT_FDCWD, name, true)
	if err != nil {
		return refusal(err)
	}
	fd, err := r.file(p)
	if err != nil {
		return refusal(err)
	}
	if r.rules.partOf(p.path()) == hidden {
		return r.deny("connect", p.path(), unix.EACCES)
	}
	return r.connectSocket(append(append(to[:2:2], self(fd)...), 0))
}

// bind gives the caller's own socket an address. A request for all addresses gets the loopback:
// nobody from another network may connect.
func (r *request) bind() reply {
	at, err := r.address()
	if err != nil {
		return refusal(err)
	}
	wants, is := host(at)
	switch {
	case is && r.rules.Offline:
	case !r.rules.Alone:
		return passed()
	case family(at) == unix.AF_UNIX && len(at) > 2 && at[2] != 0:
		return r.bindLocal(at)
	default:
		fd, err := r.socket()
		if err != nil {
			return refusal(err)
		}
		return refusal(onSocket(unix.SYS_BIND, fd, at))
	}
	fd, other, err := r.socketFor(at)
	if err != nil {
		return refusal(err)
	}
	if wants.Addr().IsUnspecified() {
		only, err := unix.GetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY)
		loopback(at, err == nil && only == 0)
	} else if !wants.Addr().IsLoopback() {
		return r.deny("bind", wants.String(), unix.EADDRNOTAVAIL)
	}
	if err = onSocket(unix.SYS_BIND, fd, at); err == nil && other {
		err = r.exchangeSocket(fd)
	}
	var st unix.Stat_t
	if err == nil && unix.Fstat(fd, &st) == nil {
		r.mu.Lock()
		r.bound[st.Ino] = true
		r.mu.Unlock()
	}
	return refusal(err)
}

// bindLocal gives the caller's own socket a name in a directory. getsockname(2) then returns a
// path through one of the supervisor's descriptors.
func (r *request) bindLocal(at []byte) reply {
	name, _, _ := strings.Cut(string(at[2:]), "\x00")
	p, err := r.find(unix.AT_FDCWD, name, false)
	if err != nil {
		return refusal(err)
	}
	if out, ok := r.mayName("make", p); !ok {
		if out.errno == unix.EEXIST {
			out.errno = unix.EADDRINUSE
		}
		return out
	}
	fd, err := r.socket()
	if err != nil {
		return refusal(err)
	}
	to := append(append(at[:2:2], self(p.fd)+"/"+p.name...), 0)
	if len(to) > unix.SizeofSockaddrUnix {
		return refusal(unix.ENAMETOOLONG)
	}
	return r.make(p, 0o777, func(uint32) error { return onSocket(unix.SYS_BIND, fd, to) })
}

// loopback changes an address for all interfaces to the loopback. A socket for both versions of
// IP gets the IPv4 one, because some clients try only that.
func loopback(at []byte, both bool) {
	to := netip.IPv6Loopback()
	if both {
		to = netip.AddrFrom16(netip.AddrFrom4([4]byte{127, 0, 0, 1}).As16())
	}
	if b := to.As16(); family(at) == unix.AF_INET6 {
		copy(at[8:24], b[:])
	} else {
		copy(at[4:8], []byte{127, 0, 0, 1})
	}
}

// isOurs reports whether a supervised process listens at an address.
func (r *request) isOurs(at netip.AddrPort) bool {
	if !at.Addr().IsLoopback() {
		return false
	}
	names := spellings(at)
	return r.isListed("/proc/net/tcp", names) || r.isListed("/proc/net/tcp6", names)
}

// isListed reports whether a table of sockets lists a supervised process as listening at an
// address. Listening sockets come first (the kernel's networking/proc_net_tcp); the rest, which may
// be thousands, is not read.
func (r *request) isListed(table string, names []string) bool {
	f, err := os.Open(table)
	if err != nil {
		return false
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan() // the heading
	for lines.Scan() {
		at, inode, is := listening(lines.Bytes())
		if !is {
			break
		}
		if slices.Contains(names, at) && r.isBound(inode) {
			return true
		}
	}
	return false
}

func (r *request) isBound(inode uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bound[inode]
}

// spellings returns an address as proc_net(5) writes it, for sockets of both versions of IP.
func spellings(at netip.AddrPort) []string {
	spell := func(b []byte) string {
		text := ""
		for ; len(b) > 0; b = b[4:] {
			text += fmt.Sprintf("%08X", binary.NativeEndian.Uint32(b))
		}
		return fmt.Sprintf("%s:%04X", text, at.Port())
	}
	wide := at.Addr().As16()
	names := []string{spell(wide[:])}
	if at.Addr().Is4() {
		short := at.Addr().As4()
		names = append(names, spell(short[:]))
	}
	return names
}

// listening returns the address and the inode of the socket in a line of that table, if it listens.
func listening(line []byte) (at string, inode uint64, is bool) {
	const listens, addressAt, stateAt, inodeAt = "0A", 1, 3, 9
	fields := bytes.Fields(line)
	if len(fields) <= inodeAt || string(fields[stateAt]) != listens {
		return "", 0, false
	}
	inode, err := strconv.ParseUint(string(fields[inodeAt]), 10, 64)
	return string(fields[addressAt]), inode, err == nil
}
