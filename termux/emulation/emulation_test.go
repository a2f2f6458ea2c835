//go:build linux && (amd64 || arm64)

package emulation

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// callName is the name of testdata/call inside the emulation.
const callName = "call"

// built is the path of the compiled testdata/call. It is compiled once.
var built string

func TestMain(m *testing.M) {
	Inside()
	dir, err := os.MkdirTemp("", "emulation")
	if err != nil {
		panic(err)
	}
	built = filepath.Join(dir, callName)
	c := exec.Command("go", "build", "-o", built, "./testdata/call")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		panic(string(out))
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// phone makes a machine that has this test's program inside, or skips the test.
func phone(t *testing.T, p Phone) *Machine {
	t.Helper()
	if err := Possible(); err != nil {
		t.Skip(err)
	}
	m, err := New(t.TempDir(), p)
	require.NoError(t, err)
	require.NoError(t, m.Copy(built, Prefix+"/bin/"+callName, UID))
	return m
}

// sh runs a script with Android's shell, and returns its output and status.
func sh(t *testing.T, m *Machine, script string) (string, int) {
	t.Helper()
	out, err := m.Command("/system/bin/sh", "-c", script).CombinedOutput()
	status := 0
	if exit, ok := err.(*exec.ExitError); ok {
		status = exit.ExitCode()
	} else {
		require.NoError(t, err)
	}
	return string(out), status
}

var versions = [...]int{8, 10, 12, 15}

// Each call that a version's list lacks ends the process. The kernel answers each other row
// of the table.
func TestCallsEndTheProcess(t *testing.T) {
	for _, android := range versions {
		for _, watch := range []bool{false, true} {
			m := phone(t, Phone{Android: android, Watch: watch})
			script := ""
			for _, c := range Calls {
				script += fmt.Sprintf("%s %d >/dev/null 2>&1; echo %s $?\n", callName, c.Number, c.Name)
			}
			out, status := sh(t, m, script)
			require.Zero(t, status, out)
			trapped, err := m.TrapReport()
			require.NoError(t, err)
			want := ""
			for _, c := range Calls {
				status := 0
				if Traps(android, c.Number) {
					status = 2 // Go's runtime reports a SIGSYS that no process sent, and exits with this status
				}
				if status != 0 && watch {
					assert.Contains(t, trapped, c.Name+" by "+callName+" ", "Android %d", android)
				}
				want += fmt.Sprintf("%s %d\n", c.Name, status)
			}
			assert.Equal(t, want, out, "Android %d, watched: %v", android, watch)
		}
	}
}

func TestAppProperties(t *testing.T) {
	for _, android := range versions {
		if testing.Short() && android > 8 && android < 15 {
			continue // counts as 15 in this comparison
		}
		m := phone(t, Phone{Android: android})
		require.NoError(t, m.Write(Home+"/env-script", "#!/usr/bin/env sh\n", 0o700))
		for _, c := range []struct{ why, script, want string }{
			{"the app has a user of its own", "id -u; id -g", "10123\n10123\n"},
			{"no capabilities and no new privileges", "grep -E '^(CapEff|NoNewPrivs)' /proc/self/status", "CapEff:\t0000000000000000\nNoNewPrivs:\t1\n"},
			{"it starts in its home", "pwd", Home + "\n"},
			{"the home is its own", "echo x >a && cat a", "x\n"},
			{"no hard links", "ln a b 2>/dev/null; echo $?", "1\n"},
			{"symbolic links", "ln -s a c && cat c", "x\n"},
			{"a hard link by linkat(2) is denied, and ends nothing", callName + " " + Home + "/a", "link " + Home + "/a " + Home + "/a.link: permission denied\n"},
			{"no /usr", "ls -d /usr 2>/dev/null; echo $?", "1\n"},
			{"so no #!/usr/bin/env", "./env-script 2>/dev/null; echo $?", "127\n"},
			{"/tmp cannot be used", "echo x 2>/dev/null >/tmp/x; ls /tmp >/dev/null 2>&1; echo $?", "1\n"},
			{"/ and /data cannot be listed", "ls / >/dev/null 2>&1; echo $?; ls /data >/dev/null 2>&1; echo $?", "1\n1\n"},
			{"the system is not the app's", "echo x 2>/dev/null >/system/bin/x; echo $?", "1\n"},
			{"other apps are private", "ls /data/data/com.other >/dev/null 2>&1; echo $?", "1\n"},
			{"the other name of the app's directory", "cat /data/user/0/com.termux/files/home/a", "x\n"},
			{"other users' processes are hidden", "ls /proc/1 >/dev/null 2>&1; echo $?", "1\n"},
			{"exit statuses arrive", "exit 7", ""},
			{"what an app wrote runs", "cp $PREFIX/bin/busybox ./own-true 2>/dev/null; cp $PREFIX/bin/busybox busybox; ./busybox echo ran", "ran\n"},
		} {
			out, _ := sh(t, m, "PATH=$PREFIX/bin:/system/bin\n"+c.script)
			assert.Equal(t, c.want, out, "Android %d: %s", android, c.why)
		}
		_, err := os.Lstat(m.path("/bin"))
		assert.Equal(t, android >= 9, err == nil, "/bin is Android's since 9: %d", android)
	}
}

func TestStatusArrives(t *testing.T) {
	m := phone(t, Phone{Android: 12})
	_, status := sh(t, m, "exit 7")
	assert.Equal(t, 7, status)
	_, status = sh(t, m, "kill -TERM $$")
	assert.Equal(t, 128+15, status)
}

// Files that an app wrote cannot be executed, but the linker can load them.
func TestWX(t *testing.T) {
	m := phone(t, Phone{Android: 12, WX: true})
	if out, status := sh(t, m, "true"); status == 125 && strings.Contains(out, "landlock") {
		t.Skip("needs landlock(7): ", out)
	}
	for _, c := range []struct{ why, script, want string }{
		{"the system's programs run", "/system/bin/echo ran", "ran\n"},
		{"the app's own do not", "$PREFIX/bin/echo ran 2>/dev/null; echo $?", "126\n"},
		{"the linker loads them", Linker + " $PREFIX/bin/busybox echo ran", "ran\n"},
	} {
		out, _ := sh(t, m, c.script)
		assert.Equal(t, c.want, out, c.why)
	}
}

// The kernel accepts a filter of this size, and no row occurs twice.
func TestCallsAreDistinct(t *testing.T) {
	seen := map[uintptr]string{}
	for _, c := range Calls {
		assert.Empty(t, seen[c.Number], c.Name)
		assert.LessOrEqual(t, c.First, c.Last, c.Name)
		seen[c.Number] = c.Name
	}
	assert.True(t, Traps(15, 460), "what no list names")
	assert.False(t, Traps(8, unix.SYS_READ))
	assert.EqualValues(t, 80, unsafe.Sizeof(notice{}))
	assert.EqualValues(t, 24, unsafe.Sizeof(answer{}))
}
