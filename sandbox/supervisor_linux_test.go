//go:build amd64 || arm64

package sandbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox"
)

// What a tracer must leave as it is without one: statuses, signals, stops, threads that become
// programs, numbers of descriptors.
var asWithout = []struct{ name, source, want string }{
	{"a status", `sh -c 'exit 7'; echo $?`, "7\n"},
	{"a signal that ends", `sh -c 'kill -TERM $$'; echo $?; sh -c 'kill -KILL $$'; echo $?`, "143\n137\n"},
	{"a signal that is caught", `trap 'echo caught' USR1; kill -USR1 $$; echo on`, "caught\non\n"},
	{"a signal that is ignored", `trap '' INT; kill -INT $$; echo on`, "on\n"},
	{"a stop and its end", `sleep 60 & p=$!; kill -STOP $p; until grep -q 'State:.[Tt]' /proc/$p/status; do :; done; kill -CONT $p; until grep -q 'State:.S' /proc/$p/status; do :; done; kill $p; wait $p; echo $?`, "143\n"},
	{"a stop that the parent sees", `set -m; sh -c 'kill -STOP $$; exit 3' & wait $! || echo "stopped $?"; kill -CONT %1; wait %1; echo $?`, "stopped 147\n3\n"},
	{"a group", `set -m; (sleep 60 & sleep 60) & p=$!; sleep 0.1; kill -- -$p; wait $p; echo $?`, "143\n"},
	{"all but itself", `sleep 60 & p=$!; trap '' TERM; kill -TERM -1; wait $p; echo $?`, "143\n"},
	{"a signal for a pipe that waits", `mkfifo p; timeout -s INT 0.2 cat p; echo $?; timeout 0.2 sh -c 'echo >p'; echo $?`, "124\n124\n"},
	{"a writer right after a reader that a signal ended", `mkfifo p; for n in 1 2 3 4 5 6; do timeout -s INT 0.1 cat p; timeout 0.1 sh -c 'echo >p'; echo -n "$? "; done`, strings.Repeat("124 ", 6)},
	{"a writer of a pipe that is removed", `mkfifo p; (sleep 1; rm p) & timeout 1.5 sh -c 'echo >p'; echo -n "$? "; wait; ls`, "124 "},
	{"a reader of a pipe that is removed", `mkfifo p; (sleep 0.1; rm p; mkfifo p) & timeout 0.3 cat p; echo -n "$? "; wait; timeout 0.1 sh -c 'echo >p'; echo $?`, "124 124\n"},
	{"a pipe that may not be written", `mkfifo p; chmod 444 p; timeout 0.2 cat p; echo -n "$? "; chmod 644 p; timeout 0.1 sh -c 'echo >p'; echo $?`, "124 124\n"},
	{"many readers of one pipe", `mkfifo p; for n in $(seq 30); do cat p & done; sleep 1; exec 3>p; exec 3>&-; wait; echo end`, "end\n"},
	{"a writer that says nothing", pythons + `
signal.alarm(100) # what hangs fails
os.mkfifo("p")
if os.fork() == 0: time.sleep(0.1); fd = os.open("p", os.O_WRONLY); time.sleep(1.5); os._exit(0)
begun = time.time(); fd = os.open("p", os.O_RDONLY); print(time.time() - begun < 1.2, os.read(fd, 1), os.get_blocking(fd))
END`, "True b'' True\n"},
	{"a pipe that waits, among signals", pythons + `
signal.signal(signal.SIGALRM, lambda *_: None); signal.siginterrupt(signal.SIGALRM, False)
os.mkfifo("p")
if os.fork() == 0: time.sleep(0.3); open("p", "w").write("text"); os._exit(0)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05); print(open("p").read()); signal.setitimer(signal.ITIMER_REAL, 0)
END`, "text\n"},
	{"many pipes", `for n in $(seq 100); do mkfifo p$n; echo $n >p$n & read m <p$n; [ $m = $n ] || echo wrong; done; echo all`, "all\n"},
	{"what is left of its parent", `(sh -c 'sleep 0.1; echo orphan >f' &); until [ -s f ]; do :; done; cat f`, "orphan\n"},
	{"the lowest number", `exec 0<&-; echo a >f; exec 4<&-; sh -c 'exec <f; cat'; sh -c 'exec 3>g; ls -l /proc/self/fd/3 | grep -c /g'`, "a\n1\n"},
	{"no descriptors beside it", `echo >f; sh -c 'exec 3<f; ls /proc/self/fd' | tr '\n' ' '`, "0 1 2 3 4 "},
	{"modes of files without a name", pythons + `
for mask in 0, 0o27:
    os.umask(mask); print(oct(os.fstat(os.open(".", os.O_TMPFILE | os.O_RDWR, 0o666)).st_mode))
END`, "0o100666\n0o100640\n"},
	{"lengths by a path", pythons + `
open("f", "w").write("abc"); os.mkfifo("p")
for name in "f", ".", "p", "none":
    try: os.truncate(name, 2); print(os.path.getsize(name))
    except OSError as e: print(e.errno)
END`, "2\n21\n22\n2\n"},
	{"a socket with a file", pythons + `
s = socket.socket(socket.AF_UNIX); s.bind("s"); s.listen(); c = socket.socket(socket.AF_UNIX); c.connect("s"); s.accept(); print(oct(os.stat("s").st_mode))
try: socket.socket(socket.AF_UNIX).bind("../outside")
except OSError as e: print(e.errno)
END`, "0o140755\n30\n"},
	{"connections that do not wait, among signals", pythons + `
signal.signal(signal.SIGALRM, lambda *_: None); signal.siginterrupt(signal.SIGALRM, False)
local = socket.socket(socket.AF_UNIX); local.bind("s"); local.listen(500)
tcp = socket.create_server(("127.0.0.1", 0), backlog=500)
signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
def connect(family, to):
    with socket.socket(family) as c: c.setblocking(False); return c.connect_ex(to)
found = {connect(socket.AF_UNIX, "s") for n in range(400)} | {connect(socket.AF_INET, tcp.getsockname()) for n in range(400)}
signal.setitimer(signal.ITIMER_REAL, 0); print(found - {0, 115}) # EINPROGRESS
END`, "set()\n"},
	{"names that are made, changed and removed, among signals", pythons + `
signal.signal(signal.SIGALRM, lambda *_: None); signal.siginterrupt(signal.SIGALRM, False)
signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
for n in range(2000): os.mkdir("d"); os.rename("d", "e"); os.rmdir("e"); os.close(os.open("f", os.O_CREAT | os.O_EXCL)); os.unlink("f")
signal.setitimer(signal.ITIMER_REAL, 0); print("all")
END`, "all\n"},
	{"an exec by another thread", pythons + `
t = threading.Thread(target=lambda: os.execv("/bin/sh", ["sh", "-c", "echo became >f; cat f"])); t.start(); t.join()
END`, "became\n"},
	{"children by vfork with files", pythons + `
for n in range(20): subprocess.run(["sh", "-c", "echo $0", str(n)], stdout=open("f%d" % n, "w"), check=True)
os.posix_spawn("/bin/sh", ["sh", "-c", "echo spawned"], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "g", os.O_CREAT | os.O_WRONLY, 0o600)]); os.wait()
print(open("f19").read() + open("g").read(), end="")
END`, "19\nspawned\n"},
	{"many threads that write", pythons + `
def write(n):
    for i in range(20):
        with open("t%d" % n, "a") as f: f.write("x")
all = [threading.Thread(target=write, args=(n,)) for n in range(50)]
for t in all: t.start()
for t in all: t.join()
print(sum(os.path.getsize("t%d" % n) for n in range(50)))
END`, "1000\n"},
	{"keys of a terminal", pythons + `
signal.alarm(100) # what hangs fails
pid, fd = pty.fork()
if pid == 0: os.execv("/bin/bash", ["bash", "--norc", "--noediting", "-i"])
def until(what, seen=b""):
    while what not in seen: seen += os.read(fd, 1000)
os.write(fd, b"echo re\"\"ady\n"); until(b"ready") # before it is, an interrupt ends it
os.write(fd, b"PS1=; sleep 60; echo interrupted $?\n"); time.sleep(0.5); os.write(fd, b"\x03"); until(b"^C")
os.write(fd, b"sleep 60\n"); time.sleep(0.5); os.write(fd, b"\x1a"); until(b"Stopped")
os.write(fd, b"kill %1; wait; echo e\"\"nd\n"); until(b"end")
os.write(fd, b"exit 5\nexit 5\n") # bash refuses the first as long as it takes the job for a stopped one
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END`, "5\n"},
	{"no listener of its own", pythons + `
libc = ctypes.CDLL(None, use_errno=True); prog = struct.pack("HHBBI", 0, 0, 0, 0, 0)
print(libc.syscall(` + strconv.Itoa(unix.SYS_SECCOMP) + `, 1, 8, prog), ctypes.get_errno())
END`, "-1 16\n"},
	{"no tracing", pythons + `
libc = ctypes.CDLL(None, use_errno=True)
print(libc.ptrace(0, 0, 0, 0), ctypes.get_errno())
END`, "-1 1\n"},
	{"a clone and what is built of it", `export HOME=$PWD; git init -q r; cd r; printf 'all: sum\nsum: a b\n\tcat a b >sum\n' >Makefile; echo a >a; echo b >b; git add -A
git -c user.name=a -c user.email=a@example.com commit -qm one; cd ..; git clone -q r c; cd c; make -s; git status --porcelain; cat sum`, "?? sum\na\nb\n"},
	{"a thousand processes", `for n in $(seq 1000); do /bin/true >>f || echo failed; done; echo $n`, "1000\n"},
}

