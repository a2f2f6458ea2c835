package host

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// limitedState says what the process that a test starts does until its limit.
const limitedState = "SHIMGEN_TEST_LIMITED"

func TestEndAfter(t *testing.T) {
	switch os.Getenv(limitedState) {
	case "":
	case "computes":
		EndAfter(300 * time.Millisecond)
		for {
			_ = limitedState
		}
	case "waits":
		EndAfter(300 * time.Millisecond)
		time.Sleep(time.Minute)
	case "is stopped":
		EndAfter(300 * time.Millisecond)
		_ = unix.Kill(unix.Getpid(), unix.SIGSTOP)
	case "ends before":
		EndAfter(time.Minute)
		os.Exit(7)
	}
	if os.Getenv(limitedState) != "" {
		time.Sleep(time.Minute)
		os.Exit(3)
	}
	for state, exit := range map[string]int{"computes": -1, "waits": -1, "is stopped": -1, "ends before": 7} {
		if state == "is stopped" && runtime.GOOS != "linux" {
			continue // a stopped process has no timers of its own
		}
		c := exec.Command(os.Args[0], "-test.run=^TestEndAfter$")
		c.Env = append(os.Environ(), limitedState+"="+state)
		require.NoError(t, c.Start())
		stuck := time.AfterFunc(20*time.Second, func() { _ = c.Process.Kill() })
		start := time.Now()
		_ = c.Wait()
		stuck.Stop()
		assert.Equal(t, exit, c.ProcessState.ExitCode(), state)
		assert.Less(t, time.Since(start), 15*time.Second, state)
	}
}
