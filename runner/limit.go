package runner

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/termux"
)

// lookEach is how often what a command uses is looked at, where it is limited. Between
// two looks it can use more.
const lookEach = 50 * time.Millisecond

const mib = 1 << 20

// limitsOfKernel are the limits that the kernel holds each process to. Addresses
// (RLIMIT_AS) are none: several runtimes reserve many more than they use.
func limitsOfKernel(l policy.Limits) []sandbox.Limit {
	var limits []sandbox.Limit
	if n := l[policy.LimitMemory]; n > 0 {
		limits = append(limits, sandbox.Limit{Resource: unix.RLIMIT_DATA, Value: uint64(n) * mib})
	}
	if n := l[policy.LimitFile]; n > 0 {
		limits = append(limits, sandbox.Limit{Resource: unix.RLIMIT_FSIZE, Value: uint64(n) * mib})
	}
	return limits
}

// launch starts the child under its limits.
func (c *child) launch() error {
	asked := termux.Start{File: c.Path, Argv: c.Args, Env: c.Env}
	planned, err := launch.Plan(asked, c.Dir)
	if err != nil {
		return err
	}
	c.Path, c.Args, c.Env = planned.File, planned.Argv, planned.Env
	limits := limitsOfKernel(c.limits)
	if len(limits) == 0 || c.sandbox.boxes() { // which sets them itself
		err := c.Start()
		if loaded, ok := launch.ByLinker(asked, c.Dir, c.Path, err); ok {
			before := c.Cmd
			c.Cmd = &exec.Cmd{Path: loaded.File, Args: loaded.Argv, Env: loaded.Env, Dir: before.Dir, Stdin: before.Stdin, Stdout: before.Stdout, Stderr: before.Stderr, ExtraFiles: before.ExtraFiles, SysProcAttr: before.SysProcAttr}
			return c.Start()
		}
		return err
	}
	self, err := host.Executable()
	if err != nil {
		return err
	}
	if len(c.ExtraFiles) == 0 {
		c.ExtraFiles = []*os.File{nil}
	}
	words, entry, err := sandbox.LimitEntry(self, c.Path, c.Args, limits, 3+len(c.ExtraFiles))
	if err != nil {
		return err
	}
	defer entry.Close()
	c.ExtraFiles = append(c.ExtraFiles, entry)
	own, err := launch.Plan(termux.Start{File: self, Argv: words, Env: c.Env}, "")
	if err != nil {
		return err
	}
	c.Path, c.Args, c.Env = own.File, own.Argv, own.Env
	return c.Start()
}

// over tells once when the child and what is below it use more together than they may. It
// is nil where nothing is limited. What it began ends with stop.
func (c *child) over(stop <-chan struct{}) <-chan error {
	if c.limits[policy.LimitMemory] == 0 && c.limits[policy.LimitProcesses] == 0 {
		return nil
	}
	told := make(chan error, 1)
	go func() {
		look := time.NewTicker(lookEach)
		defer look.Stop()
		for {
			select {
			case <-stop:
				return
			case <-look.C:
			}
			if err := exceeded(c.limits, process.Used(c.Process.Pid)); err != nil {
				told <- err
				return
			}
		}
	}()
	return told
}

// exceeded returns what is used more of than may be.
func exceeded(l policy.Limits, u process.Usage) error {
	switch {
	case l[policy.LimitProcesses] > 0 && u.Processes > l[policy.LimitProcesses]:
		return overLimit(l, policy.LimitProcesses)
	case l[policy.LimitMemory] > 0 && u.Memory > l[policy.LimitMemory]*mib:
		return overLimit(l, policy.LimitMemory)
	}
	return nil
}

// limitNames are limits as they are called in messages.
var limitNames = [...]string{policy.LimitTime: "time", policy.LimitMemory: "memory", policy.LimitProcesses: "processes", policy.LimitFile: "file size", policy.LimitOutput: "output"}

func overLimit(l policy.Limits, which policy.Limit) error {
	return sandbox.ErrResourceLimit{Resource: limitNames[which], Limit: which.Show(l[which])}
}

// LimitOf returns the limit that a command went over, if an error is about that.
func LimitOf(err error) (sandbox.ErrResourceLimit, bool) {
	var e sandbox.ErrResourceLimit
	return e, errors.As(err, &e)
}

// limitReached returns the limit that a command ended by, as its exit status and the end of
// its output show.
func limitReached(l policy.Limits, status int, said string) error {
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

// kill ends a child and all below it at once.
func kill(cmd *exec.Cmd, done <-chan error) {
	below := process.Descendants(cmd.Process.Pid)
	signalTree(cmd, below, syscall.SIGKILL)
	<-done
	process.AwaitEnd(below)
}
