package bridge

import (
	"os"

	"golang.org/x/sys/unix"
)

// answers is a socket that has copies of messages of ICMP, or of segments of TCP.
func answers(six, tcp bool) Kind {
	k := Kind{unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP}
	if six {
		k.Family, k.Protocol = unix.AF_INET6, unix.IPPROTO_ICMPV6
	}
	if tcp {
		k.Protocol = unix.IPPROTO_TCP
	}
	return k
}

// Answers takes the socket that has copies of what the kernel answers where it refuses: messages
// of ICMP, or resets of TCP.
func (n *Network) Answers(six, tcp bool) (*os.File, error) {
	fd, err := n.take(answers(six, tcp))
	if err != nil {
		return nil, err
	}
	if tcp {
		filter := resets(six)
		program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
		err = unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &program)
	}
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		_ = unix.Close(fd)
		return nil, os.NewSyscallError("setsockopt", err)
	}
	return os.NewFile(uintptr(fd), "answers"), nil
}

// The bytes of a segment of TCP that its kind is read from: RFC 9293, section 3.1.
const (
	sequenceAt = 4
	flagsAt    = 13
	flagsOf    = 0x16 // SYN, RST and ACK
	flagsReset = 0x14 // RST and ACK
)

// resets is a filter that takes those resets that answer a first segment: with the sequence
// number zero (RFC 9293, section 3.10.7.1). Packets of version 4 come with their header, those
// of version 6 without (raw(7), ipv6(7)).
func resets(six bool) []unix.SockFilter {
	const take, drop = 128, 0
	load, word := uint16(unix.BPF_LD|unix.BPF_IND), uint16(unix.BPF_LD|unix.BPF_IND|unix.BPF_W)
	first := unix.SockFilter{Code: unix.BPF_LDX | unix.BPF_MSH | unix.BPF_B} // X is the length of the header
	if six {
		first = unix.SockFilter{Code: unix.BPF_LDX | unix.BPF_IMM}
	}
	return []unix.SockFilter{
		first,
		{Code: load | unix.BPF_B, K: flagsAt},
		{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: flagsOf},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: flagsReset, Jf: 3},
		{Code: word, K: sequenceAt},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: 0, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: take},
		{Code: unix.BPF_RET | unix.BPF_K, K: drop},
	}
}
