//go:build amd64 || arm64

package sandbox

import (
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// shared are system calls by which processes of one user reach each other without a namespace
// of their own, and that nothing else refuses: shared memory, queues and semaphores by number,
// and queues by name.
var shared = [...]uint32{
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
}

// attributes are system calls that change attributes which no supervisor checks: those other
// than mode, owner and times. Programs that copy files can cope with a file system without
// them.
var attributes = [...]uint32{
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
}

// Requests of ioctl(2) that change something through a descriptor open only for reading:
// FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_SETVERSION, the first's older form,
// FS_IOC_ENABLE_VERITY, FS_IOC_SET_ENCRYPTION_POLICY; and those of Btrfs that make, remove or
// change a subvolume (SNAP_CREATE, SNAP_CREATE_V2, SUBVOL_CREATE, SUBVOL_CREATE_V2,
// SNAP_DESTROY, SNAP_DESTROY_V2, SUBVOL_SETFLAGS, SET_RECEIVED_SUBVOL).
var attributeControls = [...]uint32{
	0x40086602, 0x401c5820, 0x40087602, 0x40046602, 0x40806685, 0x800c6613,
	0x50009401, 0x50009417, 0x5000940e, 0x50009418, 0x5000940f, 0x5000943f, 0x4008941a, 0xc0c89425,
}

// filter is Filter for a sandbox with a supervisor, which gets some of the calls.
func (c confinement) filter() []unix.SockFilter {
	notify := uint32(unix.SECCOMP_RET_USER_NOTIF)
	if c.Alone && c.By == ByTrace {
		notify = unix.SECCOMP_RET_TRACE
	}
	var p program
	p.refuse()
	if c.Alone {
		p.alone(notify)
	}
	for _, nr := range shared {
		p.when(nr, errno(unix.EPERM))
	}
	for _, nr := range attributes {
		p.when(nr, errno(unix.EOPNOTSUPP))
	}
	p.when(unix.SYS_OPENAT2, errno(unix.ENOSYS)) // no filter sees its flags
	for _, nr := range supervise.Calls() {
		p.when(nr, notify)
	}
	if c.Execs || c.Reads {
		p.when(unix.SYS_EXECVE, notify)
		p.when(unix.SYS_EXECVEAT, notify)
	}
	for nr, flags := range supervise.Opens() {
		p.inCall(nr, func() {
			p.load(dataArgs + 8*uint32(flags))
			p.anyBit(unix.O_PATH, unix.SECCOMP_RET_ALLOW) // such a descriptor can be neither read nor written
			if c.Reads {
				p.end(notify)
			}
			bits := uint32(unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC)
			if c.Lists {
				bits |= unix.O_DIRECTORY
			}
			p.anyBit(bits, notify)
		})
	}
	p.inCall(unix.SYS_PRLIMIT64, func() { // only for the calling process
		p.load(dataArgs)
		p.atLeast(1, errno(unix.EPERM))
	})
	controls := attributeControls[:]
	if c.Alone {
		controls = append(controls, ownerControls[:]...)
	}
	p.datagrams(c.Offline, controls)
	p.end(unix.SECCOMP_RET_ALLOW)
	return p
}

// datagrams allows sockets, except those that can send to an address which only the caller's
// memory has, where no filter sees it: local datagram sockets and, without a network, all
// Internet sockets but streams. So it also refuses MSG_FASTOPEN, with which a stream sends
// before it is connected, and the controls of ioctl(2).
func (p *program) datagrams(offline bool, controls []uint32) {
	for nr, flags := range map[uint32]uint32{unix.SYS_SENDTO: 3, unix.SYS_SENDMSG: 2, unix.SYS_SENDMMSG: 3} {
		p.inCall(nr, func() {
			p.load(dataArgs + 8*flags)
			p.anyBit(unix.MSG_FASTOPEN, errno(unix.EOPNOTSUPP))
		})
	}
	p.inCall(unix.SYS_SOCKETPAIR, func() { p.localDatagrams() })
	p.sockets(func() {
		p.load(dataArgs)
		p.skipUnless(unix.AF_UNIX, p.localDatagrams)
		if offline {
			for _, family := range []uint32{unix.AF_INET, unix.AF_INET6} {
				p.load(dataArgs)
				p.skipUnless(family, func() {
					p.kind()
					p.unless(unix.SOCK_STREAM, errno(unix.EACCES))
					p.load(dataArgs + 16)
					p.unlessEither(0, unix.IPPROTO_TCP, errno(unix.EPROTONOSUPPORT)) // Landlock does not restrict MPTCP, and SCTP can connect by sendmsg(2)
				})
			}
		}
	}, controls...)
}

// localDatagrams refuses datagram sockets.
func (p *program) localDatagrams() {
	p.kind()
	p.when(unix.SOCK_DGRAM, errno(unix.EPROTONOSUPPORT))
}

// kind loads the type of a socket without its flags.
func (p *program) kind() {
	p.load(dataArgs + 8)
	p.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0xf, 0, 0)
}

// skipUnless skips body if the loaded value is not k.
func (p *program) skipUnless(k uint32, body func()) {
	at := len(*p)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 0, 0)
	body()
	(*p)[at].Jf = uint8(len(*p) - at - 1)
}

// signals are the calls that send a signal to a process, a thread or a group by number.
var signals = [...]uint32{unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO}

// ownerControls are the requests of ioctl(2) that say who gets a signal when a descriptor is
// ready: FIOSETOWN and SIOCSPGRP.
var ownerControls = [...]uint32{0x8901, 0x8902}

// alone passes to the supervisor, or refuses, what otherwise Landlock would refuse.
//
// It forbids filters with a listener: a program could answer its own calls with one, and its
// filter comes before the tracer.
func (p *program) alone(to uint32) {
	for _, nr := range signals {
		p.when(nr, to)
	}
	p.when(unix.SYS_PIDFD_SEND_SIGNAL, errno(unix.ENOSYS)) // as on an old kernel: programs then use the other calls
	p.inCall(unix.SYS_FCNTL, func() {
		p.load(dataArgs + 8)
		p.when(unix.F_SETOWN, to)
		p.when(unix.F_SETOWN_EX, errno(unix.EINVAL))
	})
	p.inCall(unix.SYS_SECCOMP, func() {
		p.load(dataArgs + 8)
		p.anyBit(unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, errno(unix.EBUSY))
	})
}
