//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data, all that a filter can see: seccomp(2).
const (
	dataNr   = 0
	dataArch = 4
	dataArgs = 16 // eight bytes each; the low half first
)

// refused are system calls that no confined program needs and that widen what it can attack:
// they change mounts and namespaces, trace other processes, load code into the kernel, reach
// other users' keys, or make other calls without a filter seeing them (io_uring). Sources:
// seccomp(2), io_uring(7), ptrace(2), keyrings(7), namespaces(7).
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

// families are the allowed kinds of sockets: those with which programs talk to each other and
// to hosts, and the one that tells them the machine's addresses (netlink(7)).
var families = [...]uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}

// namespaces are the flags of clone(2) that make a namespace.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// Filter returns the seccomp(2) program for a confined command, as the kernel reads it. A
// system call of another architecture than the machine's kills the process: it has another
// number, so a refused call could pass. clone3(2) fails with ENOSYS, because no filter can see
// its flags; C libraries then use clone(2).
//
// Tracing fails, so debuggers do not work in a box.
func Filter() ([]byte, error) {
	var p program
	p.refuse()
	p.sockets(func() {})
	p.end(unix.SECCOMP_RET_ALLOW)
	return p.bytes()
}

// refuse adds what no box allows. Afterwards the call's number is loaded.
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

// sockets allows sockets of the families, except those that more refuses. It also refuses the
// requests of ioctl(2) that type at a terminal on behalf of somebody else (ioctl_tty(2)), and
// controls.
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

// program is a filter under construction. A loaded value stays until the next load.
type program []unix.SockFilter

func (p *program) add(code uint16, k uint32, yes, no uint8) {
	*p = append(*p, unix.SockFilter{Code: code, K: k, Jt: yes, Jf: no})
}

func (p *program) load(offset uint32) { p.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset, 0, 0) }
func (p *program) end(result uint32)  { p.add(unix.BPF_RET|unix.BPF_K, result, 0, 0) }

// when returns result if the loaded value is k.
func (p *program) when(k, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 0, 1)
	p.end(result)
}

// unless returns result if the loaded value is not k.
func (p *program) unless(k, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 1, 0)
	p.end(result)
}

// unlessEither returns result if the loaded value is neither a nor b.
func (p *program) unlessEither(a, b, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, a, 2, 0)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, b, 1, 0)
	p.end(result)
}

// atLeast returns result if the loaded value is k or more.
func (p *program) atLeast(k, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, k, 0, 1)
	p.end(result)
}

// anyBit returns result if the loaded value has one of the bits.
func (p *program) anyBit(bits, result uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, bits, 0, 1)
	p.end(result)
}

// inCall adds body for one system call, whose number must be loaded. If body returns no result,
// the call is allowed.
func (p *program) inCall(nr uint32, body func()) {
	at := len(*p)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, nr, 0, 0)
	body()
	p.end(unix.SECCOMP_RET_ALLOW)
	(*p)[at].Jf = uint8(len(*p) - at - 1)
}

// bytes returns the instructions as struct sock_filter, in this machine's byte order.
func (p program) bytes() ([]byte, error) {
	var out bytes.Buffer
	err := binary.Write(&out, binary.NativeEndian, []unix.SockFilter(p))
	return out.Bytes(), err
}
