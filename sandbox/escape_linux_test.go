package sandbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox"
)

// escapes is the first argument of the test program where it tries to get out of a box.
const escapes = "escape"

// outside is what a box is tried against: a work directory "work" and what lies beside it.
type outside struct {
	Dir        string
	Process    int // that made it
	TCP4, TCP6 int // ports of listeners on the machine's loopback
	UDP        int
	Abstract   string
	Boxed      bool // this is tried in a box
	Inside     bool // something in the work directory is hidden, too

	// Alone tries each way in a process of its own, for where a system call may end who
	// makes it; Only is the one that such a process tries.
	Alone bool
	Only  string
}

// ways are all that are tried.
func (o outside) ways() []escape {
	if !o.Inside {
		return ways
	}
	return append(inside, ways...)
}

func (o outside) at(name string) string { return filepath.Join(o.Dir, name) }

// An escape is a way out of a box. try returns nil if it is open. What is open in one
// backend is so in each, and docs/threat-model.md names it.
type escape struct {
	name string
	open bool
	try  func(o outside) error
}

var ways = []escape{
	{"write beside the work directory", false, func(o outside) error { return os.WriteFile(o.at("new"), nil, 0o600) }},
	{"write in it", true, func(o outside) error { return os.WriteFile(o.at("work/new"), nil, 0o600) }},
	{"write to /var/tmp", false, func(outside) error { return os.WriteFile("/var/tmp/shimgen-escape", nil, 0o600) }},
	{"shared memory of the machine", false, func(o outside) error { return reads(fmt.Sprintf("/dev/shm/shimgen-escape-%d", o.Process)) }},
	{"mode of a file outside", false, func(o outside) error { return os.Chmod(o.at("file"), 0o777) }},
	{"owner of a file outside", false, func(o outside) error { return os.Chown(o.at("file"), os.Getuid(), os.Getgid()) }},
	{"times of a file outside", false, func(o outside) error { return unix.Utimes(o.at("file"), []unix.Timeval{{}, {}}) }},
	{"an attribute of a file outside", false, func(o outside) error { return unix.Setxattr(o.at("file"), "user.x", []byte("x"), 0) }},
	{"length of a file outside", false, func(o outside) error { return os.Truncate(o.at("file"), 0) }},
	{"a hidden file", false, func(o outside) error { return reads(o.at("secret")) }},
	{"a hidden directory", false, func(o outside) error { return reads(o.at("hidden/secret")) }},
	{"a hidden file by a link", false, func(o outside) error {
		_ = os.Symlink("../secret", o.at("work/link"))
		return reads(o.at("work/link"))
	}},
	{"a hidden file by /proc/self/root", false, func(o outside) error { return reads("/proc/self/root" + o.at("secret")) }},
	{"a hidden file by /proc/1/root", false, func(o outside) error { return reads("/proc/1/root" + o.at("secret")) }},
	{"a hidden file by /proc/1/cwd", false, func(o outside) error { return reads("/proc/1/cwd/../secret") }},
	{"a descriptor of process 1", false, func(o outside) error { return opens("/proc/1/fd/0", os.O_RDONLY) }},
	{"memory of process 1", false, func(outside) error { return opens("/proc/1/mem", os.O_RDWR) }},
	{"what no list names", false, func(o outside) error { return reads(o.at("home/file")) }},
	{"what no list names, by /proc/self/root", false, func(o outside) error { return reads("/proc/self/root" + o.at("home/file")) }},
	{"what no list names, by a link", false, func(o outside) error {
		_ = os.Symlink(o.at("home"), o.at("work/link-home"))
		return reads(o.at("work/link-home/file"))
	}},
	{"the names beside what a list names", false, func(o outside) error {
		names, err := os.ReadDir(o.at("home"))
		if err == nil && len(names) < 2 {
			return syscall.ENOENT
		}
		return err
	}},
	{"what a list names", true, func(o outside) error { return reads(o.at("home/shown/file")) }},
	{"its mode and owner", false, func(o outside) error { return errors.Join(os.Chmod(o.at("secret"), 0o644), reads(o.at("secret"))) }},
	{linkedBefore, true, func(o outside) error { return reads(o.at("work/linked")) }},
	{"a new hard link of it", false, func(o outside) error { return os.Link(o.at("secret"), o.at("work/linked-now")) }},
	{"a hard link of a file outside", false, func(o outside) error { return os.Link(o.at("file"), o.at("work/file-linked")) }},
	{"a kept file", false, func(o outside) error { return opens(o.at("work/.git/config"), os.O_WRONLY) }},
	{"a file in a kept directory", false, func(o outside) error { return os.WriteFile(o.at("work/.git/hooks/pre-commit"), nil, 0o700) }},
	{"mv .git", false, func(o outside) error { return os.Rename(o.at("work/.git"), o.at("work/git-moved")) }},
	{"exchange of .git", false, func(o outside) error {
		_ = os.Mkdir(o.at("work/other"), 0o700)
		return unix.Renameat2(unix.AT_FDCWD, o.at("work/other"), unix.AT_FDCWD, o.at("work/.git"), unix.RENAME_EXCHANGE)
	}},
	{"removal of a kept directory", false, func(o outside) error { return os.RemoveAll(o.at("work/.git/hooks")) }},
	{"mv of the work directory", false, func(o outside) error { return os.Rename(o.at("work"), o.at("moved")) }},
	{"a protected name that was not there", true, func(o outside) error { return os.WriteFile(o.at("work/.mcp.json"), nil, 0o600) }},
	{"a directory swapped for a link while it runs", false, func(o outside) error {
		return errors.Join(os.Mkdir(o.at("work/swapped"), 0o700), os.Remove(o.at("work/swapped")), os.Symlink(o.Dir, o.at("work/swapped")),
			os.WriteFile(o.at("work/swapped/planted"), nil, 0o600))
	}},
	{"TCP to the machine's loopback", false, func(o outside) error { return dials("tcp4", "127.0.0.1", o.TCP4) }},
	{"TCP to ::1", false, func(o outside) error { return dials("tcp6", "::1", o.TCP6) }},
	{"UDP to the machine's loopback", false, func(o outside) error { return asks("127.0.0.1", o.UDP) }},
	{"UDP to an address of no machine", false, func(outside) error { return asks("192.0.2.1", 53) }},
	{"TCP to the cloud's metadata", false, func(outside) error { return dials("tcp4", "169.254.169.254", 80) }},
	{"a raw IP socket", false, func(outside) error { return socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP) }},
	{"a packet socket", false, func(outside) error { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0) }},
	{"a socket to the hypervisor", false, func(outside) error { return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0) }},
	{"an abstract Unix socket", false, func(o outside) error { return dials("unix", o.Abstract, 0) }},
	{"a Unix socket with a file", true, func(o outside) error { return dials("unix", o.at("socket"), 0) }},
	{"a signal to a process outside", false, func(o outside) error { return syscall.Kill(o.Process, 0) }},
	{"the environment of a process outside", false, func(o outside) error { return reads(fmt.Sprintf("/proc/%d/environ", o.Process)) }},
	{"the end of process 1", false, func(o outside) error {
		if o.Boxed { // else it is the machine's
			_ = syscall.Kill(1, syscall.SIGKILL)
		}
		return syscall.EPERM // if nothing comes after it, nothing is printed
	}},
	{"tracing process 1", false, func(outside) error { return calls(unix.SYS_PTRACE, unix.PTRACE_ATTACH, 1) }},
	{"tracing one of its own", false, func(outside) error {
		cmd := exec.Command("sleep", "5")
		if err := cmd.Start(); err != nil {
			return err
		}
		err := calls(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(cmd.Process.Pid))
		return errors.Join(err, cmd.Process.Kill())
	}},
	{"memory of one of its own", false, func(outside) error { return calls(unix.SYS_PROCESS_VM_READV, uintptr(os.Getppid()), 0) }},
	{"io_uring", false, func(outside) error {
		var params [120]byte
		return calls(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)))
	}},
	{"a nested user namespace", false, func(outside) error { return calls(unix.SYS_UNSHARE, unix.CLONE_NEWUSER, 0) }},
	{"the same by clone", false, func(outside) error {
		cmd := exec.Command("/bin/true")
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}
		return cmd.Run()
	}},
	{"unmounting what hides", false, func(o outside) error { return unix.Unmount(o.at("hidden"), unix.MNT_DETACH) }},
	{"a writable mount", false, func(outside) error {
		return unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND, "")
	}},
	{"a root of its own", false, func(o outside) error { return unix.Chroot(o.at("work")) }},
	{"a file by its handle", false, func(outside) error { return calls(unix.SYS_OPEN_BY_HANDLE_AT, ^uintptr(0), 0) }},
	{"a device file", false, func(o outside) error { return unix.Mknod(o.at("work/device"), unix.S_IFBLK|0o600, 1<<8) }},
	{"settings of the kernel", false, func(outside) error { return opens("/proc/sys/kernel/core_pattern", os.O_WRONLY) }},
	{"keys of the kernel", false, func(outside) error { return opens("/proc/sysrq-trigger", os.O_WRONLY) }},
	{"settings of a device", false, func(outside) error { return opens("/sys/kernel/mm/transparent_hugepage/enabled", os.O_WRONLY) }},
	{"another user", false, func(outside) error { return calls(unix.SYS_SETUID, uintptr(os.Getuid()+1), 0) }},
	{"fewer groups", false, func(outside) error { return calls(unix.SYS_SETGROUPS, 0, 0) }},
	{"a capability", false, func(outside) error {
		return unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, unix.CAP_SYS_ADMIN, 0, 0)
	}},
	{"typing at a terminal", false, func(outside) error { return calls(unix.SYS_IOCTL, 0, unix.TIOCSTI) }},
}

