package runner

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/termux"
)

// lookEach is the interval at which a limited command's use of memory and processes is
// measured. Between two measurements it can use more.
const lookEach = 50 * time.Millisecond

// classifyStartError converts the error of a program that does not exist or may not be executed into the
// one that a shim reports, because its exit status differs from that of a failure of shimgen.
// The program that sets up a sandbox is not the command, so its errors stay.
func (c *child) classifyStartError(err error) error {
	var path *fs.PathError
	if c.sandbox.usesBox() || c.sandbox == Proot || !errors.As(err, &path) || path.Op != "fork/exec" {
		return err
	}
	file := c.Path
	if !filepath.IsAbs(file) {
		file = filepath.Join(c.Dir, file)
	}
	switch path.Err {
	case syscall.ENOENT, syscall.ENOTDIR:
		if !host.Exists(file) {
			return launch.NotFoundError{Name: c.Path}
		}
	case syscall.EACCES, syscall.ENOEXEC:
	default:
		return err
	}
	return launch.NotExecutable{Path: c.Path, Err: path.Err}
}

// launch starts the child under its limits.
func (c *child) launch() error {
	asked := termux.Start{File: c.Path, Argv: c.Args, Env: c.Env}
	planned, err := launch.Plan(asked, c.Dir)
	if err != nil {
		return err
	}
	c.Path, c.Args, c.Env = planned.File, planned.Argv, planned.Env
	limits := limit.OfKernel(c.limits)
	if len(limits) == 0 || c.sandbox.usesBox() { // a box sets its own limits
		err := c.Start()
		if loaded, ok := launch.ByLinker(asked, c.Dir, c.Path, err); ok {
			before := c.Cmd
			c.Cmd = &exec.Cmd{Path: loaded.File, Args: loaded.Argv, Env: loaded.Env, Dir: before.Dir, Stdin: before.Stdin, Stdout: before.Stdout, Stderr: before.Stderr, ExtraFiles: before.ExtraFiles, SysProcAttr: before.SysProcAttr}
			return c.Start()
		}
		return c.classifyStartError(err)
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

// watchLimits returns a channel that gets an error once the child and its descendants together exceed
// a limit. It is nil if nothing is limited. Closing stop ends the measuring.
func (c *child) watchLimits(stop <-chan struct{}) <-chan error {
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
			if err := limit.Exceeded(c.limits, process.Used(c.Process.Pid)); err != nil {
				told <- err
				return
			}
		}
	}()
	return told
}

// kill kills a child and all its descendants at once.
func kill(cmd *exec.Cmd, done <-chan error) {
	below := process.Descendants(cmd.Process.Pid)
	signalTree(cmd, below, syscall.SIGKILL)
	<-done
	process.AwaitEnd(below)
}
