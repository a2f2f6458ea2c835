//go:build amd64 || arm64

package supervise

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A Supervisor answers the calls of one sandbox.
type Supervisor struct {
	transport
	rules Rules
	umask uint32 // of this process
	above int    // the process whose descendants are inside

	mu    sync.Mutex
	bound map[uint64]bool // inodes of sockets with an address on the loopback
	found []Denial

	granted map[File]bool
	spares  []spareFile
	threads chan struct{} // has something for each thread of a call
	begun   connections
	pipes   pipeWaits
	terms   terminals

	interrupts interrupts
}

// Serve answers calls until no process is left that could make one. It closes the listener.
func Serve(fd int, rules Rules) *Supervisor {
	l := listener(fd)
	s := newSupervisor(l, rules)
	l.syncWakeUp()
	go s.listen(l)
	return s
}

func newSupervisor(t transport, rules Rules) *Supervisor {
	s := &Supervisor{
		transport: t, rules: rules, bound: map[uint64]bool{}, granted: map[File]bool{}, spares: spareFilesOf(rules.Spare),
		threads: make(chan struct{}, mostThreads),
		begun:   connections{byThread: map[int]*connection{}}, interrupts: interrupts{calls: map[uint64]int{}},
	}
	for _, file := range rules.Granted {
		s.granted[file] = true
	}
	s.umask = ownMask()
	if above, err := (&request{thread: rules.First}).status("PPid", 10); err == nil && rules.First != 0 {
		s.above = above
	}
	return s
}

// A transport receives calls and ends their waits.
type transport interface {
	// waits reports whether a call is still waiting.
	waits(id uint64) bool

	// answer ends the wait of a call, and reports whether it still waited.
	answer(id uint64, r reply) bool

	// copyOf returns a copy of a descriptor of the caller's.
	copyOf(r *request, number int) (int, error)

	// pidfd returns a descriptor of a process, or -1 if its number cannot become another one's
	// while this call is answered.
	pidfd(process int) (int, error)

	// replace puts our descriptor in place of one of the caller's.
	replace(r *request, number, fd int, modes uint32) error
}

// ownMask returns the umask of this process, which only proc_pid_status(5) tells without
// changing it.
func ownMask() uint32 {
	mask, err := (&request{thread: os.Getpid()}).status("Umask", 8)
	if err != nil {
		return 0o777
	}
	return uint32(mask)
}

// listen answers calls on a thread of its own, without capabilities, which ends with it. There
// is only one, because the kernel wakes every thread that waits for a call; it leaves calls
// that may take long to others.
func (s *Supervisor) listen(l listener) {
	defer s.close()
	defer func() { _ = unix.Close(int(l)) }()
	runtime.LockOSThread()
	if err := dropCapabilities(); err != nil {
		return // nobody answers: each call fails with ENOSYS when the listener is closed
	}
	for {
		n, err := l.next()
		if err != nil {
			return
		}
		s.handle(&request{Supervisor: s, call: modern(uintptr(n.nr), n.args), id: n.id, thread: int(n.thread)})
	}
}

// close closes what is kept for all calls.
func (s *Supervisor) close() {
	s.terms.close()
	s.pipes.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, spare := range s.spares {
		_ = unix.Close(spare.fd)
	}
	s.spares = nil
}

// dropCapabilities drops the capabilities of this thread.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return unix.Capset(&header, &none[0])
}

// handle answers one call.
func (s *Supervisor) handle(r *request) {
	act, known := acts()[r.nr]
	if known {
		r.finish(act(r))
	} else {
		r.finish(refusal(unix.ENOSYS))
	}
	r.close()
}

// mostThreads bounds how many calls have a thread. The runtime ends a process with 10000.
const mostThreads = 512

// later decides about a call, and makes it, on another thread without capabilities, which ends
// with it.
func (r *request) later(act func(*request) reply) reply {
	select {
	case r.threads <- struct{}{}:
	default:
		return refusal(unix.EAGAIN)
	}
	other := *r
	r.opened = nil // the other one closes them
	go func() {
		defer func() { <-other.threads }()
		defer other.close()
		runtime.LockOSThread()
		if err := dropCapabilities(); err != nil {
			other.finish(refusal(err))
			return
		}
		other.finish(act(&other))
	}()
	return reply{later: true, fd: -1}
}

// finish answers, unless somebody else does.
func (r *request) finish(out reply) {
	if out.later {
		return
	}
	if out.pass && r.rules.Alone && !r.mayPass() {
		out = refusal(unix.EPERM)
	}
	if out.fd >= 0 && !r.waits(r.id) {
		_ = unix.Close(out.fd)
		return
	}
	connection := r.begun.take(r)
	if !r.answer(r.id, out) {
		r.begun.putBack(r, connection)
	}
}

// deny refuses a call and records that.
func (r *request) deny(operation, target string, errno unix.Errno) reply {
	r.denied(Denial{Operation: operation, Target: target})
	return reply{errno: errno, fd: -1}
}

func (r *request) denied(d Denial) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.found) < mostDenials {
		d.Target = strings.ToValidUTF8(d.Target, "?")
		r.found = append(r.found, d)
	}
}

// mostDenials bounds how many denials are kept.
const mostDenials = 1000

// Denials returns what was refused so far.
func (s *Supervisor) Denials() []Denial {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Denial(nil), s.found...)
}

// pollEvery is the interval at which an act that would block is tried again.
const pollEvery = 5 * time.Millisecond

// acts are the functions for the calls, by number.
func acts() map[uintptr]func(*request) reply {
	return map[uintptr]func(*request) reply{
		unix.SYS_OPENAT:    (*request).openat,
		unix.SYS_TRUNCATE:  (*request).truncate,
		unix.SYS_MKDIRAT:   (*request).mkdirat,
		unix.SYS_MKNODAT:   (*request).mknodat,
		unix.SYS_SYMLINKAT: (*request).symlinkat,
		unix.SYS_LINKAT:    (*request).linkat,
		unix.SYS_UNLINKAT:  (*request).unlinkat,
		unix.SYS_RENAMEAT2: (*request).renameat2,
		unix.SYS_FCHMODAT2: (*request).fchmodat2,
		unix.SYS_FCHOWNAT:  (*request).fchownat,
		unix.SYS_UTIMENSAT: (*request).utimensat,
		unix.SYS_CONNECT:   (*request).connect,
		unix.SYS_BIND:      (*request).bind,
		unix.SYS_EXECVE:    (*request).execve,
		unix.SYS_EXECVEAT:  (*request).execveat,
		unix.SYS_FCHMOD:    (*request).fchmod,
		unix.SYS_FCHOWN:    (*request).fchown,

		unix.SYS_KILL:              (*request).kill,
		unix.SYS_TKILL:             (*request).kill,
		unix.SYS_TGKILL:            (*request).kill,
		unix.SYS_RT_SIGQUEUEINFO:   (*request).kill,
		unix.SYS_RT_TGSIGQUEUEINFO: (*request).kill,
		unix.SYS_FCNTL:             (*request).owner,
	}
}