func reads(name string) error {
	text, err := os.ReadFile(name)
	if err == nil && len(text) == 0 {
		return errors.New("empty")
	}
	return err
}

func opens(name string, how int) error {
	f, err := os.OpenFile(name, how, 0)
	if err == nil {
		f.Close()
	}
	return err
}

func calls(number, a, b uintptr) error {
	if _, _, err := syscall.RawSyscall6(number, a, b, 0, 0, 0, 0); err != 0 {
		return err
	}
	return nil
}

func socket(family, kind, protocol int) error {
	fd, err := unix.Socket(family, kind, protocol)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func dials(network, host string, port int) error {
	to := host
	if network != "unix" {
		to = net.JoinHostPort(host, fmt.Sprint(port))
	}
	c, err := net.DialTimeout(network, to, soon)
	if err == nil {
		c.Close()
	}
	return err
}

// asks sends a datagram and waits for an answer, or for the refusal.
func asks(host string, port int) error {
	c, err := net.DialTimeout("udp", net.JoinHostPort(host, fmt.Sprint(port)), soon)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err = c.Write([]byte("x")); err != nil {
		return err
	}
	if err = c.SetReadDeadline(time.Now().Add(soon)); err != nil {
		return err
	}
	_, err = c.Read(make([]byte, 1))
	return err
}

// tryEscapes tries all ways and prints the names of those that are open, and why the
// others are not.
func tryEscapes(words string) error {
	var o outside
	if err := json.Unmarshal([]byte(words), &o); err != nil {
		return err
	}
	found := map[string]string{}
	for _, way := range o.ways() {
		if o.Only != "" && o.Only != way.name {
			continue
		}
		try := way.try
		if o.Alone {
			try = way.tryAlone
		}
		found[way.name] = "open"
		if err := try(o); err != nil {
			found[way.name] = err.Error()
		}
	}
	return json.NewEncoder(os.Stdout).Encode(found)
}

// tryAlone tries one way in a process of its own, which may be ended for it.
func (e escape) tryAlone(o outside) error {
	o.Alone, o.Only = false, e.name
	words, err := json.Marshal(o)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	out, ended := exec.Command(program, escapes, string(words)).Output()
	found := map[string]string{}
	if json.Unmarshal(out, &found) != nil {
		var how *exec.ExitError
		if errors.As(ended, &how) && bytes.Contains(how.Stderr, []byte("SIGSYS")) {
			return errors.New("ended by SIGSYS")
		}
		return fmt.Errorf("no answer: %w", ended)
	}
	if what := found[e.name]; what != "open" {
		return errors.New(what)
	}
	return nil
}

// make makes what a box is tried against.
func (o *outside) make(t *testing.T) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	o.Dir, o.Process, o.Alone = dir, os.Getpid(), onAndroid
	require.NoError(t, os.Chmod(dir, 0o755))
	for _, d := range []string{"work/.git/hooks", "work/keys", "hidden", "home/shown"} {
		require.NoError(t, os.MkdirAll(o.at(d), 0o755))
	}
	for _, f := range []string{"file", "secret", "hidden/secret", "work/.git/config", "work/.env", "work/keys/id", "home/file", "home/shown/file"} {
		require.NoError(t, os.WriteFile(o.at(f), []byte("x"), 0o644))
	}
	require.NoError(t, os.WriteFile(o.at("void"), nil, 0))
	hardLink(t, o.at("secret"), o.at("work/linked"))
	shared := fmt.Sprintf("/dev/shm/shimgen-escape-%d", o.Process)
	if os.WriteFile(shared, []byte("x"), 0o644) == nil {
		t.Cleanup(func() { os.Remove(shared) })
	}
	listen := func(network, at string) net.Addr {
		l, err := net.Listen(network, at)
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
		return l.Addr()
	}
	o.TCP4 = listen("tcp4", "127.0.0.1:0").(*net.TCPAddr).Port
	if l, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		t.Cleanup(func() { l.Close() })
		o.TCP6 = l.Addr().(*net.TCPAddr).Port
	}
	udp, err := net.ListenPacket("udp4", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { udp.Close() })
	go answer(udp)
	o.UDP = udp.LocalAddr().(*net.UDPAddr).Port
	o.Abstract = fmt.Sprintf("@shimgen-escape-%d", o.Process)
	listen("unix", o.Abstract)
	listen("unix", o.at("socket"))
}

