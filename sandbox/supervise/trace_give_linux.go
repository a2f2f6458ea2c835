//go:build amd64 || arm64

package supervise

import (
	"encoding/binary"
	"errors"

	"golang.org/x/sys/unix"
)

// outlet is an abstract Unix socket to which traced threads connect, to get a descriptor or to
// send a copy of one.
type outlet struct {
	fd   int
	name []byte // struct sockaddr_un
}

func (o *outlet) open() error {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if err := unix.Bind(fd, &unix.SockaddrUnix{}); err != nil { // the kernel chooses a name
		return errors.Join(err, unix.Close(fd))
	}
	at, err := unix.Getsockname(fd)
	local, is := at.(*unix.SockaddrUnix)
	if err != nil || !is || local.Name == "" {
		return errors.Join(unix.EADDRNOTAVAIL, err, unix.Close(fd))
	}
	o.fd = fd
	o.name = append(binary.NativeEndian.AppendUint16(nil, unix.AF_UNIX), "\x00"+local.Name[1:]...)
	return unix.Listen(fd, unix.SOMAXCONN)
}

func (o *outlet) close() { _ = unix.Close(o.fd) }

// accept takes the connection of a process. It closes all others, because the name is no
// secret.
func (o *outlet) accept(process int) (int, error) {
	for {
		fd, _, err := unix.Accept4(o.fd, unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK)
		if err != nil {
			return -1, err
		}
		if peer, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil && int(peer.Pid) == process {
			return fd, nil
		}
		_ = unix.Close(fd)
	}
}

// The layout of the page in a traced process.
const (
	pageName    = 0   // struct sockaddr_un
	pageMessage = 128 // struct msghdr
	pageVector  = 192 // struct iovec
	pageByte    = 208
	pageControl = 256 // struct cmsghdr and a descriptor
)

// message returns struct msghdr, with what it points to, as it lies in that page.
func message(page uint64, control []byte) []byte {
	room := max(len(control), unix.CmsgSpace(4))
	b := make([]byte, pageControl-pageMessage+room)
	put := func(at int, value uint64) { binary.NativeEndian.PutUint64(b[at:], value) }
	put(16, page+pageVector)  // msg_iov
	put(24, 1)                // msg_iovlen
	put(32, page+pageControl) // msg_control
	put(40, uint64(room))     // msg_controllen
	put(pageVector-pageMessage, page+pageByte)
	put(pageVector-pageMessage+8, 1)
	if control == nil { // if no message comes, this must not look like a descriptor
		binary.NativeEndian.PutUint32(b[pageControl-pageMessage+unix.CmsgLen(0):], ^uint32(0))
	}
	copy(b[pageControl-pageMessage:], control)
	return b
}

// withConnection makes a thread connect to the outlet, then calls do. own is the thread's
// descriptor, conn the other end.
func (t *tracer) withConnection(h *waiter, do func(page, own uint64, conn int) error) error {
	who := t.traced[h.thread]
	if who == nil {
		return unix.ESRCH
	}
	return h.Borrow(func() error {
		page, err := t.page(h, who)
		if err != nil {
			return err
		}
		own, err := h.Do(unix.SYS_SOCKET, unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			return err
		}
		conn := -1
		if _, err = h.Do(unix.SYS_CONNECT, own, page+pageName, uint64(len(t.outlet.name))); err == nil {
			conn, err = t.outlet.accept(who.process)
		}
		if err == nil {
			err = do(page, own, conn)
			_ = unix.Close(conn)
		}
		if err != nil && !isGone(err) {
			if _, gone := h.Do(unix.SYS_CLOSE, own); isGone(gone) {
				return gone
			}
		}
		return err
	})
}

// isGone reports whether an error is about the thread and not its call.
func isGone(err error) bool {
	var errno unix.Errno
	return err != nil && (!errors.As(err, &errno) || errno == unix.ESRCH)
}

// page returns a page in the memory of a thread's process, with the outlet's name in it.
// Another thread can change its content: then the process gets another number for its
// descriptor, or none.
func (t *tracer) page(h *waiter, who *tracee) (uint64, error) {
	if who.process == 0 {
		process, err := (&request{thread: h.thread}).status("Tgid", 10)
		if err != nil {
			return 0, unix.ESRCH
		}
		who.process = process
	}
	if at := who.memory.page; at != 0 && poke(h.thread, at+pageName, t.outlet.name) == nil {
		return at, nil
	}
	at, err := h.Do(unix.SYS_MMAP, 0, pageSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS, ^uint64(0), 0)
	if err != nil {
		return 0, err
	}
	who.memory.page = at
	return at, poke(h.thread, at+pageName, t.outlet.name)
}

