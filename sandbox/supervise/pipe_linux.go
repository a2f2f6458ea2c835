//go:build amd64 || arm64

package supervise

import (
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// pipe opens a named pipe. Opening waits for the other end, and the call that opens that may
// need this thread. So nothing waits in the kernel: an end is opened with O_NONBLOCK, and a
// thread looks again and again whether the other one is there.
func (r *request) pipe(f place, flags int) reply {
	var st unix.Stat_t
	if err := unix.Fstat(f.fd, &st); err != nil {
		return refusal(err)
	}
	flags &^= ifMissing | unix.O_TRUNC
	w := &pipeWait{id: r.id, flags: flags, pipe: File{uint64(st.Dev), st.Ino}, reads: flags&unix.O_ACCMODE == unix.O_RDONLY, fd: f.fd}
	if w.reads && flags&unix.O_NONBLOCK == 0 {
		r.untilSignalled()
		return r.pipes.read(r.Supervisor, w)
	}
	fd, err := r.pipes.connect(r.Supervisor, w)
	if err == unix.ENXIO && flags&unix.O_NONBLOCK == 0 {
		if w.fd, err = unix.FcntlInt(uintptr(f.fd), unix.F_DUPFD_CLOEXEC, 3); err == nil {
			r.untilSignalled()
			return r.pipes.add(r.Supervisor, w)
		}
	}
	return opened(fd, err, flags)
}

// A pipeWait is a call that waits for the other end of a named pipe.
type pipeWait struct {
	id    uint64
	flags int
	pipe  File
	reads bool
	fd    int // the end for reading, which a writer finds; or the pipe, opened with O_PATH
}

// open opens an end of a pipe. It fails with ENXIO if that is one for writing and nobody reads.
func (w *pipeWait) open() (int, error) {
	return unix.Open(self(w.fd), w.flags&^unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
}

// hasWriter reports whether a pipe has a writer, or had one since this end was opened. poll(2)
// tells if something was written, or a writer has closed it since. If a writer does nothing,
// tee(2) to another pipe fails with EAGAIN; without one it copies nothing.
func hasWriter(fd int, probe [2]int) bool {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if n, err := unix.Poll(fds, 0); err == nil && n > 0 {
		return true
	}
	n, err := unix.Tee(fd, probe[1], 1, unix.SPLICE_F_NONBLOCK)
	if n > 0 {
		_, _ = unix.Read(probe[0], make([]byte, n))
	}
	return n > 0 || err == unix.EAGAIN
}

// pipeWaits are the calls that wait for the other ends of named pipes. One thread looks after
// them while there are any.
type pipeWaits struct {
	mu     sync.Mutex
	waits  map[*pipeWait]bool
	probe  [2]int        // a pipe
	soon   chan struct{} // has something when an end was opened
	looks  bool          // there is a thread
	closed bool
}

// mostPipeWaits bounds how many calls wait. Each takes a descriptor of this process.
const mostPipeWaits = 512

// read opens a pipe for reading, and has the call wait. A writer finds either no reader or one that
// waits here.
func (p *pipeWaits) read(s *Supervisor, w *pipeWait) reply {
	p.mu.Lock()
	defer p.mu.Unlock()
	fd, err := w.open()
	if err != nil {
		return refusal(err)
	}
	w.fd = fd
	return p.addLocked(s, w)
}

// add has a call wait.
func (p *pipeWaits) add(s *Supervisor, w *pipeWait) reply {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.addLocked(s, w)
}

func (p *pipeWaits) addLocked(s *Supervisor, w *pipeWait) reply {
	err := p.begin()
	if err == nil && (p.closed || len(p.waits) >= mostPipeWaits) {
		err = unix.EAGAIN
	}
	if err != nil {
		_ = unix.Close(w.fd)
		return refusal(err)
	}
	p.waits[w] = true
	if !p.looks {
		p.looks = true
		go p.lookAfter(s)
	}
	p.nudge()
	return reply{later: true, fd: -1}
}

// begin makes what all waits need.
func (p *pipeWaits) begin() error {
	if p.waits != nil {
		return nil
	}
	if err := unix.Pipe2(p.probe[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		return err
	}
	p.waits, p.soon = map[*pipeWait]bool{}, make(chan struct{}, 1)
	return nil
}

// nudge makes the thread look now.
func (p *pipeWaits) nudge() {
	select {
	case p.soon <- struct{}{}:
	default: // it is about to look, or there are no waits
	}
}

// take takes the waits that a function chooses.
func (p *pipeWaits) take(chosen func(*pipeWait) bool) (taken []*pipeWait) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.takeLocked(chosen)
}

func (p *pipeWaits) takeLocked(chosen func(*pipeWait) bool) (taken []*pipeWait) {
	for w := range p.waits {
		if chosen(w) {
			delete(p.waits, w)
			taken = append(taken, w)
		}
	}
	return taken
}

// drop ends the waits that a function chooses.
func (p *pipeWaits) drop(chosen func(*pipeWait) bool) {
	for _, w := range p.take(chosen) {
		_ = unix.Close(w.fd)
	}
}

// connect opens a pipe, mostly for writing. It first ends the waits of readers that are gone, such
// as by a signal, because a writer would find them. Then the readers get their end before the writer
// gets its own: it may be done at once, and a signal about that would end the wait of a reader. If
// no reader took its end, there was none.
func (p *pipeWaits) connect(s *Supervisor, w *pipeWait) (int, error) {
	for {
		fd, readers, err := p.meet(s, w)
		if err != nil || len(readers) == 0 || s.answerReaders(readers) {
			return fd, err
		}
		_ = unix.Close(fd)
	}
}

// meet opens a pipe, and takes the readers that wait for a writer of it.
func (p *pipeWaits) meet(s *Supervisor, w *pipeWait) (fd int, readers []*pipeWait, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, gone := range p.takeLocked(func(other *pipeWait) bool { return other.reads && other.pipe == w.pipe && !s.waits(other.id) }) {
		_ = unix.Close(gone.fd)
	}
	if fd, err = w.open(); err != nil {
		return -1, nil, err
	}
	p.nudge() // a call may wait for this end
	if !w.reads {
		readers = p.takeLocked(func(other *pipeWait) bool { return other.reads && other.pipe == w.pipe })
	}
	return fd, readers, err
}

// answerReaders gives readers their end, and reports whether one took it.
func (s *Supervisor) answerReaders(readers []*pipeWait) (took bool) {
	for _, w := range readers {
		if s.answer(w.id, opened(w.fd, nil, w.flags)) {
			took = true
		}
	}
	return took
}

// close ends all waits.
func (p *pipeWaits) close() {
	p.mu.Lock()
	if p.waits != nil && !p.closed {
		_, _ = unix.Close(p.probe[0]), unix.Close(p.probe[1])
	}
	p.closed = true
	p.nudge()
	p.mu.Unlock()
	p.drop(func(*pipeWait) bool { return true })
}

// lookAfter answers calls whose wait is over, on a thread without capabilities, which ends with it,
// until no call waits.
func (p *pipeWaits) lookAfter(s *Supervisor) {
	runtime.LockOSThread()
	if dropCapabilities() != nil {
		p.refuseAll(s)
		return
	}
	for {
		p.drop(func(w *pipeWait) bool { return !s.waits(w.id) })
		s.answerReaders(p.take(func(w *pipeWait) bool { return w.reads && !p.closed && hasWriter(w.fd, p.probe) }))
		for _, w := range p.take(func(w *pipeWait) bool { return !w.reads }) {
			fd, err := p.connect(s, w)
			if err == unix.ENXIO && p.putBack(w) {
				continue
			}
			_ = unix.Close(w.fd)
			s.answer(w.id, opened(fd, err, w.flags))
		}
		left := p.left()
		if left == 0 {
			return
		}
		select {
		case <-p.soon:
		case <-time.After(pollEvery * time.Duration(1+left/16)):
		}
	}
}

// refuseAll ends all waits because this thread must not open anything.
func (p *pipeWaits) refuseAll(s *Supervisor) {
	for p.left() > 0 {
		for _, w := range p.take(func(*pipeWait) bool { return true }) {
			_ = unix.Close(w.fd)
			s.answer(w.id, refusal(unix.EACCES))
		}
	}
}

// putBack has a call wait on, unless no call may.
func (p *pipeWaits) putBack(w *pipeWait) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.waits[w] = true
	}
	return !p.closed
}

// left returns how many calls wait. If none does, the thread ends.
func (p *pipeWaits) left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.looks = len(p.waits) > 0
	return len(p.waits)
}
