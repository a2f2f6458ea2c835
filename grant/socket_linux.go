package grant

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/process"
)

// Without a sandbox no file is out of the command's reach. There the process that asked
// holds the grant in memory, and shims below it ask it over a socket with an abstract name
// (unix(7)). Neither side believes a name: each asks the kernel who the other is. The server
// must be an ancestor that runs this very program, and the client a descendant that does.

const (
	maxQuestion = 64 << 10 // bytes of one question
	maxWaiting  = 16       // shims that wait for an answer
	yes         = "yes"
)

// address is where the process pid answers.
func address(pid int) *unix.SockaddrUnix {
	return &unix.SockaddrUnix{Name: "@shimgen-grant-" + strconv.Itoa(pid)}
}

// socket makes a socket that keeps messages apart.
func socket() (int, error) {
	return unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
}

// held is a grant that is spent command by command.
type held struct {
	left Commands // of one goroutine
}

// spend takes commands out of the grant, all of them or none.
func (h *held) spend(asked Commands) bool {
	left := slices.Clone(h.left)
	for _, a := range asked {
		i := slices.IndexFunc(left, func(c Command) bool {
			return c.Rule == a.Rule && c.Dir == a.Dir && isSame(c.Argv, a.Argv)
		})
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	h.left = left
	return len(asked) > 0
}

// Hold answers the shims below this process until end is called. If nothing can
// listen, they refuse as without a grant.
func Hold(g Commands) (end func()) {
	if len(g) == 0 {
		return func() {}
	}
	at, err := socket()
	if err != nil {
		return func() {}
	}
	if unix.Bind(at, address(os.Getpid())) != nil || unix.Listen(at, maxWaiting) != nil {
		unix.Close(at)
		return func() {}
	}
	held, ended := &held{left: slices.Clone(g)}, make(chan struct{})
	go func() {
		defer close(ended)
		for {
			fd, _, err := unix.Accept4(at, unix.SOCK_CLOEXEC)
			switch {
			case err == nil:
				held.answer(fd)
			case err != unix.EINTR && err != unix.ECONNABORTED:
				return
			}
		}
	}()
	return func() {
		_ = unix.Shutdown(at, unix.SHUT_RDWR) // which ends accept(2), too
		<-ended
		unix.Close(at)
	}
}

// answer answers one shim, and closes its connection.
func (h *held) answer(fd int) {
	defer unix.Close(fd)
	pid, ok := peer(fd)
	if !ok || !runsThis(pid) || !isAbove(os.Getpid(), pid) || limitAnswer(fd) != nil {
		return
	}
	text := make([]byte, maxQuestion)
	n, err := unix.Read(fd, text)
	var asked Commands
	if err == nil && n < maxQuestion && json.Unmarshal(text[:n], &asked) == nil && h.spend(asked) {
		_ = unix.Send(fd, []byte(yes), unix.MSG_NOSIGNAL)
	}
}

// limitAnswer limits how long a connection waits for its other end, to read and to write.
func limitAnswer(fd int) error {
	answerLimit := unix.Timeval{Sec: 2}
	return errors.Join(
		unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &answerLimit),
		unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_SNDTIMEO, &answerLimit),
	)
}

// spendAbove asks the processes above this one for a grant of commands, and spends it.
func spendAbove(asked Commands) bool {
	text, err := json.Marshal(asked)
	if err != nil || len(text) >= maxQuestion {
		return false
	}
	for _, pid := range process.Ancestors() {
		if runsThis(pid) && ask(pid, text) {
			return true
		}
	}
	return false
}

// ask asks one process, which must be the one that listens.
func ask(pid int, text []byte) bool {
	fd, err := socket()
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	if limitAnswer(fd) != nil || unix.Connect(fd, address(pid)) != nil {
		return false
	}
	if at, ok := peer(fd); !ok || at != pid || unix.Send(fd, text, unix.MSG_NOSIGNAL) != nil {
		return false
	}
	answer := make([]byte, len(yes))
	n, err := unix.Read(fd, answer)
	return err == nil && string(answer[:max(0, n)]) == yes
}

// peer is the process at the other end, if it is of this user.
func peer(fd int) (pid int, ok bool) {
	who, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil || int(who.Uid) != host.UID() || who.Pid <= 0 {
		return 0, false
	}
	return int(who.Pid), true
}

// runsThis reports whether a process runs the same program file as this one.
func runsThis(pid int) bool {
	its, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/exe")
	own, other := os.Stat("/proc/self/exe")
	return err == nil && other == nil && os.SameFile(its, own) && its.Sys().(*syscall.Stat_t).Nlink > 0
}

// isAbove reports whether a process is an ancestor of another.
func isAbove(ancestor, pid int) bool {
	for pid = host.ParentOf(pid); pid > 1; pid = host.ParentOf(pid) {
		if pid == ancestor {
			return true
		}
	}
	return false
}
