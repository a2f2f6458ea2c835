//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package native

import "unsafe"

// Supported says that this system and machine have the backend.
const Supported = true

// workspace is all the memory that is used but the plan's and the stack. It holds no
// pointers.
type workspace struct {
	_     [64]uintptr // the thread of who left the runtime: its g, and at the end what the g is found by
	plan  uintptr
	fds   [Slots]int32
	stat  stat
	how   openHow
	attr  mountAttr
	saved [2]int32 // the ends of a pipe
	wait  int32
	left  int32     // the runtime was left
	mask  uint64    // with these signals blocked
	now   [2]uint64 // no time
	poll  pollfd
	said  Report
	act   action
	caps  [8]uint32
	prog  filterProgram
	limit limits
	iface interfaceFlags

	message message
	vector  vector
	rights  rights
	one     byte
}

// stat is struct stat as far as it is the same everywhere.
type stat struct {
	dev, ino uint64
	_        [4]uint64
	size     int64
	_        [12]uint64
}

// openHow is struct open_how, mountAttr struct mount_attr, pollfd struct pollfd, action
// the kernel's struct sigaction, filterProgram struct sock_fprog, interfaceFlags struct
// ifreq with the flags of an interface, message struct msghdr, vector struct iovec, and rights
// struct cmsghdr with descriptors.
type (
	openHow       struct{ flags, mode, resolve uint64 }
	mountAttr     struct{ set, clear, propagation, users uint64 }
	pollfd        struct{ fd, both int32 } // the events, and those that there are
	action        struct{ handler, flags, restorer, mask uintptr }
	filterProgram struct{ n, at uint64 }
	limits        struct{ soft, hard uint64 }
	message       struct{ name, nameSize, vectors, n, control, size, flags uintptr }
	vector        struct{ at, n uintptr }
	rights        struct {
		size        uintptr
		level, kind int32
		fds         [MostHanded]int32
	}
	interfaceFlags struct {
		name  [16]byte
		flags uint16
		_     [22]byte
	}
)

var shared workspace

// IsEntry reports whether a process was started to follow a plan. argv is its argument
// vector.
func IsEntry(argv **byte) bool {
	if *argv == nil {
		return false
	}
	word := *second(argv)
	if word == nil || *third(argv) != nil {
		return false
	}
	for i := 0; i < len(Word); i++ {
		if *(*byte)(unsafe.Add(unsafe.Pointer(word), i)) != Word[i] {
			return false
		}
	}
	return *(*byte)(unsafe.Add(unsafe.Pointer(word), len(Word))) == 0
}

func second(vector **byte) **byte {
	return (**byte)(unsafe.Add(unsafe.Pointer(vector), unsafe.Sizeof(vector)))
}
func third(vector **byte) **byte { return second(second(vector)) }

// Begin follows the plan. It returns only where there is none to read.
func Begin(envp **byte) {
	w := &shared
	if !w.read() {
		return
	}
	h := w.header()
	w.ignore(h) // they are the command's, and this process outlives it
	call(numPrctl, setDeathSignal, sigKill, 0, 0, 0)
	if parent, _ := call(numGetppid, 0, 0, 0, 0, 0); int64(parent) != h.Parent {
		w.fail(AtParent, errNone)
	}
	if _, errno := call(numPipe, uintptr(unsafe.Pointer(&w.saved)), oCloexec, 0, 0, 0); errno != errNone {
		w.fail(AtPipe, errno)
	}
	pid, errno := call(numClone, uintptr(h.Clone)|sigChild, 0, 0, 0, 0)
	if errno != errNone {
		w.fail(AtClone, errno)
	}
	if pid == 0 {
		w.first(envp)
	}
	closeRange(0, w.saved[1]-1)
	closeRange(w.saved[1]+1, -1)
	exit(w.outlive(pid))
}

// read maps the plan, so that its places can become addresses. What is not of this
// program's making is none.
func (w *workspace) read() bool {
	if _, errno := call(numFstat, PlanFD, uintptr(unsafe.Pointer(&w.stat)), 0, 0, 0); errno != errNone || w.stat.size < int64(unsafe.Sizeof(Header{})) {
		return false
	}
	r := invoke(numMmap, 0, uintptr(w.stat.size), mapReadWrite, mapPrivate, PlanFD, 0)
	if r < 0 {
		return false
	}
	w.plan = uintptr(r)
	h := w.header()
	return h.Magic == Magic && h.Size == uint64(w.stat.size)
}

func (w *workspace) header() *Header { return (*Header)(pointer(w.plan)) }

// text is the address of a string of the plan.
func (w *workspace) text(place uint64) uintptr { return w.plan + uintptr(w.header().Text+place) }

