//go:build amd64 || arm64

package supervise

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// mayPass reports whether the kernel may make a call although nothing else stands behind the
// supervisor: its meaning is in registers alone, or it starts a program (see the package
// comment).
func (r *request) mayPass() bool {
	switch r.nr {
	case unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_FCNTL:
		return true
	case unix.SYS_OPENAT:
		return r.args[2]&unix.O_PATH != 0
	}
	return false
}

// nobody is the number of no process group. A confined process sends it a signal to find out
// whether the supervisor answers its calls.
const nobody = -0x7fffffff

// Answered returns an error if no supervisor answers the calls of this process, which has its
// filter. Then nothing may be started.
func Answered() error {
	if _, _, errno := unix.RawSyscall(unix.SYS_KILL, negative(nobody), 0, 0); errno != unix.EXFULL {
		return fmt.Errorf("its system calls are not answered by the supervisor (%w)", errno)
	}
	return nil
}

func negative(n int32) uintptr { return uintptr(int(n)) }

// kill lets signals reach only confined processes.
func (r *request) kill() reply {
	to := int(int32(r.args[0]))
	switch {
	case to == nobody && r.rules.Alone:
		return refusal(unix.EXFULL)
	case to > 0 && r.isInside(to):
		return passed()
	case to > 0:
		if _, err := os.Lstat("/proc/" + strconv.Itoa(to)); err != nil {
			return refusal(unix.ESRCH)
		}
		return r.deny("signal", "process "+strconv.Itoa(to), unix.EPERM)
	case r.nr != unix.SYS_KILL:
		return refusal(unix.EINVAL)
	}
	return r.killAll(to)
}

// killAll handles a signal to a group, or to all processes: the supervisor sends it to each
// confined one.
func (r *request) killAll(to int) reply {
	own, err := r.status("Tgid", 10)
	if err != nil {
		return refusal(unix.ESRCH)
	}
	group := -to
	if to == 0 {
		if group, err = unix.Getpgid(own); err != nil {
			return refusal(unix.ESRCH)
		}
	}
	isMeant := func(process int) bool {
		of, err := unix.Getpgid(process)
		return (to == -1 || err == nil && of == group) && (process == own || r.isInside(process))
	}
	all := slices.DeleteFunc(processes(), func(process int) bool { return process == own })
	if to != -1 {
		all = append(all, own) // last, because the caller may end by it
	}
	found, sent, failed := false, false, error(nil)
	for _, process := range all {
		err := r.signal(process, isMeant)
		if errors.Is(err, errNotMeant) {
			continue
		}
		found = true
		if err == nil {
			sent = true
		} else {
			failed = err
		}
	}
	switch {
	case !found:
		return r.deny("signal", "group "+strconv.Itoa(group), unix.EPERM)
	case !sent:
		return refusal(failed)
	}
	return done()
}

// errNotMeant says that a signal is not for a process.
var errNotMeant = errors.New("another process")

// signal sends a process the signal of a call, if that is meant. It asks once more when it has a
// descriptor of the process: the number may have become another one's.
func (r *request) signal(process int, isMeant func(process int) bool) error {
	if !isMeant(process) {
		return errNotMeant
	}
	fd, err := r.pidfd(process)
	switch {
	case err != nil:
		return err
	case fd < 0:
		return unix.Kill(process, unix.Signal(r.args[1]))
	}
	defer unix.Close(fd)
	if !isMeant(process) {
		return errNotMeant
	}
	return unix.PidfdSendSignal(fd, unix.Signal(r.args[1]), nil, 0)
}

// processes returns all processes of the machine.
func processes() (found []int) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if process, err := strconv.Atoi(name); err == nil {
			found = append(found, process)
		}
	}
	slices.Sort(found)
	return found
}

// owner handles fcntl(2) with F_SETOWN, which says who gets a signal when a descriptor is
// ready.
func (r *request) owner() reply {
	to := int(int32(r.args[2]))
	if to == 0 || to > 0 && r.isInside(to) {
		return passed()
	}
	return r.deny("signal", "process "+strconv.Itoa(to), unix.EPERM)
}
