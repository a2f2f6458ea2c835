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

// The three processes of a box. Each starts the next one, which calls [Enter] with these words:
// EnterWord, the descriptor of the entry, the backend's name, and the role.
const (
	roleWatch   = "watch"   // kills what is left if keep is killed
	roleKeep    = "keep"    // kills what is left when the command ends, or if watch is killed
	roleConfine = "confine" // confines itself, and becomes the command
	roleProbe   = "probe"   // tries what notification needs, and may be killed for that
)

// lifeFD is a pipe whose other end the process watch holds.
const lifeFD = secondFD + 1

func watchWords(backend, role string) []string {
	return []string{EnterWord, strconv.Itoa(firstFD), backend, role}
}

// supervised runs one of these processes.
func supervised(words, env []string) error {
	if len(words) != 4 || words[2] != (Landlock{}).Name() && words[2] != (Supervisor{}).Name() {
		return errNoEntry
	}
	switch words[3] {
	case roleWatch:
		return runKeeper(words[2], roleKeep)
	case roleKeep:
		return runKeeper(words[2], roleConfine)
	case roleProbe:
		if err := supervise.Probe(); err != nil {
			return err
		}
		os.Exit(0)
	case roleConfine:
		err := confine(words[:2], env)
		report(msgFailure, words[2]+": "+err.Error())
		return err
	}
	return errNoEntry
}

// runKeeper starts the next process, waits for it, and kills everything that is left below this
// one: orphans become its children (prctl(2), PR_SET_CHILD_SUBREAPER). It does so too when the
// process that started it has ended, and returns only if it could not begin.
//
// Two processes do this, so that each covers for the end of the other.
func runKeeper(backend, next string) error {
	dropped := make(chan os.Signal, 1)
	for _, sig := range forwarded {
		if !signal.Ignored(sig) { // ignored signals stay ignored, by the command too
			signal.Notify(dropped, sig)
		}
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	pid, err := startNext(backend, next)
	if err != nil {
		report(msgFailure, err.Error())
		return err
	}
	go endWithParent(statusFD)
	if next == roleConfine {
		go endWithParent(lifeFD)
	}
	status := waitFor(pid)
	endAll()
	os.Exit(status)
	return nil
}

// forwarded are the signals that the caller forwards to the command and its process group.
var forwarded = [...]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2}

// startNext starts the process of a role, and passes on its descriptors.
func startNext(backend, role string) (int, error) {
	group, life := unix.Getpgrp(), uintptr(lifeFD)
	if role == roleKeep {
		var fds [2]int
		if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
			return 0, err
		}
		life = uintptr(fds[0])
	} else if parent, err := unix.Getpgid(os.Getppid()); err == nil {
		group = parent // the command belongs to the group of the process that the caller waits for
	}
	files := []uintptr{0, 1, 2, First - 1, firstFD, statusFD, secondFD, life}
	attr := &syscall.ProcAttr{Env: os.Environ(), Files: files, Sys: &syscall.SysProcAttr{Setpgid: true}}
	if role == roleConfine {
		attr.Sys.Pgid = group
		attr.Files = files[:len(files)-1]
	}
	if flags, err := unix.FcntlInt(First-1, unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC != 0 {
		attr.Files[First-1] = ^uintptr(0) // the caller passed nothing: the descriptor is the Go runtime's, if it exists at all
	}
	return syscall.ForkExec(ownProgram, append([]string{"shimgen"}, watchWords(backend, role)...), attr)
}

// endWithParent kills everything when the other end of a descriptor is closed.
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

