//go:build amd64 || arm64

package supervise

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// pipe opens a named pipe. Opening waits for the other end, and the call that opens that may
// need this thread. So it waits on another one.
func (r *request) pipe(p place, flags int) reply {
	if flags&changing == 0 && flags&unix.O_NONBLOCK == 0 {
		return r.readPipe(p, flags)
	}
	try := func() (int, error) {
		r.pipes.endForsaken(r.Supervisor)
		return p.open(flags|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	}
	fd, err := try()
	if err != unix.ENXIO || flags&unix.O_NONBLOCK != 0 {
		return opened(fd, err, flags)
	}
	wait := *r
	r.opened = nil // wait closes them
	go wait.onOwnThread(func() {
		for err == unix.ENXIO && wait.waits(wait.id) {
			time.Sleep(pollEvery)
			fd, err = try()
		}
		wait.answer(wait.id, opened(fd, err, flags))
	})
	return reply{later: true, fd: -1}
}

// A pipeRead is a wait of this process: it opens a named pipe for reading, for the call of a
// confined one.
type pipeRead struct {
	id    uint64 // of the call
	pipe  place
	ended chan struct{} // closed when this process waits no longer
}

// readPipe opens a named pipe for reading, and waits for a writer on another thread.
func (r *request) readPipe(p place, flags int) reply {
	at, err := unix.FcntlInt(uintptr(p.fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return refusal(err)
	}
	wait := *r
	r.opened = nil // wait closes them
	read := &pipeRead{id: r.id, pipe: place{fd: at, name: p.name}, ended: make(chan struct{})}
	r.pipes.add(read)
	go wait.onOwnThread(func() {
		fd, err := p.open(flags|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err == nil && !wait.waits(wait.id) {
			_ = unix.Close(fd) // before a writer finds this end open
			fd, err = -1, unix.EINTR
		}
		close(read.ended)
		r.pipes.remove(read)
		wait.answer(wait.id, opened(fd, err, flags|unix.O_NONBLOCK))
	})
	go func() {
		for !read.hasEnded(pollEvery) {
			wait.pipes.endForsaken(wait.Supervisor)
		}
	}()
	return reply{later: true, fd: -1}
}

// hasEnded reports whether the wait ends within a time.
func (p *pipeRead) hasEnded(within time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(within):
		return false
	}
}

// end ends a wait: this process opens the pipe for writing as well. It fails while the other
// thread has not begun to wait, and where the pipe is gone or may not be written.
func (p *pipeRead) end() {
	for range 10 {
		if fd, err := p.pipe.open(unix.O_WRONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0); err == nil {
			_ = unix.Close(fd)
		}
		if p.hasEnded(time.Millisecond) {
			return
		}
	}
}

// pipeReads are the waits for writers.
type pipeReads struct {
	mu    sync.Mutex
	reads map[*pipeRead]bool
}

func (p *pipeReads) add(read *pipeRead) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reads == nil {
		p.reads = map[*pipeRead]bool{}
	}
	p.reads[read] = true
}

func (p *pipeReads) remove(read *pipeRead) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.reads, read)
	_ = unix.Close(read.pipe.fd)
}

// endForsaken ends the waits whose callers are gone, such as by a signal. Without it, a process
// that opens the pipe for writing would find a reader that is none.
func (p *pipeReads) endForsaken(t transport) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for read := range p.reads {
		if !t.waits(read.id) {
			read.end()
		}
	}
}
