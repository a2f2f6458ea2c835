//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package native

import "unsafe"

// Call numbers that all architectures have in common.
const (
	numOpenTree   = 428
	numMoveMount  = 429
	numFsopen     = 430
	numFsconfig   = 431
	numFsmount    = 432
	numCloseRange = 436
	numOpenat2    = 437
	numSetattr    = 442
)

// The values are those of the kernel's include/uapi headers.
const (
	here = -100 // AT_FDCWD

	oWrite   = 1
	oPath    = 0x200000
	oCloexec = 0x80000

	emptyPath = 0x1000 // AT_EMPTY_PATH
	recursive = 0x8000 // AT_RECURSIVE

	treeClone   = 1 // OPEN_TREE_CLONE
	moveFrom    = 4 // MOVE_MOUNT_F_EMPTY_PATH
	moveTo      = 0x40
	fsCloexec   = 1
	fsSetString = 1
	fsCreate    = 6

	noSymlinks = 4 // RESOLVE_NO_SYMLINKS

	ignored = 1 // SIG_IGN

	errNone   = 0
	errNoFile = 2
	errExists = 17
	errLink   = 40 // ELOOP
	errAgain  = 4  // EINTR

	modeFile = 0o100444

	mapReadWrite = 3
	mapPrivate   = 2
	mapNothing   = 0x20

	setDeathSignal = 1
	setDumpable    = 4
	setSeccomp     = 22
	dropBound      = 24
	setNoNewPrivs  = 38
	setAmbient     = 47
	clearAmbient   = 4
	modeFilter     = 2

	capVersion = 0x20080522
	capsMost   = 64

	sigKill  = 9
	sigChild = 17
	setSize  = 8
	setMask  = 2 // SIG_SETMASK

	closeOnExec = 4 // CLOSE_RANGE_CLOEXEC
	waitAll     = 0x40000000

	inet     = 2
	datagram = 2
	getFlags = 0x8913 // SIOCGIFFLAGS
	setFlags = 0x8914
	ifaceUp  = 1

	solSocket = 1
	scmRights = 1
)

// invoke makes one system call and returns the kernel's raw answer.
func invoke(number, a, b, c, d, e, f uintptr) int

// call makes one system call of up to five arguments, and returns its value, or its errno.
func call(number, a, b, c, d, e uintptr) (value int32, errno uint32) {
	r := invoke(number, a, b, c, d, e, 0)
	if r < 0 {
		return -1, uint32(-r)
	}
	return int32(r), errNone
}

func closes(fd int32) { invoke(numClose, uintptr(fd), 0, 0, 0, 0, 0) }

// closeRange closes descriptors from one to another, or to the last.
func closeRange(from, to int32) {
	if to >= from || to < 0 {
		invoke(numCloseRange, uintptr(from), uintptr(uint32(to)), 0, 0, 0, 0)
	}
}

// exit ends the process.
func exit(status int) {
	for {
		invoke(numExit, uintptr(status), 0, 0, 0, 0, 0)
	}
}

// pointer makes a pointer of an address that the kernel gave.
func pointer(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