// waitFor waits until a process has ended, and returns its status as shells count it. It
// ignores other processes that end meanwhile.
func waitFor(pid int) int {
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

// endAll kills all descendants of this process until none is left.
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

// confine confines this process and becomes the command. It returns only on failure.
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
	for _, sig := range e.Default { // a signal that is caught here has its default action after execve(2)
		signal.Notify(make(chan os.Signal, 1), sig)
	}
	if err := setLimits(e.Limits); err != nil {
		return fmt.Errorf("limits: %w", err)
	}
	if err := dropPrivileges(); err != nil {
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
	report(msgCommand, fmt.Sprintf("%s: %s", e.Path, err))
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

// noPrivileges keeps this process from gaining privileges by starting a program.
func noPrivileges() error { return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }

// begin checks that no path was replaced, and creates what the command needs.
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

// open opens a path of the box without following links.
func (c confinement) open(at string) (int, error) {
	if !c.Alone {
		return openPlace(at)
	}
	return openByName(at)
}

// rules returns a function that restricts this process by the ruleset.
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

// prepare builds the ruleset.
func (c confinement) prepare() (landlock.Ruleset, error) {
	rules, err := landlock.New(c.Offline)
	if err != nil {
		return rules, err
	}
	for _, g := range c.Grants {
		fd, err := openPlace(g.At)
		if err != nil {
			continue // then it is not granted
		}
		var st unix.Stat_t
		if err = unix.Fstat(fd, &st); err == nil && !slices.Contains(c.Secret, supervise.File{Dev: uint64(st.Dev), Ino: st.Ino}) {
			err = rules.Grant(fd, g.Rights) // for the file, whatever its names are
		}
		_ = unix.Close(fd)
		if err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.EBADFD) { // it was a directory when the box was planned
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

// maxSpares bounds how many programs a command can create, and then start, in a directory that
// holds something hidden.
const maxSpares = 64

// spare creates files without a name in a directory's file system, grants rights for them, and
// passes them to the supervisor, which later puts them in place of new programs. On a file
// system without such files it does nothing.
func spare(rules landlock.Ruleset, dir string) error {
	for range maxSpares {
		fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
		if err != nil {
			return nil
		}
		err = rules.Grant(fd, landlock.Execute|landlock.ReadFile)
		if err == nil {
			err = unix.Sendmsg(statusFD, []byte{msgSpare}, unix.UnixRights(fd), nil, 0)
		}
		_ = unix.Close(fd)
		if err != nil {
			return fmt.Errorf("spare files in %s: %w", dir, err)
		}
	}
	return nil
}

// openPlace opens a path without following links.
func openPlace(at string) (int, error) {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_NOFOLLOW | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	return unix.Openat2(unix.AT_FDCWD, at, &how)
}

// openByName is openPlace for kernels without openat2(2), and for Android, which kills an app
// that calls it.
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

// dropPrivileges gives up what the command must not have: capabilities, including those that a program
// could gain, and descriptors other than its own.
func dropPrivileges() error {
	for n := uintptr(0); n <= unix.CAP_LAST_CAP; n++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, n, 0, 0, 0); err != nil {
			break // not permitted, or the kernel has no more capabilities
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

// closeOnExec marks the descriptors from a number on as close-on-exec. It does not use
// close_range(2), which some kernels lack and for which Android before 13 kills an app.
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

// listen installs the filter on this thread, and lets another thread, which the filter does not
// cover, send the listener to the supervisor.
func (c confinement) listen() error {
	hand, done := make(chan int), make(chan error)
	started := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		close(started)
		fd := <-hand
		done <- unix.Sendmsg(statusFD, append([]byte{msgListener}, strconv.Itoa(os.Getpid())...), unix.UnixRights(fd), nil, 0)
	}()
	<-started
	var fd int
	var err error
	for _, flags := range supervise.ListenerFlags() {
		if fd, err = c.take(flags); !errors.Is(err, unix.EINVAL) {
			break
		}
	}
	if err != nil {
		return err
	}
	hand <- fd
	if err := <-done; err != nil {
		return fmt.Errorf("handing the listener over: %w", err)
	}
	return unix.Close(fd)
}

// report sends a message to the process that planned the box.
func report(what byte, text string) {
	_ = unix.Sendmsg(statusFD, append([]byte{what}, text[:min(len(text), 4<<10)]...), nil, nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
}
