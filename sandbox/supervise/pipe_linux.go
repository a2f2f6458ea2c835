//go:build amd64 || arm64

package supervise

import (
	"time"

	"golang.org/x/sys/unix"
)

// pipe opens a named pipe. Opening waits for the other end, and the call that opens that may
// need this thread. So it waits on another one.
func (r *request) pipe(p place, flags int) reply {
	if flags&changing == 0 && flags&unix.O_NONBLOCK == 0 {
		return r.readPipe(p, flags)
	}
	try := func() (int, error) { return p.open(flags|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0) }
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

// readPipe opens a named pipe for reading, and waits for a writer on another thread. If the
// caller goes away before, this process opens the pipe for writing itself, so that the wait
// ends.
func (r *request) readPipe(p place, flags int) reply {
	wait := *r
	r.opened = nil // wait closes them
	done := make(chan struct{})
	go wait.onOwnThread(func() {
		fd, err := p.open(flags|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		close(done)
		wait.answer(wait.id, opened(fd, err, flags|unix.O_NONBLOCK))
	})
	at, err := unix.FcntlInt(uintptr(p.fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return reply{later: true, fd: -1}
	}
	go func() {
		defer unix.Close(at)
		own := place{fd: at, name: p.name}
		for {
			select {
			case <-done:
				return
			case <-time.After(pollEvery):
			}
			if wait.waits(wait.id) {
				continue
			}
			if fd, err := own.open(unix.O_WRONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0); err == nil {
				_ = unix.Close(fd)
			}
		}
	}()
	return reply{later: true, fd: -1}
}