// fail says what went wrong, and ends.
func (w *workspace) fail(at, errno uint32) {
	w.say(at, errno)
	exit(1)
}

func (w *workspace) say(at, errno uint32) {
	w.said.At, w.said.Errno = at, errno
	call(numWrite, StatusFD, uintptr(unsafe.Pointer(&w.said)), unsafe.Sizeof(w.said), 0, 0)
}

// outlive waits until a process has ended, and returns its status as shells count it. What
// else ends meanwhile is forgotten.
func (w *workspace) outlive(pid int32) int {
	for {
		ended, errno := call(numWait, ^uintptr(0), uintptr(unsafe.Pointer(&w.wait)), waitAll, 0, 0)
		switch {
		case errno == errAgain:
		case errno != errNone:
			return 1
		case ended != pid:
		case w.wait&0x7f == 0:
			return int(w.wait>>8) & 0xff
		default:
			return 128 + int(w.wait&0x7f)
		}
	}
}

// first is process 1 of the new namespaces.
func (w *workspace) first(envp **byte) {
	h := w.header()
	call(numPrctl, setDeathSignal, sigKill, 0, 0, 0)
	closes(w.saved[1])
	w.poll.fd = w.saved[0]
	if n, _ := call(numPpoll, uintptr(unsafe.Pointer(&w.poll)), 1, uintptr(unsafe.Pointer(&w.now)), 0, 0); n != 0 {
		w.fail(AtParent, errNone) // the other end is closed
	}
	if errno := w.identify(h); errno != errNone {
		w.fail(AtUsers, errno)
	}
	for i := uint64(0); i < h.StepCount; i++ {
		if errno := w.do((*Step)(pointer(w.plan + uintptr(h.Steps) + uintptr(i)*unsafe.Sizeof(Step{})))); errno != errNone {
			w.fail(uint32(i), errno)
		}
	}
	if errno := w.give(); errno != errNone {
		w.fail(AtPrivilege, errno)
	}
	pid, errno := call(numClone, sigChild, 0, 0, 0, 0)
	if errno != errNone {
		w.fail(AtFork, errno)
	}
	if pid == 0 {
		w.become(h, envp)
	}
	closeRange(0, -1)
	exit(w.outlive(pid))
}

// identify maps the user and the group to themselves. Groups cannot be changed any more,
// or a group that keeps somebody out could be left.
func (w *workspace) identify(h *Header) uint32 {
	const (
		groups = "/proc/self/setgroups\x00"
		user   = "/proc/self/uid_map\x00"
		group  = "/proc/self/gid_map\x00"
		deny   = "deny"
	)
	if errno := write(address(user), w.text(h.Users), uintptr(h.UsersLen)); errno != errNone {
		return errno
	}
	if errno := write(address(groups), address(deny), uintptr(len(deny))); errno != errNone {
		return errno
	}
	return write(address(group), w.text(h.Groups), uintptr(h.GroupLen))
}

// address is that of a constant.
func address(text string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(text))) }

// write writes a file that is there.
func write(name, text, n uintptr) uint32 {
	dir := here
	fd, errno := call(numOpenat, uintptr(dir), name, oWrite|oCloexec, 0, 0)
	if errno != errNone {
		return errno
	}
	_, errno = call(numWrite, uintptr(fd), text, n, 0, 0)
	closes(fd)
	return errno
}

// give gives up what the command must not have: capabilities, those that a program could
// give it included, and descriptors beyond its own.
func (w *workspace) give() uint32 {
	for n := uintptr(0); n < capsMost; n++ {
		if _, errno := call(numPrctl, dropBound, n, 0, 0, 0); errno != errNone {
			if n == 0 {
				return errno
			}
			break // the kernel has no more
		}
	}
	if _, errno := call(numPrctl, setAmbient, clearAmbient, 0, 0, 0); errno != errNone {
		return errno
	}
	w.caps[0], w.caps[1] = capVersion, 0
	for i := 2; i < len(w.caps); i++ {
		w.caps[i] = 0
	}
	if _, errno := call(numCapset, uintptr(unsafe.Pointer(&w.caps)), uintptr(unsafe.Pointer(&w.caps[2])), 0, 0, 0); errno != errNone {
		return errno
	}
	if _, errno := call(numPrctl, setNoNewPrivs, 1, 0, 0, 0); errno != errNone {
		return errno
	}
	if _, errno := call(numCloseRange, PlanFD, uintptr(^uint32(0)), closeOnExec, 0, 0); errno != errNone {
		return errno
	}
	_, errno := call(numPrctl, setDumpable, 0, 0, 0, 0)
	return errno
}

