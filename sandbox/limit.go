package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// ResourceLimitError says that a command used more than it may.
type ResourceLimitError struct{ Resource, Limit string }

// Error names the resource and its limit.
func (e ResourceLimitError) Error() string {
	return fmt.Sprintf("resource limit exceeded: %s (limit: %s)", e.Resource, e.Limit)
}

// ViolationError says that a command tried something that its box forbids.
type ViolationError struct{ Operation, Path string }

// Error names the operation and the path.
func (e ViolationError) Error() string {
	return fmt.Sprintf("sandbox violation: %s denied for %s", e.Operation, e.Path)
}

// Limit is a limit of the kernel for each process: getrlimit(2).
type Limit struct {
	Resource int
	Value    uint64
}

// LimitEntry returns the command line with which self, this program, starts another program
// under limits, and the file that it reads from descriptor fd.
func LimitEntry(self, path string, argv []string, limits []Limit, fd int) (words []string, entry *os.File, err error) {
	entry, err = feedFile(Entry{Path: path, Argv: argv, Limits: limits}.encode())
	return []string{self, EnterWord, strconv.Itoa(fd)}, entry, err
}

// setLimits sets the limits of this process. A value above the present hard limit counts as
// that limit.
func setLimits(limits []Limit) error {
	for _, l := range limits {
		var now syscall.Rlimit
		if err := syscall.Getrlimit(l.Resource, &now); err != nil {
			return err
		}
		most := min(l.Value, uint64(now.Max))
		assign(&now.Cur, most)
		assign(&now.Max, most)
		if err := syscall.Setrlimit(l.Resource, &now); err != nil {
			return err
		}
	}
	return nil
}

// assign sets a limit's value, which FreeBSD counts as a signed number.
func assign[T int64 | uint64](to *T, value uint64) { *to = T(value) }
