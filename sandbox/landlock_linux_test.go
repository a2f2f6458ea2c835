//go:build amd64 || arm64

package sandbox_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox"
)

// eachSupervised runs a test with each backend in which another process does for a command what
// the box allows.
func eachSupervised(t *testing.T, test func(t *testing.T, b sandbox.Backend)) {
	t.Run("landlock", func(t *testing.T) { test(t, landlockBackend(t)) })
	eachTransport(t, test)
}

// deciding is a backend that decides on programs.
func deciding(b sandbox.Backend, exec func(sandbox.Start) error) sandbox.Backend {
	switch b := b.(type) {
	case sandbox.Landlock:
		b.Exec = exec
		return b
	case sandbox.Supervisor:
		b.Exec = exec
		return b
	}
	return b
}

// boxed runs shell source in a box of a supervisor's, in a work directory with a kept file.
func boxed(t *testing.T, b sandbox.Backend, source string) (printed string, status int, dir string) {
	t.Helper()
	return boxedIn(t, b, source, func(*sandbox.Box) {})
}

func boxedIn(t *testing.T, b sandbox.Backend, source string, change func(*sandbox.Box)) (printed string, status int, dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, d := range []string{"work/.git/hooks", "temp", "spool", "trail"} {
		require.NoError(t, os.MkdirAll(at(d), 0o755))
	}
	for _, f := range []string{"file", "work/.git/config"} {
		require.NoError(t, os.WriteFile(at(f), []byte("text\n"), 0o644))
	}
	box := sandbox.Box{
		Dir: at("work"), Write: []string{at("work")}, Keep: []string{at("work/.git/config"), at("work/.git/hooks")}, Temp: at("temp"),
		Binds: []sandbox.Bind{{From: at("spool"), At: at("trail")}},
	}
	change(&box)
	plan, err := b.Plan(box, sandbox.Entry{Path: shell(), Argv: []string{filepath.Base(shell()), "-c", source, "bash", dir}})
	require.NoError(t, err)
	printed, status = start(t, plan)
	return printed, status, dir
}

// shell is the bash of this machine, or the shell of Termux.
func shell() string {
	if onAndroid {
		return os.Getenv("PREFIX") + "/bin/sh"
	}
	return "/bin/bash"
}

// What programs do every day to files is done by the supervisor as the kernel would.
var ordinary = []struct{ name, source, want string }{
	{"make, append, read", `echo a >f; echo b >>f; cat f`, "a\nb\n"},
	{"rename, link, remove", `echo a >f; mv f g; ln g h; ln -s g s; rm h; cat s; ls`, "a\ng\ns\n"},
	{"directories", `mkdir -p a/b/c; mv a d; rmdir d/b/c; find d`, "d\nd/b\n"},
	{"modes and the umask", `umask 027; echo >f; mkdir d; stat -c %a f d; chmod 4711 f; stat -c %a f; chmod -R u=rwX,go= d; stat -c %a d`, "640\n750\n4711\n700\n"},
	{"an open umask", `umask 0; echo >f; mkdir d; mkfifo p; stat -c %a f d p`, "666\n777\n666\n"},
	{"times", `touch -d 2001-02-03T04:05:06.7Z f; TZ=UTC stat -c %y f; cp -p f g; [ g -nt f ] || echo same`, "2001-02-03 04:05:06.700000000 +0000\nsame\n"},
	{"times of a link and of an open file", `echo >f; ln -s f s; touch -h -d @5 s; touch -d @6 - >>f; stat -c %Y s f`, "5\n6\n"},
	{"owner", `echo >f; chown "$(id -u):$(id -g)" f && echo ok`, "ok\n"},
	{"length", `echo abc >f; truncate -s 2 f; cat f; : >f; cat f`, "ab"},
	{"exclusive", `set -C; echo a >f; { echo b >f; } 2>/dev/null || echo no; cat f`, "no\na\n"},
	{"a named pipe", `mkfifo p; (sleep 0.05; cat p) & echo through >p; wait`, "through\n"},
	{"descriptors by their names", `echo o >/dev/stdout; echo e >/dev/stderr; echo n >/dev/null; exec 5>f; echo five >/dev/fd/5; echo six >/proc/self/fd/5; cat f`, "o\ne\nsix\n"},
	{"a file through a link to it", `mkdir d; ln -s d l; ln -s l/new n; echo a >n; cat d/new`, "a\n"},
	{"dots and slashes", `mkdir d; echo a >d/../d/./f; cat d//f; mkdir e/; rmdir e/; echo b >f/ || echo no`, "a\n"},
	{"a process substitution", `cat <(echo a) | tee >(cat >f) ; sleep 0.1; cat f`, "a\na\n"},
	{"temporary files", `f=$(TMPDIR=$1/temp mktemp); echo a >"$f"; cat "$f"`, "a\n"},
	{"a removed directory", `mkdir d; cd d; rmdir ../d; echo a >f || echo no`, "no\n"},
	{"a directory and what is there", `mkdir d; mkdir d 2>/dev/null || echo there; mkdir / 2>/dev/null || echo root; rm nothing 2>/dev/null || echo none`, "there\nroot\nnone\n"},
	{"listing all that is above", `cd /; ls >/dev/null && ls /dev >/dev/null && echo ok`, "ok\n"},
	{"what is written to alone", `echo line >>$1/trail/day; cat $1/spool/day; ls $1/trail`, "line\n"},
}