// ignore ignores the signals that the command is to get.
func (w *workspace) ignore(h *Header) {
	w.act.handler = ignored
	for n := uintptr(1); n <= 64; n++ {
		if h.Default>>(n-1)&1 != 0 {
			call(numSigaction, n, uintptr(unsafe.Pointer(&w.act)), 0, setSize, 0)
		}
	}
	w.act.handler = 0
}

// become is the fork that becomes the command.
func (w *workspace) become(h *Header, envp **byte) {
	for n := uintptr(1); n <= 64; n++ {
		if h.Default>>(n-1)&1 != 0 {
			call(numSigaction, n, uintptr(unsafe.Pointer(&w.act)), 0, setSize, 0)
		}
	}
	if w.left != 0 {
		call(numSigmask, setMask, uintptr(unsafe.Pointer(&w.mask)), 0, setSize, 0)
	}
	w.absolve(h.Argv, h.Argc)
	env := w.environment(h, envp)
	if env == 0 {
		w.fail(AtFork, errNone)
	}
	if errno := w.confine(h); errno != errNone {
		w.fail(AtLimits, errno)
	}
	w.prog.n, w.prog.at = h.FilterN, uint64(w.plan)+h.Filter
	if _, errno := call(numPrctl, setSeccomp, modeFilter, uintptr(unsafe.Pointer(&w.prog)), 0, 0); errno != errNone {
		w.fail(AtFilter, errno)
	}
	w.say(AtReady, errNone)
	_, errno := call(numExecve, w.text(h.Path), w.plan+uintptr(h.Argv), env, 0, 0)
	w.fail(AtCommand, errno)
}

// confine sets the limits of this process.
func (w *workspace) confine(h *Header) uint32 {
	for i := uintptr(0); i < uintptr(h.LimitN); i++ {
		l := (*Limit)(pointer(w.plan + uintptr(h.Limits) + i*unsafe.Sizeof(Limit{})))
		if _, errno := call(numPrlimit, 0, uintptr(l.Resource), 0, uintptr(unsafe.Pointer(&w.limit)), 0); errno != errNone {
			return errno
		}
		most := l.Value
		if most > w.limit.hard {
			most = w.limit.hard
		}
		w.limit.soft, w.limit.hard = most, most
		if _, errno := call(numPrlimit, 0, uintptr(l.Resource), uintptr(unsafe.Pointer(&w.limit)), 0, 0); errno != errNone {
			return errno
		}
	}
	return errNone
}

const word = unsafe.Sizeof(uintptr(0))

// absolve turns the places of a vector into addresses.
func (w *workspace) absolve(at, n uint64) {
	for i := uint64(0); i < n; i++ {
		p := (*uint64)(pointer(w.plan + uintptr(at) + uintptr(i)*word))
		*p = uint64(w.text(*p))
	}
}

// environment is the process's own with the plan's variables behind it, or 0 where there
// is no memory.
func (w *workspace) environment(h *Header, envp **byte) uintptr {
	if h.EnvCount == 0 {
		return uintptr(unsafe.Pointer(envp))
	}
	w.absolve(h.Env, h.EnvCount)
	n := uintptr(0)
	for *(**byte)(unsafe.Add(unsafe.Pointer(envp), n*word)) != nil {
		n++
	}
	r := invoke(numMmap, 0, (n+uintptr(h.EnvCount)+1)*word, mapReadWrite, mapPrivate|mapNothing, ^uintptr(0), 0)
	if r < 0 {
		return 0
	}
	to := uintptr(r)
	for i := uintptr(0); i < n; i++ {
		*(*uintptr)(pointer(to + i*word)) = *(*uintptr)(unsafe.Add(unsafe.Pointer(envp), i*word))
	}
	for i := uintptr(0); i < uintptr(h.EnvCount); i++ {
		*(*uintptr)(pointer(to + (n+i)*word)) = *(*uintptr)(pointer(w.plan + uintptr(h.Env) + i*word))
	}
	return to
}

// Leave is Begin for a process whose runtime has started: the calling thread goes on on a
// stack of its own, whose end is given, and nothing of the runtime may happen on it any more.
// So it gets no signals; the command has those blocked that were.
func Leave(stack uintptr, envp **byte) {
	all := ^uint64(0)
	invoke(numSigmask, setMask, uintptr(unsafe.Pointer(&all)), uintptr(unsafe.Pointer(&shared.mask)), setSize, 0, 0)
	shared.left = 1
	leave(stack, uintptr(unsafe.Pointer(envp)))
}

// leave calls Begin with a workspace for a g.
func leave(stack, envp uintptr)
