//go:build unix && !(linux && (amd64 || arm64))

package gate

import (
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// There is no gate on this system: nothing is ever clear. What the rest of the program
// shares with the gate (Find, OpenLog, Line, StatSource) goes through syscall.
const (
	supported = false

	here = -100

	errNone     = 0
	errNoEntry  = int(syscall.ENOENT)
	errInvalid  = int(syscall.EINVAL)
	errReadOnly = int(syscall.EROFS)

	oPath      = 0
	oRead      = syscall.O_RDONLY
	oDirectory = 0
	oCloexec   = syscall.O_CLOEXEC
	oNonblock  = syscall.O_NONBLOCK
	oNoFollow  = syscall.O_NOFOLLOW
	oAppend    = syscall.O_RDWR | syscall.O_APPEND | syscall.O_CREAT | syscall.O_NONBLOCK
	noFollow   = 0x100
	modeType   = syscall.S_IFMT
	modeFile   = syscall.S_IFREG
	modeDir    = syscall.S_IFDIR
	canRun     = 1
	canWrite   = 2
	limitSize  = 0
)

// kstat holds what Find, OpenLog and StatSource need. The times stay zero: no table is
// ever used on this system.
type kstat struct {
	dev, ino     uint64
	mode, uid    uint32
	size         int64
	mtime, ctime instant
}

func sysOpen(_ int, path *byte, flags int, mode uint32) (fd, errno int) {
	return outcome(syscall.Open(view(path), flags, mode))
}

func sysClose(fd int) { _ = syscall.Close(fd) }

func sysRead(fd int, p *byte, n int) (int, int) {
	return outcome(syscall.Read(fd, unsafe.Slice(p, n)))
}

type limit struct{ soft, hard uint64 }

func sysLimit(uint8, *limit, *limit) bool { return false }

func sysMap(int, int) (*byte, int) { return nil, errInvalid }

func sysUnmap(*byte, int) {}

func sysReadAt(fd int, p *byte, n int, at int64) (int, int) {
	return outcome(syscall.Pread(fd, unsafe.Slice(p, n), at))
}

func sysWrite(fd int, p *byte, n int) (int, int) {
	return outcome(syscall.Write(fd, unsafe.Slice(p, n)))
}

func sysStat(path *byte, st *kstat, flags int) int {
	var s syscall.Stat_t
	err := error(nil)
	if flags == noFollow {
		err = syscall.Lstat(view(path), &s)
	} else {
		err = syscall.Stat(view(path), &s)
	}
	st.fill(&s)
	return number(err)
}

func sysFstat(fd int, st *kstat) int {
	var s syscall.Stat_t
	err := syscall.Fstat(fd, &s)
	st.fill(&s)
	return number(err)
}

func (st *kstat) fill(s *syscall.Stat_t) {
	st.dev, st.ino = uint64(s.Dev), uint64(s.Ino)
	st.mode, st.uid, st.size = uint32(s.Mode), s.Uid, int64(s.Size)
}

func sysChmod(fd int, mode uint32) int { return number(syscall.Fchmod(fd, mode)) }

func sysReadlink(_ int, path, p *byte, n int) (int, int) {
	return outcome(syscall.Readlink(view(path), unsafe.Slice(p, n)))
}

func sysAccess(path *byte, mode int) int { return number(syscall.Access(view(path), uint32(mode))) }

func sysGetcwd(*byte, int) (int, int) { return -1, errInvalid }

func sysClock(t *instant) int {
	var tv syscall.Timeval
	err := syscall.Gettimeofday(&tv)
	t.sec, t.nsec = int64(tv.Sec), int64(tv.Usec)*1000
	return number(err)
}

func sysUsed(*instant) int { return errInvalid }

func sysPid() int  { return syscall.Getpid() }
func sysPpid() int { return syscall.Getppid() }
func sysUser() int { return syscall.Geteuid() }

func sysExec(*byte, **byte, **byte) {}

func outcome(r int, err error) (value, errno int) { return r, number(err) }

func number(err error) int {
	if err == nil {
		return errNone
	}
	if e, ok := err.(syscall.Errno); ok {
		return int(e)
	}
	return errInvalid
}

// ownName is the running program's file according to the kernel. OpenBSD's kernel does
// not say, and the caller is not trusted.
func ownName() string {
	if runtime.GOOS == "openbsd" {
		return ""
	}
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	return name
}
