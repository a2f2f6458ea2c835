package bridge

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// loopback is the index of the one interface that a new namespace has.
const loopback = 1

// Own are addresses that the loopback gets beside its own: where a machine has no others,
// programs take it to be off the network, and do not ask for names (getaddrinfo(3),
// AI_ADDRCONFIG).
func Own() (four, six netip.Addr) {
	return netip.AddrFrom4([4]byte{198, 18, 0, 1}), netip.MustParseAddr("fd53:6869:6d67::1")
}

// Capture has every address lead to the namespace itself.
func (n *Network) Capture() error {
	four, six := Own()
	err := errors.Join(n.address(four), n.everything(unix.AF_INET))
	if err == nil && n.Six() {
		err = errors.Join(n.address(six), n.everything(unix.AF_INET6))
	}
	return err
}

// address gives the loopback an address: rtnetlink(7).
func (n *Network) address(addr netip.Addr) error {
	about := unix.IfAddrmsg{Family: unix.AF_INET, Prefixlen: uint8(addr.BitLen()), Scope: unix.RT_SCOPE_UNIVERSE, Index: loopback}
	if addr.Is6() {
		about.Family, about.Flags = unix.AF_INET6, unix.IFA_F_NODAD
	}
	body := append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(&about)), unix.SizeofIfAddrmsg)...)
	body = attribute(body, unix.IFA_LOCAL, addr.AsSlice())
	body = attribute(body, unix.IFA_ADDRESS, addr.AsSlice())
	return n.request(unix.RTM_NEWADDR, body)
}

// everything makes all addresses of a family the namespace's own.
func (n *Network) everything(family uint8) error {
	about := unix.RtMsg{Family: family, Table: unix.RT_TABLE_LOCAL, Protocol: unix.RTPROT_STATIC, Scope: unix.RT_SCOPE_HOST, Type: unix.RTN_LOCAL}
	body := append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(&about)), unix.SizeofRtMsg)...)
	return n.request(unix.RTM_NEWROUTE, attribute(body, unix.RTA_OIF, binary.NativeEndian.AppendUint32(nil, loopback)))
}

// attribute appends one to a message of a length that is a multiple of four.
func attribute(to []byte, kind uint16, data []byte) []byte {
	to = binary.NativeEndian.AppendUint16(to, uint16(unix.SizeofRtAttr+len(data)))
	to = binary.NativeEndian.AppendUint16(to, kind)
	return append(to, data...)
}

// request asks the kernel for something, and waits for its answer: netlink(7).
func (n *Network) request(kind uint16, body []byte) error {
	h := binary.NativeEndian.AppendUint32(nil, uint32(unix.SizeofNlMsghdr+len(body)))
	h = binary.NativeEndian.AppendUint16(h, kind)
	h = binary.NativeEndian.AppendUint16(h, unix.NLM_F_REQUEST|unix.NLM_F_ACK|unix.NLM_F_CREATE|unix.NLM_F_EXCL)
	h = append(h, 1, 0, 0, 0, 0, 0, 0, 0)
	if err := unix.Sendto(n.route, append(h, body...), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return os.NewSyscallError("netlink", err)
	}
	answer := make([]byte, 4096)
	got, _, err := unix.Recvfrom(n.route, answer, 0)
	if err != nil {
		return os.NewSyscallError("netlink", err)
	}
	if got < unix.SizeofNlMsghdr+4 || binary.NativeEndian.Uint16(answer[4:]) != unix.NLMSG_ERROR {
		return ErrSockets
	}
	if errno := -int32(binary.NativeEndian.Uint32(answer[unix.SizeofNlMsghdr:])); errno != 0 {
		return os.NewSyscallError("netlink", unix.Errno(errno))
	}
	return nil
}
