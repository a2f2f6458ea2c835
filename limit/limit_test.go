package limit

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/process"
)

func TestALimitIsRecognised(t *testing.T) {
	var none, set policy.Limits
	set[policy.LimitMemory], set[policy.LimitProcesses], set[policy.LimitFile] = 64, 10, 1
	for _, c := range []struct {
		why  string
		got  error
		want string // what of the command was over its limit; "" is nothing
	}{
		{"nothing is limited", Exceeded(none, process.Usage{Processes: 1 << 20, Memory: 1 << 40}), ""},
		{"as many as may be", Exceeded(set, process.Usage{Processes: 10, Memory: 64 << 20}), ""},
		{"one process more", Exceeded(set, process.Usage{Processes: 11}), "processes"},
		{"one byte more", Exceeded(set, process.Usage{Memory: 64<<20 + 1}), "memory"},
		{"the kernel's signal", Reached(set, 128+int(syscall.SIGXFSZ), ""), "file size"},
		{"the program says it", Reached(set, 1, "MemoryError"), "memory"},
		{"it said it and went on", Reached(set, 0, "MemoryError"), ""},
		{"no limit was set", Reached(none, 1, "out of memory"), ""},
		{"its time was up", fmt.Errorf("x: %w", TimedOut(time.Second)), "time"},
		{"another error", errors.New("x"), ""},
	} {
		over, is := Of(c.got)
		assert.Equal(t, c.want != "", is, c.why)
		assert.Equal(t, c.want, over.Resource, c.why)
	}
	assert.ErrorIs(t, TimedOut(time.Second), ErrTimeout)
	assert.Len(t, OfKernel(set), 2, "memory and the size of files")
}