func TestOrdinaryWorkWithoutNamespaces(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, ordinaryWorkWithoutNamespaces)
}

func ordinaryWorkWithoutNamespaces(t *testing.T, b sandbox.Backend) {
	for _, c := range ordinary {
		t.Run(c.name, func(t *testing.T) {
			printed, _, _ := boxed(t, b, c.source)
			if c.name == "dots and slashes" {
				printed, _, _ = strings.Cut(printed, "bash:") // and the shell's complaint
			}
			if c.name == "a removed directory" {
				printed = printed[strings.LastIndex(printed, "no\n"):]
			}
			assert.Equal(t, c.want, printed)
		})
	}
}

// Ways to change what is kept, or what lies outside, by names that lead there.
var changes = []string{
	`echo x >.git/config`, `echo x >>.git/./hooks/../config`, `: >.git/config`, `truncate -s 0 .git/config`, `ln -s .git l; echo x >l/config`,
	`cd .git; echo x >config`, `exec 5<.git; echo x >/proc/self/fd/5/config`, `exec 5<.git/config; echo x >/proc/self/fd/5`, `exec 5<.git/config; echo x >/dev/fd/5`,
	`ln .git/config c; echo x >c`, `mv .git/config c`, `echo x >n; mv n .git/config`, `rm -f .git/config`, `rm -rf .git`, `mv .git g`, `mv .git/hooks .git/h`,
	`mkdir n; mv -T n .git/hooks`, `rmdir .git/hooks`, `touch .git/hooks/new`, `mkdir .git/hooks/new`, `ln -s x .git/hooks/new`, `mkfifo .git/hooks/new`,
	`chmod 777 .git/config`, `touch -d @5 .git/config`, `exec 5<.git/config; chmod 777 /proc/self/fd/5`, `cp --remove-destination /etc/hostname .git/config`,
	`echo x >../file`, `rm ../file`, `mv ../file .`, `ln ../file f; echo x >f`, `ln -s ../file f; echo x >f`, `ln -s .. d; touch d/new`, `chmod 777 ../file`,
	`exec 5<../file; echo x >/dev/fd/5`, `cd ..; echo x >file`, `mv ../work ../w`, `touch -d @5 ../file`,
	`exec 6<..; echo x >/dev/fd/6/file`, `echo x >/proc/self/cwd/../file`, `echo x >"/proc/$$/root$1/file"`,
}

func TestWhatIsKeptStaysWithoutNamespaces(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, whatIsKeptStaysWithoutNamespaces)
}

func whatIsKeptStaysWithoutNamespaces(t *testing.T, b sandbox.Backend) {
	for _, c := range changes {
		t.Run(c, func(t *testing.T) {
			printed, _, dir := boxed(t, b, c)
			for _, name := range []string{"file", "work/.git/config"} {
				text, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err, printed)
				assert.Equal(t, "text\n", string(text), "%s: %s", name, printed)
				info, err := os.Stat(filepath.Join(dir, name))
				require.NoError(t, err)
				assert.Equal(t, os.FileMode(0o644), info.Mode().Perm(), printed)
				assert.Greater(t, info.ModTime().Unix(), int64(5), printed)
			}
			hooks, err := os.ReadDir(filepath.Join(dir, "work/.git/hooks"))
			require.NoError(t, err, printed)
			assert.Empty(t, hooks, printed)
			above, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Len(t, above, 5, printed)
		})
	}
}

// Where two threads exchange the name of a file that is opened for one of a kept file, or a
// directory above it, what is decided on is what is opened.
func TestExchangedNamesLeadNowhere(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, exchangedNamesLeadNowhere)
}

func exchangedNamesLeadNowhere(t *testing.T, b sandbox.Backend) {
	printed, _, dir := boxed(t, b, "m="+strconv.Itoa(swaps())+`
echo >fine; ln -s fine way; mkdir d; : >d/config
(for n in $(seq $m); do ln -sfn .git/config way; ln -sfn fine way; ln -sfn .git dir; rm -f dir; mv d dir; mv dir d; done) 2>/dev/null &
for n in $(seq $((2*m))); do echo x >way; echo x >dir/config; done 2>/dev/null
wait; echo end`)
	assert.Contains(t, printed, "end")
	text, err := os.ReadFile(filepath.Join(dir, "work/.git/config"))
	require.NoError(t, err)
	assert.Equal(t, "text\n", string(text))
}

// swaps is how often a test that exchanges names does it.
func swaps() int {
	if testing.Short() {
		return 40
	}
	return 150
}

func TestALoopbackOfItsOwnServers(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, aLoopbackOfItsOwnServers)
}