// answer answers datagrams until its socket is closed.
func answer(at net.PacketConn) {
	for b := make([]byte, 1); ; {
		_, from, err := at.ReadFrom(b)
		if err != nil {
			return
		}
		_, _ = at.WriteTo(b, from)
	}
}

// box is the one that is tried.
func (o outside) box() sandbox.Box {
	b := sandbox.Box{
		Dir: o.at("work"), Write: []string{o.at("work")}, Keep: []string{o.at("work/.git/config"), o.at("work/.git/hooks")},
		Empty: []string{o.at("home")}, Show: []string{o.at("home/shown")}, Hide: []string{o.at("secret"), o.at("hidden")}, Void: o.at("void"),
	}
	if o.Inside {
		b.Hide = append(b.Hide, o.at("work/.env"), o.at("work/keys"))
	}
	return b
}

func TestEscapes(t *testing.T) {
	if unprivileged(t) {
		eachBackend(t, stopsEscapes)
	}
}

// Root keeps its number in a namespace of its own, and the kernel knows its files by it.
func TestEscapesOfRoot(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	eachBackend(t, stopsEscapes)
}

func stopsEscapes(t *testing.T, b sandbox.Backend) {
	for name, secret := range map[string]bool{"elsewhere": false, "inside": true} {
		t.Run(name, func(t *testing.T) {
			o := outside{Inside: secret}
			o.make(t)
			found := tried(t, b, o)
			for _, way := range o.ways() {
				// Where one process opens all that is read, it knows the file by its number.
				knows := b.Name() == "supervisor" || secret && b.Name() == "landlock"
				open := way.open && !(knows && way.name == linkedBefore)
				assert.NotEmpty(t, found[way.name], way.name)
				assert.Equal(t, open, found[way.name] == "open", "%s: %s", way.name, found[way.name])
			}
			assert.NoFileExists(t, o.at("planted"))
			assert.NoFileExists(t, o.at("new"))
		})
	}
}

