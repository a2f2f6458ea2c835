//go:build amd64 || arm64

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/landlock"
	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// The three processes of a box. Each is started by the one before it, by [Enter], with these
// words: the word of all boxes, where the entry is read, this backend's name, and the role.
const (
	roleWatch   = "watch"   // ends what is left where keep is killed
	roleKeep    = "keep"    // ends what is left with the command, and where watch is killed
	roleConfine = "confine" // confines itself, and becomes the command
	roleProbe   = "probe"   // tries what a supervisor that is notified needs, and may die of it
)

// lifeFD is a pipe whose other end watch holds.
const lifeFD = secondFD + 1

func watchWords(backend, role string) []string {
	return []string{EnterWord, strconv.Itoa(firstFD), backend, role}
}

// supervised is one of the processes.
func supervised(words, env []string) error {
	if len(words) != 4 || words[2] != (Landlock{}).Name() && words[2] != (Supervisor{}).Name() {
		return errNoEntry
	}
	switch words[3] {
	case roleWatch:
		return keepers(words[2], roleKeep)
	case roleKeep:
		return keepers(words[2], roleConfine)
	case roleProbe:
		if err := supervise.Probe(); err != nil {
			return err
		}
		os.Exit(0)
	case roleConfine:
		err := confine(words[:2], env)
		report(toldFailure, words[2]+": "+err.Error())
		return err
	}
	return errNoEntry
}

// keepers starts the next process, waits for it, and ends all that is left below this one:
// whatever loses its parent gets this one (prctl(2), PR_SET_CHILD_SUBREAPER). It does so too
// when who started it has ended, and returns only where it could not begin.
//
// Of the two that do this each is there for the end of the other.
func keepers(backend, next string) error {
	dropped := make(chan os.Signal, 1)
	for _, sig := range handedOn {
		if !signal.Ignored(sig) { // else it stays so for the command
			signal.Notify(dropped, sig)
		}
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	pid, err := startNext(backend, next)
	if err != nil {
		report(toldFailure, err.Error())
		return err
	}
	go endWithParent(statusFD)
	if next == roleConfine {
		go endWithParent(lifeFD)
	}
	status := outlive(pid)
	endAll()
	os.Exit(status)
	return nil
}

// handedOn are signals that whoever started the box hands on to the command, and to all in
// its group.
var handedOn = [...]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2}

// startNext starts the process of a role, with what this one has open.
func startNext(backend, role string) (int, error) {
	group, life := unix.Getpgrp(), uintptr(lifeFD)
	if role == roleKeep {
		var fds [2]int
		if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
			return 0, err
		}
		life = uintptr(fds[0])
	} else if parent, err := unix.Getpgid(os.Getppid()); err == nil {
		group = parent // the command is in the group of who is waited for
	}
	files := []uintptr{0, 1, 2, First - 1, firstFD, statusFD, secondFD, life}
	attr := &syscall.ProcAttr{Env: os.Environ(), Files: files, Sys: &syscall.SysProcAttr{Setpgid: true}}
	if role == roleConfine {
		attr.Sys.Pgid = group
		attr.Files = files[:len(files)-1]
	}
	if flags, err := unix.FcntlInt(First-1, unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC != 0 {
		attr.Files[First-1] = ^uintptr(0) // the caller handed nothing on: it is the runtime's, if anybody's
	}
	return syscall.ForkExec(ownProgram, append([]string{"shimgen"}, watchWords(backend, role)...), attr)
}

// endWithParent ends all when the other end of a descriptor is closed.
func endWithParent(fd int) {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
	for {
		n, err := unix.Poll(fds, -1)
		if n > 0 || err != nil && !errors.Is(err, unix.EINTR) {
			break
		}
	}
	endAll()
	os.Exit(1)
}

// outlive waits until a process has ended, and returns its status as shells count it. What
// else ends meanwhile is forgotten.
func outlive(pid int) int {
	for {
		var w unix.WaitStatus
		ended, err := unix.Wait4(-1, &w, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 1
		case ended != pid:
		case w.Signaled():
			return 128 + int(w.Signal())
		case w.Exited():
			return w.ExitStatus()
		}
	}
}

