//go:build linux && (amd64 || arm64)

package emulation

import (
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// These are the argv[0] of the two processes that precede a program. The first makes the
// mounts and stays; the second gives up its rights and becomes the program.
const (
	firstName  = "shimgen-emulation-1"
	secondName = "shimgen-emulation-2"
)

// task is the only argument of these processes: it says what to do.
type task struct {
	Phone
	Root, Log string
	Dir       string
	Argv      []string
}

// Possible returns why this machine cannot emulate Android, or nil.
func Possible() error {
	if os.Geteuid() != 0 {
		return errors.New("an emulated Android needs root, for mounts and other users")
	}
	dir, err := os.MkdirTemp("", "shimgen-emulation-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	m, err := New(dir, Phone{Android: 8})
	if err != nil {
		return err
	}
	if out, err := m.Command("/system/bin/true").CombinedOutput(); err != nil {
		return fmt.Errorf("an emulated Android: %w: %s", err, out)
	}
	return nil
}

// Command returns a command that runs a program inside, by its name there, as the app would.
// It has the environment of a Termux shell and starts in the home. To end it, kill the
// process: all processes that the program started end too. Its status is the program's, or
// 128 plus the signal.
func (m *Machine) Command(argv ...string) *exec.Cmd {
	told, err := json.Marshal(task{m.Phone, m.Root, m.log, Home, argv})
	cmd := exec.Command("/proc/self/exe", string(told))
	cmd.Err = err
	cmd.Args[0] = firstName
	cmd.Env = m.Environ()
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		Pdeathsig:  syscall.SIGKILL,
	}
	if m.ARM64 != "" {
		all := []syscall.SysProcIDMap{{Size: 1<<32 - 1}}
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings, cmd.SysProcAttr.GidMappings, cmd.SysProcAttr.GidMappingsEnableSetgroups = all, all, true
	}
	return cmd
}

// Environ returns the environment of a shell in Termux 0.118, without termux-exec.
func (m *Machine) Environ() []string {
	env := []string{
		"HOME=" + Home, "PREFIX=" + Prefix, "TMPDIR=" + Prefix + "/tmp", "PATH=" + Prefix + "/bin",
		"ANDROID_ROOT=/system", "ANDROID_DATA=/data", "LANG=en_US.UTF-8",
	}
	if m.WX {
		return append(env, "TERMUX_VERSION=googleplay.2025.10.05", "ANDROID__BUILD_VERSION_SDK="+strconv.Itoa(m.SDK()))
	}
	return append(env, "TERMUX_VERSION=0.118.3")
}

// SDK returns the API level of the version.
func (m *Machine) SDK() int {
	levels := [...]int{8: 26, 9: 28, 10: 29, 11: 30, 12: 31, 13: 33, 14: 34, 15: 35}
	if m.Android < len(levels) {
		return levels[m.Android]
	}
	return 0
}

// Inside returns at once in an ordinary process. In a process that Command started, Inside
// does that process' work and exits. Call it first in TestMain.
func Inside() {
	if len(os.Args) != 2 || os.Args[0] != firstName && os.Args[0] != secondName {
		return
	}
	runtime.LockOSThread()
	var t task
	err := json.Unmarshal([]byte(os.Args[1]), &t)
	status := 0
	switch {
	case err != nil:
	case os.Args[0] == firstName:
		status, err = t.first()
	default:
		err = t.second()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "emulation:", err)
		os.Exit(125)
	}
	os.Exit(status)
}

// first makes the mounts, starts the second process and waits for it. It is process 1, so
// every process that the program leaves behind ends with it.
func (t task) first() (int, error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return 0, fmt.Errorf("a mount namespace of its own: %w", err)
	}
	log, err := os.OpenFile(t.Log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return 0, err
	}
	if err := t.emulate(); err != nil {
		return 0, fmt.Errorf("programs for arm64: %w", err)
	}
	if err := t.mounts(); err != nil {
		return 0, err
	}
	if err := unix.Chroot(t.Root); err != nil {
		return 0, err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	told, err := json.Marshal(t)
	if err != nil {
		return 0, err
	}
	ours, theirs := pair[0], os.NewFile(uintptr(pair[1]), "socket")
	cmd := &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{secondName, string(told)}, Env: os.Environ(), Dir: "/",
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, ExtraFiles: []*os.File{theirs},
		SysProcAttr: &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: UID, Gid: UID, Groups: groups[:]}},
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	theirs.Close()
	if t.Watch {
		go watch(ours, log)
	}
	_ = cmd.Wait() // the state holds the result
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal()), nil
	}
	return cmd.ProcessState.ExitCode(), nil
}

// emulate registers the emulator for arm64 programs with the kernel, for this user
// namespace: Documentation/admin-guide/binfmt-misc.rst. The kernel opens the emulator now
// (F), since it is not in the tree, and passes it the requested argv[0] (P).
func (t task) emulate() error {
	if t.ARM64 == "" {
		return nil
	}
	const dir = "/proc/sys/fs/binfmt_misc"
	if err := unix.Mount("binfmt_misc", dir, "binfmt_misc", 0, ""); err != nil {
		return err
	}
	const (
		begins = `\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`
		mask   = `\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff` // of any system, executable or shared
	)
	return os.WriteFile(dir+"/register", []byte(":arm64:M::"+begins+":"+mask+":"+t.ARM64+":FP"), 0)
}

// mounts shows this machine's libraries, devices and processes in the tree.
func (t task) mounts() error {
	at := func(name string) string { return filepath.Join(t.Root, name) }
	for _, name := range append([]string{"/lib", "/lib64"}, devices[:]...) {
		from, err := filepath.EvalSymlinks(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			err = unix.Mount(from, at(name), "", unix.MS_BIND, "")
		}
		if err == nil && !strings.HasPrefix(name, "/dev/") {
			err = unix.Mount("", at(name), "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, "")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := unix.Mount("proc", at("/proc"), "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "hidepid=2"); err != nil {
		return fmt.Errorf("/proc: %w", err)
	}
	return nil
}

// second gives up the rights that an app lacks, and becomes the program.
func (t task) second() error {
	const socket = 3
	unix.CloseOnExec(socket)
	if len(t.Argv) == 0 || !filepath.IsAbs(t.Argv[0]) {
		return errors.New("no program to run")
	}
	if err := os.Chdir(t.Dir); err != nil {
		return err
	}
	if t.WX {
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return err
		}
		if err := executeSystemAlone(); err != nil {
			return fmt.Errorf("landlock: %w", err)
		}
	}
	listener, err := t.restrict()
	if err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	if t.Watch {
		if err := unix.Sendmsg(socket, []byte{0}, unix.UnixRights(listener), nil, 0); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s: %w", t.Argv[0], syscall.Exec(t.Argv[0], t.Argv, os.Environ()))
}

// interpreter returns the loader that a program names, or "".
func interpreter(file string) (string, error) {
	program, err := elf.Open(file)
	if err != nil {
		return "", err
	}
	defer program.Close()
	for _, p := range program.Progs {
		if p.Type == elf.PT_INTERP {
			name := make([]byte, p.Filesz)
			_, err := p.ReadAt(name, 0)
			return strings.TrimRight(string(name), "\x00"), err
		}
	}
	return "", nil
}
