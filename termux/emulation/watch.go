//go:build linux && (amd64 || arm64)

package emulation

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// notice is the kernel's struct seccomp_notif, answer its struct seccomp_notif_resp.
type (
	notice struct {
		id         uint64
		pid, flags uint32
		call, arch uint32
		address    uint64
		args       [6]uint64
	}
	answer struct {
		id    uint64
		value int64
		errno int32
		flags uint32
	}
)

// watch answers the trapped calls of all processes: it writes each call to the log and sends
// SIGSYS to the thread. It receives the listener through the socket.
func watch(socket int, log io.Writer) {
	listener, err := receive(socket)
	if err != nil {
		fmt.Fprintln(log, "watch:", err)
		return
	}
	for {
		var n notice
		switch _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&n))); errno {
		case 0:
		case unix.EINTR, unix.ENOENT:
			continue
		default:
			return
		}
		fmt.Fprintf(log, "%s by %s\n", name(uintptr(n.call)), command(n.pid))
		_, _, _ = unix.RawSyscall(unix.SYS_TKILL, uintptr(n.pid), uintptr(unix.SIGSYS), 0) // the thread may have ended by now
		a := answer{id: n.id, errno: -int32(unix.ENOSYS)}
		_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&a)))
	}
}

// receive takes a descriptor from a socket.
func receive(socket int) (int, error) {
	room := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(socket, make([]byte, 1), room, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return -1, err
	}
	messages, err := unix.ParseSocketControlMessage(room[:n])
	if err != nil || len(messages) == 0 {
		return -1, errors.Join(err, errors.New("no descriptor"))
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) == 0 {
		return -1, errors.Join(err, errors.New("no descriptor"))
	}
	return fds[0], nil
}

// command returns the command line of a process, as far as it can be read.
func command(pid uint32) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return strings.TrimSpace(strings.ReplaceAll(string(text), "\x00", " "))
}
