package limit

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/sandbox"
)

// ErrTimeout says that a command was ended because its time was up. Such an error is an
// ResourceLimitError of package sandbox too.
var ErrTimeout = errors.New("command timed out")

// tooLate is that error for one limit.
type tooLate time.Duration

// TimedOut is the error for a command whose time was up.
func TimedOut(limit time.Duration) error { return tooLate(limit) }

// Error names the limit.
func (l tooLate) Error() string { return fmt.Sprintf("%s after %s", ErrTimeout, time.Duration(l)) }

// Unwrap returns what it is.
func (l tooLate) Unwrap() []error {
	return []error{ErrTimeout, sandbox.ResourceLimitError{Resource: names[policy.LimitTime], Limit: time.Duration(l).String()}}
}

const mib = 1 << 20

// OfKernel are the limits that the kernel holds each process to. Addresses
// (RLIMIT_AS) are none: several runtimes reserve many more than they use.
func OfKernel(l policy.Limits) []sandbox.Limit {
	var limits []sandbox.Limit
	if n := l[policy.LimitMemory]; n > 0 {
		limits = append(limits, sandbox.Limit{Resource: unix.RLIMIT_DATA, Value: uint64(n) * mib})
	}
	if n := l[policy.LimitFile]; n > 0 {
		limits = append(limits, sandbox.Limit{Resource: unix.RLIMIT_FSIZE, Value: uint64(n) * mib})
	}
	return limits
}

// Exceeded returns what is used more of than may be.
func Exceeded(l policy.Limits, u process.Usage) error {
	switch {
	case l[policy.LimitProcesses] > 0 && u.Processes > l[policy.LimitProcesses]:
		return overLimit(l, policy.LimitProcesses)
	case l[policy.LimitMemory] > 0 && u.Memory > l[policy.LimitMemory]*mib:
		return overLimit(l, policy.LimitMemory)
	}
	return nil
}

// names are limits as they are called in messages.
var names = [...]string{policy.LimitTime: "time", policy.LimitMemory: "memory", policy.LimitProcesses: "processes", policy.LimitFile: "file size", policy.LimitOutput: "output"}

// overLimit is the error for one limit.
func overLimit(l policy.Limits, which policy.Limit) error {
	return sandbox.ResourceLimitError{Resource: names[which], Limit: which.Show(l[which])}
}

// Of returns the limit that a command went over, if an error is about that.
func Of(err error) (sandbox.ResourceLimitError, bool) {
	var e sandbox.ResourceLimitError
	return e, errors.As(err, &e)
}

// Reached returns the limit that a command ended by, as its exit status and the end of
// its output show.
func Reached(l policy.Limits, status int, said string) error {
	switch {
	case l[policy.LimitFile] > 0 && (status == 128+int(syscall.SIGXFSZ) || status != 0 && strings.Contains(said, unix.EFBIG.Error())):
		return overLimit(l, policy.LimitFile)
	case l[policy.LimitMemory] > 0 && status != 0 && saysNoMemory(said):
		return overLimit(l, policy.LimitMemory)
	}
	return nil
}

// noMemory is what runtimes say whose request for memory was refused: strerror(3), and
// those of Python, C++, Go, V8, the JVM, Ruby, Perl and bash.
var noMemory = [...]string{"cannot allocate memory", "memoryerror", "bad_alloc", "out of memory", "outofmemoryerror", "failed to allocate memory", "alloc: cannot allocate"}

func saysNoMemory(said string) bool {
	said = strings.ToLower(said)
	for _, words := range noMemory {
		if strings.Contains(said, words) {
			return true
		}
	}
	return false
}
