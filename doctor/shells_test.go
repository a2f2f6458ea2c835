package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/shimdir"
)

func TestTheShellsAnswer(t *testing.T) {
	names := []string{"git", "rm"}
	bin := "/shims"
	for name, c := range map[string]struct {
		out   string
		state Condition
		text  string
	}{
		"the shims":                       {mark + "git /shims/git\n" + mark + "rm /shims/rm\n", OK, ""},
		"noise of start files":            {"hello\n" + mark + "git /shims/git\nwarn: x\n" + mark + "rm /shims/rm\nbye\n", OK, ""},
		"one is another":                  {mark + "git /shims/git\n" + mark + "rm /bin/rm\n", Fail, "rm resolves to /bin/rm"},
		"one is not there at all":         {mark + "git \n" + mark + "rm /shims/rm\n", OK, ""},
		"an alias":                        {mark + "git alias git='x'\n" + mark + "rm /shims/rm\n", Warn, "git"},
		"silence":                         {"", Fail, "did not answer"},
		"half an answer":                  {mark + "git /shims/git\n", Fail, "did not answer"},
		"a directory of another's naming": {mark + "git /shims/../shims/git\n" + mark + "rm /shims/rm\n", OK, ""},
	} {
		t.Run(name, func(t *testing.T) {
			x := Examination{layout: shimdir.Layout{Root: "/root", Bin: bin}, status: shimdir.Status{Generated: names}}
			d := x.diagnoseShell("sh -c", parseAnswer(c.out, names), nil)
			assert.Equal(t, c.state, d.State, d.Detail)
			assert.Contains(t, d.Detail, c.text)
		})
	}
}

// TestAHangingStartFileIsKilled holds that a probe ends, and everything its start file
// started.
func TestAHangingStartFileIsKilled(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	home := t.TempDir()
	pids := filepath.Join(home, "pids")
	text := "(while :; do read -r -t 5 x <>" + home + "/fifo; done) &\necho $$ $! >" + pids + "\nwait\n"
	require.NoError(t, syscall.Mkfifo(filepath.Join(home, "fifo"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(home, ".bash_profile"), []byte(text), 0o600))
	_, err = askShell(bash, "-lc", question, []string{"rm"}, []string{"HOME=" + home, "PATH=/nowhere"}, time.Second/2)
	require.ErrorContains(t, err, "no answer within 500ms")

	started, err := os.ReadFile(pids)
	require.NoError(t, err)
	require.Len(t, strings.Fields(string(started)), 2)
	for _, field := range strings.Fields(string(started)) {
		pid, err := strconv.Atoi(field)
		require.NoError(t, err)
		assert.Eventually(t, func() bool { return gone(pid) }, 5*time.Second, 10*time.Millisecond)
	}
}

// gone reports whether a process has ended, reaped or not.
func gone(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(state, "Z")
}

func TestACappedAnswerKeepsItsBeginning(t *testing.T) {
	var c cappedBuffer
	for range 20 {
		n, err := c.Write(make([]byte, 100<<10))
		require.NoError(t, err)
		assert.Equal(t, 100<<10, n)
	}
	assert.Equal(t, 1<<20, c.text.Len())
}

// What a start file makes bash remember comes before PATH, and shows.
func TestAHashedProgramIsSeen(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	home, shims := t.TempDir(), t.TempDir()
	for _, name := range []string{"rm", "git"} {
		require.NoError(t, os.WriteFile(filepath.Join(shims, name), []byte("#!/bin/sh\n"), 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(home, ".bash_profile"), []byte("PATH="+shims+"\nhash -p /bin/rm rm\n"), 0o600))
	names := []string{"git", "rm"}
	out, err := askShell(bash, "-lc", question, names, []string{"HOME=" + home}, probeLimit)
	require.NoError(t, err)
	x := Examination{layout: shimdir.Layout{Root: "/root", Bin: shims}, status: shimdir.Status{Generated: names}}
	d := x.diagnoseShell("bash -lc", parseAnswer(out, names), err)
	assert.Equal(t, Fail, d.State, d.Detail)
	assert.Equal(t, "not shimmed: rm resolves to /bin/rm", d.Detail)
}