const pythons = `python3 - <<'END'
import ctypes, os, pty, signal, socket, struct, subprocess, threading, time
`

func TestASupervisorLeavesProcessesAsTheyAre(t *testing.T) {
	for _, program := range []string{"python3", "git", "make"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	if unprivileged(t) {
		eachTransport(t, leavesProcesses)
	}
}

func leavesProcesses(t *testing.T, b sandbox.Backend) {
	for _, c := range asWithout {
		t.Run(c.name, func(t *testing.T) {
			printed, _, _ := boxed(t, b, "exec 2>/dev/null\n"+c.source)
			assert.True(t, strings.HasSuffix(printed, c.want), "%q", printed)
		})
	}
}

// Reading costs nothing where nothing is hidden, and what is written is held all the same.
func TestReadsCanBeFree(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachTransport(t, func(t *testing.T, b sandbox.Backend) {
		free := b.(sandbox.Supervisor)
		free.FreeReads = true
		assert.NotContains(t, free.Holds(), sandbox.Reads)
		for _, c := range changes {
			_, _, dir := boxed(t, free, c)
			text, err := os.ReadFile(filepath.Join(dir, "work/.git/config"))
			require.NoError(t, err)
			assert.Equal(t, "text\n", string(text), c)
		}
	})
}

// races is the first argument of the test program where its threads write over paths while
// others of it open them.
const races = "race"

// race opens a path again and again, to be written and to be read, in fifty threads, while
// others write another path over it. It prints what it could read of a secret.
func race(words []string) error {
	fine, bad := words[0], words[1]
	var shared [4096]byte
	copy(shared[:], fine+"\x00")
	var over atomic.Bool
	var swaps, opens sync.WaitGroup
	for range 4 {
		swaps.Go(func() {
			runtime.LockOSThread()
			for !over.Load() {
				copy(shared[:], bad+"\x00")
				copy(shared[:], fine+"\x00")
			}
		})
	}
	for n := range 50 {
		opens.Go(func() {
			runtime.LockOSThread()
			how := uintptr(unix.O_RDONLY)
			if n%2 == 0 {
				how = unix.O_WRONLY | unix.O_CREAT | unix.O_APPEND
			}
			here := ^uintptr(99)
			for range 60 {
				fd, _, errno := unix.Syscall6(unix.SYS_OPENAT, here, uintptr(unsafe.Pointer(&shared[0])), how, 0o600, 0, 0)
				if errno != 0 {
					continue
				}
				text := make([]byte, 10)
				if how == unix.O_RDONLY {
					n, _ := unix.Read(int(fd), text)
					if strings.Contains(string(text[:n]), "SECRET") {
						fmt.Println("read it")
					}
				} else {
					_, _ = unix.Write(int(fd), []byte("x"))
				}
				unix.Close(int(fd))
			}
		})
	}
	opens.Wait()
	over.Store(true)
	swaps.Wait()
	fmt.Println("end")
	return nil
}

func TestThreadsThatSwapAPathReachNothing(t *testing.T) {
	if raced {
		t.Skip("the program that this test runs has a data race on purpose")
	}
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, func(t *testing.T, b sandbox.Backend) {
		program := self(t)[0]
		for _, bad := range []string{"../file", ".env", ".git/config"} {
			source := program + " " + races + " fine " + bad
			printed, status, dir := boxedIn(t, b, source, besideSecrets(t, ".env"))
			assert.Equal(t, "end\n", printed)
			assert.Zero(t, status)
			for name, want := range map[string]string{"file": "text\n", "work/.git/config": "text\n", "work/.env": "SECRET\n"} {
				text, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				assert.Equal(t, want, string(text), name)
			}
		}
	})
}