// onAndroid reports whether this was built for Android, which ends who makes some calls.
const onAndroid = runtime.GOOS == "android"

// hardLink gives a file a second name, except on Android, which allows no app to.
func hardLink(t *testing.T, file, name string) {
	t.Helper()
	if err := os.Link(file, name); !onAndroid {
		require.NoError(t, err)
	}
}

// linkedBefore is the way by a name that nothing hides.
const linkedBefore = "its hard link, made before"

// tried is what came of each way.
func tried(t *testing.T, b sandbox.Backend, o outside) map[string]string {
	t.Helper()
	o.Boxed = b.Name() != bare{}.Name()
	words, err := json.Marshal(o)
	require.NoError(t, err)
	program := self(t)[0]
	plan, err := b.Plan(o.box(), sandbox.Entry{Path: program, Argv: []string{program, escapes, string(words)}})
	require.NoError(t, err)
	printed, status := start(t, plan)
	require.Equal(t, 0, status, printed)
	found := map[string]string{}
	require.NoError(t, json.Unmarshal([]byte(printed), &found), printed)
	return found
}

// Without a box nearly all is open: what is found stopped is stopped by the box.
func TestEscapesAreEscapes(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	var o outside
	o.make(t)
	stopped := []string{}
	for name, what := range tried(t, bare{}, o) {
		if what != "open" {
			stopped = append(stopped, name+": "+strings.TrimSpace(what))
		}
	}
	t.Log(strings.Join(stopped, "\n"))
	assert.Less(t, len(stopped), len(ways)/2)
}
