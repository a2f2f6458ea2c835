//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data, of what a filter can look at: seccomp(2).
const (
	dataNr   = 0
	dataArch = 4
	dataArgs = 16 // eight bytes each; the low half first
)

// refused are system calls that nothing confined has a use for and that widen what it
// can attack: they change mounts and namespaces, trace other processes, load code into
// the kernel, reach keys of others, or do what other calls do without being seen
// (io_uring). Sources: seccomp(2), io_uring(7), ptrace(2), keyrings(7), namespaces(7).
var refused = [...]uint32{
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT, unix.SYS_LOOKUP_DCOOKIE,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOUNT_SETATTR, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	unix.SYS_SYSLOG, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_VHANGUP, unix.SYS_NFSSERVCTL,
}

// families are the kinds of sockets that may be made: what programs talk to each other
// and to hosts with, and what tells them the machine's addresses (netlink(7)).
var families = [...]uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}

// namespaces are the flags of clone(2) that make one.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// Filter returns the program for seccomp(2) that a confined command runs under, as the
// kernel reads it. System calls of another architecture than the machine's own kill the
// process: they have other numbers, and one that is refused here would pass. clone3(2),
// whose flags no filter can see, is not there: C libraries use clone(2) then.
//
// Tracing fails, so a debugger does not work in a box.
func Filter() ([]byte, error) {
	var p program
	p.refuse()
	p.sockets(func() {})
	p.end(unix.SECCOMP_RET_ALLOW)
	return p.bytes()
}

// refuse refuses what no box allows. The call's number is loaded then.
func (p *program) refuse() {
	p.load(dataArch)
	p.unless(auditArch, unix.SECCOMP_RET_KILL_PROCESS)
	p.load(dataNr)
	if x32 {
		p.atLeast(0x4000_0000, errno(unix.ENOSYS)) // the x32 calls of an amd64 kernel
	}
	for _, nr := range refused {
		p.when(nr, errno(unix.EPERM))
	}
	p.when(unix.SYS_CLONE3, errno(unix.ENOSYS))
	p.inCall(unix.SYS_CLONE, func() {
		p.load(dataArgs)
		p.anyBit(namespaces, errno(unix.EPERM))
	})
}

// sockets lets sockets of the families be made, but for what more refuses, and refuses
// ioctl(2) what types at a terminal for somebody else: ioctl_tty(2).
func (p *program) sockets(more func(), controls ...uint32) {
	p.inCall(unix.SYS_IOCTL, func() {
		p.load(dataArgs + 8)
		for _, control := range append(controls, unix.TIOCSTI, tiocLinux) {
			p.when(control, errno(unix.EPERM))
		}
	})
	p.inCall(unix.SYS_SOCKET, func() {
		more()
		p.load(dataArgs)
		for _, family := range families {
			p.when(family, unix.SECCOMP_RET_ALLOW)
		}
		p.end(errno(unix.EAFNOSUPPORT))
	})
}

// tiocLinux is TIOCLINUX: it pastes into a virtual console.
const tiocLinux = 0x541c

func errno(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }

// program is a filter as it is written. A value that was loaded stays until the next.
type program []unix.SockFilter

func (p *program) add(code uint16, k uint32, yes, no uint8) {
	*p = append(*p, unix.SockFilter{Code: code, K: k, Jt: yes, Jf: no})
}

func (p *program) load(offset uint32) { p.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset, 0, 0) }
func (p *program) end(result uint32)  { p.add(unix.BPF_RET|unix.BPF_K, result, 0, 0) }

// when ends with a result where the loaded value is k.
func (p *program) when(k, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 0, 1)
	p.end(result)
}

// unless ends with a result where the loaded value is another.
func (p *program) unless(k, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 1, 0)
	p.end(result)
}

// unlessEither ends with a result where the loaded value is neither a nor b.
func (p *program) unlessEither(a, b, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, a, 2, 0)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, b, 1, 0)
	p.end(result)
}

// atLeast ends with a result where the loaded value is k or more.
func (p *program) atLeast(k, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, k, 0, 1)
	p.end(result)
}

// anyBit ends with a result where the loaded value has one of some bits.
func (p *program) anyBit(bits, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, bits, 0, 1)
	p.end(result)
}

// inCall looks at the arguments of one system call, whose number is loaded, and lets it
// pass where body ends with nothing.
func (p *program) inCall(nr uint32, body func()) {
	at := len(*p)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, nr, 0, 0)
	body()
	p.end(unix.SECCOMP_RET_ALLOW)
	(*p)[at].Jf = uint8(len(*p) - at - 1)
}

// bytes are the instructions as struct sock_filter, in this machine's byte order.
func (p program) bytes() ([]byte, error) {
	var out bytes.Buffer
	err := binary.Write(&out, binary.NativeEndian, []unix.SockFilter(p))
	return out.Bytes(), err
}