func aLoopbackOfItsOwnServers(t *testing.T, b sandbox.Backend) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	printed, _, _ := boxed(t, b, python+` - <<'END'
import socket
for family, at, to in [(socket.AF_INET, "0.0.0.0", "127.0.0.1"), (socket.AF_INET6, "::", "127.0.0.1"), (socket.AF_INET6, "::1", "::1"), (socket.AF_INET, "127.0.0.3", "127.0.0.3")]:
    s = socket.socket(family); s.bind((at, 0)); s.listen(); port = s.getsockname()[1]
    c = socket.create_connection((to, port), 2); s.accept(); print("reached")
    s.close()
    try: socket.create_connection((to, port), 2); print("still open")
    except OSError: print("closed")
for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
    try: socket.socket(socket.AF_INET, kind); print("made")
    except OSError: print("refused")
for family in (socket.AF_INET, socket.AF_INET6):
    for protocol in (0, 6, 132, 256, 262): # any, TCP, SCTP, SMC, MPTCP: in.h
        try: socket.socket(family, socket.SOCK_STREAM, protocol); print("made", end=" ")
        except OSError as e: print(e.errno, end=" ")
END`)
	assert.Equal(t, strings.Repeat("reached\nclosed\n", 4)+"refused\nrefused\n"+strings.Repeat("made made 93 93 93 ", 2), printed)
}

// Each program that is started is decided on, by whatever path.
func TestProgramsAreDecidedOn(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, programsAreDecidedOn)
}

func programsAreDecidedOn(t *testing.T, b sandbox.Backend) {
	real, err := filepath.EvalSymlinks("/bin/cat")
	require.NoError(t, err)
	b = deciding(b, func(s sandbox.Start) error {
		if s.Path == real && len(s.Argv) > 1 && s.Argv[1] == "bad" {
			return errors.New("refused")
		}
		return nil
	})
	for _, source := range []string{`cat bad`, `/bin/cat bad`, `command -p cat bad`, `env -i /bin/cat bad`, `exec -a other /bin/cat bad`, `ln -s /bin/cat c; ./c bad`, `cd /bin; ./cat bad`, `exec 5</bin/cat; /proc/self/fd/5 bad`, `exec 5</bin/cat; (/proc/$$/fd/5 bad)`, `exec 5</bin/cat; (/proc/$$/task/$$/fd/5 bad)`} {
		printed, status, _ := boxed(t, b, source)
		assert.Contains(t, printed, "Permission denied", source)
		assert.NotContains(t, printed, "No such file", source)
		assert.NotEqual(t, 0, status, source)
	}
	printed, status, _ := boxed(t, b, `echo fine >f; /bin/cat f`)
	assert.Equal(t, "fine\n", printed)
	assert.Equal(t, 0, status)
}

// A decision that takes long holds up who waits for it, and nobody else.
func TestASlowDecisionHoldsUpNobodyElse(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, aSlowDecisionHoldsUpNobodyElse)
}

func aSlowDecisionHoldsUpNobodyElse(t *testing.T, b sandbox.Backend) {
	dir := ""
	b = deciding(b, func(s sandbox.Start) error {
		if len(s.Argv) < 2 || s.Argv[1] != "slow" {
			return nil
		}
		for range 500 {
			if _, err := os.Lstat(filepath.Join(dir, "f3")); err == nil {
				return nil
			}
			time.Sleep(10 * time.Millisecond)
		}
		return errors.New("nothing went on")
	})
	source := `echo slow >slow; cat slow & for n in 1 2 3; do echo x >f$n; done; wait`
	printed, _, _ := boxedIn(t, b, source, func(b *sandbox.Box) { dir = b.Dir })
	assert.Equal(t, "slow\n", printed)
}

// The runtime preempts its threads by signals. One that meets the supervisor while it hands over
// a descriptor must not end the caller's open without one.
func TestSignalsToTheSupervisorLoseNoFile(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, signalsToTheSupervisorLoseNoFile)
}

func signalsToTheSupervisorLoseNoFile(t *testing.T, b sandbox.Backend) {
	stop, signals := make(chan struct{}), sync.WaitGroup{}
	signals.Go(func() { preempt(t, stop) })
	printed, status, dir := boxed(t, b, `for n in {1..2000}; do echo $n >f || exit; read m <f; [ "$m" = $n ] || exit; done; echo all`)
	close(stop)
	signals.Wait()
	assert.Equal(t, "all\n", printed)
	assert.Zero(t, status)
	assert.FileExists(t, filepath.Join(dir, "work/f"))
}

// preempt sends every thread of this process the runtime's own signal until it is stopped.
func preempt(t *testing.T, stop <-chan struct{}) {
	for {
		threads, err := os.ReadDir("/proc/self/task")
		if !assert.NoError(t, err) {
			return
		}
		for _, thread := range threads {
			select {
			case <-stop:
				return
			default:
			}
			id, err := strconv.Atoi(thread.Name())
			if assert.NoError(t, err) {
				_ = unix.Tgkill(os.Getpid(), id, unix.SIGURG) // a thread may have ended since
			}
		}
	}
}