// poke writes to a thread's memory.
func poke(thread int, at uint64, b []byte) error {
	local := unix.Iovec{Base: &b[0]}
	local.SetLen(len(b))
	n, err := unix.ProcessVMWritev(thread, []unix.Iovec{local}, []unix.RemoteIovec{{Base: uintptr(at), Len: len(b)}}, 0)
	if err == nil && n == len(b) {
		return nil
	}
	fd, err := unix.Open((&request{thread: thread}).proc("mem"), unix.O_WRONLY|unix.O_CLOEXEC, 0) // containers may refuse that call, but not this file
	if err != nil {
		return unix.EFAULT
	}
	defer unix.Close(fd)
	if n, err := unix.Pwrite(fd, b, int64(at)); err != nil || n != len(b) {
		return unix.EFAULT
	}
	return nil
}

// give gives a thread a descriptor, and returns its number: the lowest free one.
func (t *tracer) give(h *waiter, fd int, modes uint32) (number uint64, err error) {
	err = t.withConnection(h, func(page, own uint64, conn int) error {
		if err := unix.Sendmsg(conn, []byte{0}, unix.UnixRights(fd), nil, unix.MSG_NOSIGNAL); err != nil {
			return err
		}
		if err := poke(h.thread, page+pageMessage, message(page, nil)); err != nil {
			return err
		}
		if _, err := h.Do(unix.SYS_RECVMSG, own, page+pageMessage, unix.MSG_DONTWAIT|unix.MSG_CMSG_CLOEXEC); err != nil {
			return err
		}
		var got int32
		if err := copyInto(&request{thread: h.thread}, &got, page+pageControl+uint64(unix.CmsgLen(0))); err != nil {
			return err
		}
		if _, err := h.Do(unix.SYS_DUP3, uint64(got), own, uint64(modes&unix.O_CLOEXEC)); err != nil {
			return unix.EMFILE // nothing came: the process has no free number
		}
		number = own
		_, err := h.Do(unix.SYS_CLOSE, uint64(got))
		return err
	})
	return number, err
}

// copyOf makes the caller send a descriptor.
func (t *tracer) copyOf(r *request, number int) (fd int, err error) {
	if !t.waits(r.id) {
		return -1, unix.ESRCH
	}
	ran := t.do(func() {
		t.mu.Lock()
		h := t.waiting[r.id]
		t.mu.Unlock()
		if h == nil {
			err = unix.ESRCH
			return
		}
		fd, err = t.take(h, number)
		if err != nil && t.isOver(h, err) {
			t.release(h.thread)
		}
	})
	if !ran {
		return -1, unix.ESRCH
	}
	return fd, err
}

// take makes a thread send a descriptor of its process.
func (t *tracer) take(h *waiter, number int) (fd int, err error) {
	fd = -1
	err = t.withConnection(h, func(page, own uint64, conn int) error {
		if err := poke(h.thread, page+pageMessage, message(page, unix.UnixRights(number))); err != nil {
			return err
		}
		if _, err := h.Do(unix.SYS_SENDMSG, own, page+pageMessage, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL); err != nil {
			return err
		}
		if _, fd, err = receive(conn); err != nil {
			return err
		}
		_, err := h.Do(unix.SYS_CLOSE, own)
		return err
	})
	if err == nil && fd < 0 {
		err = unix.EBADF
	}
	return fd, err
}

// receive receives a descriptor, or -1.
func receive(conn int) (n, fd int, err error) {
	control := make([]byte, unix.CmsgSpace(4))
	n, got, _, _, err := unix.Recvmsg(conn, make([]byte, 1), control, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return 0, -1, err
	}
	messages, err := unix.ParseSocketControlMessage(control[:got])
	if err != nil || len(messages) != 1 {
		return n, -1, nil
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return n, -1, nil
	}
	return n, fds[0], nil
}

// pidfd is not needed: what is traced keeps its number until this thread waits for it. Android kills
// who asks for one.
func (*tracer) pidfd(int) (int, error) { return -1, nil }

// replace is not needed: a tracer can always copy the caller's own socket.
func (*tracer) replace(*request, int, int, uint32) error { return unix.ENOSYS }
