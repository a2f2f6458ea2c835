//go:build linux && (amd64 || arm64)

package gate

import "unsafe"

// The values are those of the kernel's include/uapi headers; those that differ between
// architectures are beside the call numbers.
const (
	supported = true

	here = -100 // AT_FDCWD

	errNone     = 0
	errNoEntry  = 2
	errInvalid  = 22
	errReadOnly = 30

	oPath     = 0x200000
	oNonblock = 0x800
	oRead     = 0
	oCloexec  = 0x80000
	oAppend   = 0x2 | 0x400 | 0x40 | 0x800 // O_RDWR|O_APPEND|O_CREAT|O_NONBLOCK
	noFollow  = 0x100                      // AT_SYMLINK_NOFOLLOW
	modeType  = 0o170000
	modeFile  = 0o100000
	modeDir   = 0o040000
	canRun    = 1 // X_OK
	canWrite  = 2 // W_OK
	limitSize = 1 // RLIMIT_FSIZE
	wallClock = 0 // CLOCK_REALTIME
	ownClock  = 2 // CLOCK_PROCESS_CPUTIME_ID; includes time before an execve

	mapRead    = 1    // PROT_READ
	mapPrivate = 2    // MAP_PRIVATE
	mapNothing = 0x20 // MAP_ANONYMOUS
)

// invoke makes one system call and returns the kernel's raw answer. Pointers passed to it
// point into the workspace, the heap or the kernel's own vectors, never into a
// goroutine's stack, which may move.
func invoke(number, a, b, c, d, e, f uintptr) int

func sysOpen(dir int, path *byte, flags int, mode uint32) (fd, errno int) {
	return outcome(invoke(numOpenat, uintptr(dir), uintptr(unsafe.Pointer(path)), uintptr(flags), uintptr(mode), 0, 0))
}

func sysClose(fd int) { invoke(numClose, uintptr(fd), 0, 0, 0, 0, 0) }

// sysMap maps the first n bytes of a file for reading, near the program's own data if
// there is room: that saves page tables, and lets the kernel map the pages around a fault
// without a second one.
func sysMap(fd, n int) (*byte, int) {
	const near, around = 1 << 20, 64 << 10
	hint := (uintptr(unsafe.Pointer(&shared)) + near) &^ (around - 1)
	at, errno := outcome(invoke(numMmap, hint, uintptr(n), mapRead, mapPrivate, uintptr(fd), 0))
	if errno != errNone {
		return nil, errno
	}
	return *(**byte)(unsafe.Pointer(&at)), errNone
}

func sysUnmap(p *byte, n int) { invoke(numMunmap, uintptr(unsafe.Pointer(p)), uintptr(n), 0, 0, 0, 0) }

func sysRead(fd int, p *byte, n int) (int, int) {
	return outcome(invoke(numRead, uintptr(fd), uintptr(unsafe.Pointer(p)), uintptr(n), 0, 0, 0))
}

func sysReadAt(fd int, p *byte, n int, at int64) (int, int) {
	return outcome(invoke(numPread, uintptr(fd), uintptr(unsafe.Pointer(p)), uintptr(n), uintptr(at), 0, 0))
}

func sysWrite(fd int, p *byte, n int) (int, int) {
	return outcome(invoke(numWrite, uintptr(fd), uintptr(unsafe.Pointer(p)), uintptr(n), 0, 0, 0))
}

func sysStat(path *byte, st *kstat, flags int) int {
	dir := here
	_, errno := outcome(invoke(numStatat, uintptr(dir), uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(st)), uintptr(flags), 0, 0))
	return errno
}

func sysFstat(fd int, st *kstat) int {
	_, errno := outcome(invoke(numFstat, uintptr(fd), uintptr(unsafe.Pointer(st)), 0, 0, 0, 0))
	return errno
}

func sysChmod(fd int, mode uint32) int {
	_, errno := outcome(invoke(numFchmod, uintptr(fd), uintptr(mode), 0, 0, 0, 0))
	return errno
}

func sysReadlink(dir int, path, p *byte, n int) (int, int) {
	return outcome(invoke(numReadlinkat, uintptr(dir), uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(p)), uintptr(n), 0, 0))
}

// sysAccess is access(2), without flags: older kernels and Android's seccomp filter do
// not know faccessat2.
func sysAccess(path *byte, mode int) int {
	dir := here
	_, errno := outcome(invoke(numAccessat, uintptr(dir), uintptr(unsafe.Pointer(path)), uintptr(mode), 0, 0, 0))
	return errno
}

// sysGetcwd returns the length without the NUL.
func sysGetcwd(p *byte, n int) (int, int) {
	r, errno := outcome(invoke(numGetcwd, uintptr(unsafe.Pointer(p)), uintptr(n), 0, 0, 0, 0))
	return r - 1, errno
}

func sysClock(t *instant) int {
	_, errno := outcome(invoke(numClock, wallClock, uintptr(unsafe.Pointer(t)), 0, 0, 0, 0))
	return errno
}

// sysUsed returns the processor time that this process has used.
func sysUsed(t *instant) int {
	_, errno := outcome(invoke(numClock, ownClock, uintptr(unsafe.Pointer(t)), 0, 0, 0, 0))
	return errno
}

func sysPid() int  { return invoke(numGetpid, 0, 0, 0, 0, 0, 0) }
func sysPpid() int { return invoke(numGetppid, 0, 0, 0, 0, 0, 0) }
func sysUser() int { return invoke(numGeteuid, 0, 0, 0, 0, 0, 0) }

// limit is struct rlimit64.
type limit struct{ soft, hard uint64 }

// sysLimit is prlimit(2) for this process: set, unless nil, replaces the limit, and was,
// unless nil, gets the old one.
func sysLimit(kind uint8, set, was *limit) bool {
	return invoke(numLimit, 0, uintptr(kind), uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(was)), 0, 0) == errNone
}

// sysExec returns only on failure.
func sysExec(path *byte, argv, envp **byte) {
	invoke(numExecve, uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(argv)), uintptr(unsafe.Pointer(envp)), 0, 0, 0)
}

func outcome(r int) (value, errno int) {
	if r < 0 {
		return -1, -r
	}
	return r, errNone
}

// ownName leads to the running program's file, which may be gone by now.
func ownName() string { return ownFile }