// Where the supervisor is killed, all that it traces ends with it: nothing goes on unsupervised.
func TestNothingOutlivesItsTracer(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(self(t)[0], traces, dir)
	require.NoError(t, cmd.Start())
	file := filepath.Join(dir, "ticks")
	require.Eventually(t, func() bool { _, err := os.Stat(file); return err == nil }, 10*time.Second, 10*time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	size := func() int64 { info, _ := os.Stat(file); return info.Size() }
	require.Eventually(t, func() bool {
		before := size()
		time.Sleep(50 * time.Millisecond)
		return before == size()
	}, 10*time.Second, 10*time.Millisecond)
}

// traces is the first argument of the test program where it supervises what writes all the time.
const traces = "trace"

func traceTicks(words []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	b := sandbox.Supervisor{Self: []string{program}, Lstat: os.Lstat}
	plan, err := b.Plan(sandbox.Box{Dir: words[0], Write: words}, sandbox.Entry{Path: shell(), Argv: []string{"sh", "-c", "while :; do echo x >>ticks; done"}})
	if err != nil {
		return err
	}
	files, err := plan.Open()
	if err != nil {
		return err
	}
	cmd := exec.Command(plan.Path)
	cmd.Args, cmd.ExtraFiles = plan.Argv, append([]*os.File{nil}, files.Child...)
	return cmd.Run()
}

// A phone's filter, or a container's, ends who tries; the transport that works everywhere is
// taken then.
func TestTheTransportIsFound(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	assert.Equal(t, sandbox.ByNotice, sandbox.FindTransport(self(t)[:1]), "this kernel has it")
}
