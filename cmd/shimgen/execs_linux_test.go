package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// execs is how many commands in a row must leave nothing behind; make soak uses a
// thousand.
var execs = flag.Int("execs", 20, "how many commands TestExecsLeaveNothing starts one after the other")

// together is how many start at once.
const together = 50

// Commands in a sandbox get their own results, however many run concurrently, and leave
// no process, mount or directory, although each of them leaves something running.
func TestExecsLeaveNothing(t *testing.T) {
	top := t.TempDir()
	shimgen := installedIn(t, top)
	if out, err := exec.Command(shimgen, "exec", "--sandbox", "native", "--", "true").CombinedOutput(); err != nil {
		t.Skipf("needs a machine that lets native make namespaces: %s", out)
	}
	work := filepath.Join(top, "work")
	require.NoError(t, os.Mkdir(work, 0o755))
	before, err := os.ReadFile("/proc/self/mountinfo")
	require.NoError(t, err)
	marker := fmt.Sprintf("%d.", 700_000+os.Getpid()) // distinguishes our processes from others

	var all sync.WaitGroup
	for n := range together {
		all.Go(func() { leavesNothing(t, shimgen, top, marker, n) })
	}
	all.Wait()
	for n := range *execs {
		leavesNothing(t, shimgen, top, marker, together+n)
	}

	after, err := os.ReadFile("/proc/self/mountinfo")
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	commands, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, name := range commands {
		text, _ := os.ReadFile(name) // the process may have ended
		assert.NotContains(t, string(text), "sleep\x00"+marker)
	}
}

// installedIn installs into a home below a directory, and returns shimgen's path.
func installedIn(t *testing.T, top string) string {
	t.Helper()
	home := filepath.Join(top, "home")
	require.NoError(t, os.Mkdir(home, 0o755))
	c := exec.Command(filepath.Join(built, "shimgen"), "install")
	c.Env, c.Dir = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}, home
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return filepath.Join(home, ".agent-loop", "libexec", "shimgen")
}

// leavesNothing starts a command with a number, and checks its result and that the
// directory of its run is gone.
func leavesNothing(t *testing.T, shimgen, top, marker string, n int) {
	number := strconv.Itoa(n)
	c := exec.Command(shimgen, "exec", "--json", "--sandbox", "native", "-c", "(sleep "+marker+number+" &) ; echo "+number+"; echo "+number+" >made-"+number)
	c.Env, c.Dir = []string{"HOME=" + filepath.Join(top, "home"), "PATH=/usr/bin:/bin"}, filepath.Join(top, "work")
	out, err := c.Output()
	if !assert.NoError(t, err, "%d: %s", n, out) {
		return
	}
	var result struct{ Stdout, Sandbox, Decision string }
	if !assert.NoError(t, json.Unmarshal(out, &result), "%s", out) {
		return
	}
	assert.Equal(t, number, strings.TrimSpace(result.Stdout))
	assert.Equal(t, "native", result.Sandbox)
	assert.FileExists(t, filepath.Join(top, "work", "made-"+number))
	assert.NotEmpty(t, result.Decision)
	assert.NoDirExists(t, filepath.Join("/tmp", "shimgen-"+strconv.Itoa(os.Getuid()), result.Decision))
}
