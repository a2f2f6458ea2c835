package parser

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// started is one program that a shell started: where, and with which words.
type started struct {
	dir  string
	argv []string
}

// jail runs scripts in a real shell in namespaces of its own. See
// testdata/oracle for how it is closed.
type jail struct {
	in  io.WriteCloser
	out io.Reader
}

// The statuses that testdata/oracle ends with.
const (
	jailLeaks     = 3
	jailForbidden = 4
)

// buildJail builds the program that makes jails, and is every program in them.
func buildJail(t *testing.T) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "oracle")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", exe, "./testdata/oracle")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return exe
}

// newJail starts a jail for a shell. The test is skipped where the machine
// does not allow one, and fails where one does not hold.
func newJail(t *testing.T, exe string, shell ...string) *jail {
	t.Helper()
	if _, err := os.Stat(shell[0]); err != nil {
		t.Skipf("needs %s", shell[0])
	}
	outside, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = outside.Close() })
	cmd := exec.Command(exe)
	cmd.Args = append([]string{"oracle", t.TempDir(), outside.Addr().String()}, shell...)
	cmd.Env = []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:                 syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		UidMappings:                idMap(os.Getuid()),
		GidMappings:                idMap(os.Getgid()),
		GidMappingsEnableSetgroups: os.Getuid() == 0,
		Pdeathsig:                  syscall.SIGKILL,
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	if err := cmd.Start(); err != nil {
		t.Skipf("needs user namespaces: %v", err)
	}
	j := &jail{in: in, out: out}
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Wait() })
	if _, _, err := j.run(":"); err != nil {
		_ = in.Close()
		switch err := cmd.Wait(); exitStatus(err) {
		case jailForbidden:
			t.Skipf("needs mounts in a user namespace: %s", stderr.String())
		case jailLeaks:
			t.Fatalf("the jail does not hold, so nothing was run in it: %s", stderr.String())
		default:
			t.Fatalf("the jail broke: %v: %s", err, stderr.String())
		}
	}
	return j
}

// idMap maps the caller to root, and the user that scripts run as to nobody,
// where the caller may.
func idMap(id int) []syscall.SysProcIDMap {
	own := []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
	if os.Getuid() != 0 {
		return own
	}
	return append(own, syscall.SysProcIDMap{ContainerID: 1000, HostID: 65534, Size: 1})
}

func exitStatus(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}

// run runs one script, and returns what it started and what it wrote to
// standard error. Nothing is returned of a script that did not end in time.
func (j *jail) run(script string) ([]started, string, error) {
	frame := append(binary.LittleEndian.AppendUint32(nil, uint32(len(script))), script...)
	if _, err := j.in.Write(frame); err != nil {
		return nil, "", err
	}
	var answer [3]string
	for i := range answer {
		var size uint32
		if err := binary.Read(j.out, binary.LittleEndian, &size); err != nil {
			return nil, "", err
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(j.out, text); err != nil {
			return nil, "", err
		}
		answer[i] = string(text)
	}
	if answer[2] == "true" {
		return nil, "stopped", nil
	}
	return records(answer[0]), answer[1], nil
}

// records reads the log of one script.
func records(log string) []started {
	var out []started
	fields := strings.Split(log, "\x00")
	for len(fields) > 1 {
		n, err := strconv.Atoi(fields[0])
		if err != nil || n < 2 || n+1 > len(fields) {
			panic("torn record: " + log)
		}
		out = append(out, started{fields[1], fields[2 : n+1]})
		fields = fields[n+1:]
	}
	return out
}

// TestJailHolds tries, from inside the shell, what must not be possible.
func TestJailHolds(t *testing.T) {
	j := newJail(t, buildJail(t), "/bin/bash")
	for reason, script := range map[string]string{
		"programs are read-only":    ": > /usr/x && a",
		"stubs are read-only":       ": > /stub/x && a",
		"the root is read-only":     ": > /x && a",
		"there is no /tmp":          ": > /tmp/x && a",
		"there is no /etc":          "[ -e /etc ] && a",
		"kernel settings stay":      "echo 1 > /proc/sys/kernel/core_pattern && a",
		"no network":                ": < /dev/tcp/127.0.0.1/1 && a",
		"processes are its own":     "[ -e /proc/1000 ] && a",
		"no other program on PATH":  "ls && a",
		"large files are not made":  "for ((i=0;i<20;i++)); do v=$v$v; v=${v:-xxxxxxxx}; done; (for ((;;)); do echo $v; done) > f; [ $(wc -c < f) -gt 9000000 ] && a",
		"no file outlives a script": "[ -e f ] && a",
	} {
		t.Run(reason, func(t *testing.T) {
			got, _, err := j.run(script)
			require.NoError(t, err)
			for _, s := range got {
				require.NotEqual(t, "a", s.argv[0])
			}
		})
	}
	got, _, err := j.run("a 'b c' '' $'\\n'; cd d1; (no) || say x")
	require.NoError(t, err)
	require.Equal(t, []started{{"/w", []string{"a", "b c", "", "\n"}}, {"/w/d1", []string{"no"}}, {"/w/d1", []string{"say", "x"}}}, got)
}