// endAll kills what is below this process until nothing is.
func endAll() {
	for {
		for _, pid := range belowSelf() {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		for {
			ended, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
			if errors.Is(err, unix.ECHILD) {
				return
			}
			if ended <= 0 && !errors.Is(err, unix.EINTR) {
				break
			}
		}
		_ = unix.Nanosleep(&unix.Timespec{Nsec: 500_000}, nil)
	}
}

// confine confines this process, and becomes the command. It returns only if that fails.
func confine(words, env []string) error {
	runtime.LockOSThread()
	e, err := readEntry(words)
	if err != nil {
		return err
	}
	c, err := readConfinement()
	if err != nil {
		return err
	}
	restrict := noPrivileges
	if c.Alone {
		err = c.begin()
	} else {
		restrict, err = c.rules()
	}
	if err != nil {
		return err
	}
	for _, sig := range e.Default { // what is caught here has its default after execve(2)
		signal.Notify(make(chan os.Signal, 1), sig)
	}
	if err := setLimits(e.Limits); err != nil {
		return fmt.Errorf("limits: %w", err)
	}
	if err := giveUp(); err != nil {
		return fmt.Errorf("giving up privileges: %w", err)
	}
	if err := restrict(); err != nil {
		return err
	}
	if c.Alone && c.By == ByTrace {
		err = c.trace()
	} else {
		err = c.listen()
	}
	if err == nil && c.Alone && c.By != ByTrace {
		err = supervise.Answered()
	}
	if err != nil {
		return err
	}
	err = syscall.Exec(e.Path, e.Argv, append(env[:len(env):len(env)], e.Env...))
	report(toldCommand, fmt.Sprintf("%s: %s", e.Path, err))
	return err
}

func readConfinement() (c confinement, err error) {
	f := os.NewFile(secondFD, "confinement")
	text, err := io.ReadAll(f)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	return c, errors.Join(err, f.Close())
}

// noPrivileges keeps this process from getting privileges by what it starts.
func noPrivileges() error { return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }

// begin sees that each place is what it was, and makes what the command needs.
func (c confinement) begin() error {
	for _, w := range c.Places {
		fd, err := c.open(w.At)
		var st unix.Stat_t
		if err == nil {
			err = unix.Fstat(fd, &st)
			_ = unix.Close(fd)
		}
		if err != nil || uint64(st.Dev) != w.Dev || st.Ino != w.Ino {
			return fmt.Errorf("%s: %w", w.At, ErrMoved)
		}
	}
	if c.Shared != "" {
		_ = os.Mkdir(c.Shared+"/"+sharedName, 0o700)
	}
	return unix.Chdir(c.Dir)
}

// open opens a path of the box through no link.
func (c confinement) open(at string) (int, error) {
	if !c.Alone {
		return openPlace(at)
	}
	return openByName(at)
}

// rules returns what holds this process to the ruleset.
func (c confinement) rules() (restrict func() error, err error) {
	rules, err := c.prepare()
	if err == nil {
		err = c.begin()
	}
	return func() error {
		err := rules.Restrict()
		_ = rules.Close()
		return err
	}, err
}

// prepare makes the ruleset.
func (c confinement) prepare() (landlock.Ruleset, error) {
	rules, err := landlock.New(c.Offline)
	if err != nil {
		return rules, err
	}
	for _, g := range c.Grants {
		fd, err := openPlace(g.At)
		if err != nil {
			continue // it is not granted
		}
		var st unix.Stat_t
		if err = unix.Fstat(fd, &st); err == nil && !slices.Contains(c.Secret, supervise.File{Dev: uint64(st.Dev), Ino: st.Ino}) {
			err = rules.Grant(fd, g.Rights) // to the file, whatever names it has
		}
		_ = unix.Close(fd)
		if err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.EBADFD) { // it was a directory
			return rules, fmt.Errorf("%s: %w", g.At, err)
		}
	}
	for _, dir := range c.Around {
		if err := spare(rules, dir); err != nil {
			return rules, err
		}
	}
	return rules, nil
}

// mostSpares is how many programs can be made in a directory around what is hidden and started
// by the same command.
const mostSpares = 64

// spare makes files without a name in a directory's file system, grants them, and hands them to
// the supervisor, which puts them in the place of programs. A file system that knows no such
// files has none.
func spare(rules landlock.Ruleset, dir string) error {
	for range mostSpares {
		fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
		if err != nil {
			return nil
		}
		err = rules.Grant(fd, landlock.Execute|landlock.ReadFile)
		if err == nil {
			err = unix.Sendmsg(statusFD, []byte{toldSpare}, unix.UnixRights(fd), nil, 0)
		}
		_ = unix.Close(fd)
		if err != nil {
			return fmt.Errorf("spare files in %s: %w", dir, err)
		}
	}
	return nil
}

// openPlace opens a path through no link.
func openPlace(at string) (int, error) {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_NOFOLLOW | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	return unix.Openat2(unix.AT_FDCWD, at, &how)
}

// openByName is openPlace for kernels without openat2(2), and for an Android, which ends who
// calls it.
func openByName(at string) (int, error) {
	const how = unix.O_PATH | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Open("/", how, 0)
	for part := range strings.SplitSeq(strings.Trim(at, "/"), "/") {
		if err != nil || part == "" {
			break
		}
		var next int
		next, err = unix.Openat(fd, part, how, 0)
		_ = unix.Close(fd)
		fd = next
	}
	return fd, err
}

// giveUp gives up what the command must not have: capabilities, those that a program could
// give it included, and descriptors beyond its own.
func giveUp() error {
	for n := uintptr(0); n <= unix.CAP_LAST_CAP; n++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, n, 0, 0, 0); err != nil {
			break // it has no right to, or the kernel has no more
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return err
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return err
	}
	return closeOnExec(First)
}

// closeOnExec marks descriptors from a number on to be closed when another program begins.
// close_range(2) is not everywhere, and an Android before 13 ends who calls it.
func closeOnExec(from int) error {
	dir, err := os.Open("/proc/self/fd")
	if err != nil {
		return err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	for _, name := range names {
		if fd, wrong := strconv.Atoi(name); wrong == nil && fd >= from {
			unix.CloseOnExec(fd)
		}
	}
	return err
}

// listen takes the filter on this thread alone, and has another one, which it does not
// hold, hand its listener over.
func (c confinement) listen() error {
	hand, done := make(chan int), make(chan error)
	started := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		close(started)
		fd := <-hand
		done <- unix.Sendmsg(statusFD, append([]byte{toldListener}, strconv.Itoa(os.Getpid())...), unix.UnixRights(fd), nil, 0)
	}()
	<-started
	fd, err := c.take(unix.SECCOMP_FILTER_FLAG_NEW_LISTENER)
	if err != nil {
		return err
	}
	hand <- fd
	if err := <-done; err != nil {
		return fmt.Errorf("handing the listener over: %w", err)
	}
	return unix.Close(fd)
}

// report tells who planned the box.
func report(what byte, text string) {
	_ = unix.Sendmsg(statusFD, append([]byte{what}, text[:min(len(text), 4<<10)]...), nil, nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
}
