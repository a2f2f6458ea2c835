package cage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// Possible says why no cage can be made here, or nil.
func Possible() error {
	root, err := os.MkdirTemp("", "shimgen-cage-")
	if err != nil {
		return err
	}
	defer os.Remove(root)
	r, err := Cage{Root: root}.Run(context.Background(), Command{Argv: []string{"/bin/true"}, Dir: "/"})
	if err == nil && r.Exit != 0 {
		err = fmt.Errorf("/bin/true ends with %d", r.Exit)
	}
	return err
}

// Run runs a program to its end. An error is the cage's own; the result says how the
// program ended.
func (c Cage) Run(ctx context.Context, cmd Command) (Result, error) {
	if os.Geteuid() != 0 {
		return Result{}, errors.New("namespaces and another user take root, and this is not")
	}
	type outcome struct {
		Result
		err error
	}
	done := make(chan outcome)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread's network namespace goes with it
		r, err := c.run(ctx, cmd)
		done <- outcome{r, err}
	}()
	o := <-done
	return o.Result, o.err
}

// run works on a thread of its own, whose network namespace its child processes and
// listeners inherit.
func (c Cage) run(ctx context.Context, cmd Command) (Result, error) {
	if err := syscall.Unshare(syscall.CLONE_NEWNET); err != nil {
		return Result{}, fmt.Errorf("a network namespace: %w", err)
	}
	if err := loopback(); err != nil {
		return Result{}, fmt.Errorf("the loopback interface: %w", err)
	}
	if cmd.Handler != nil {
		l, err := net.Listen("tcp", Address)
		if err != nil {
			return Result{}, err
		}
		server := &http.Server{Handler: cmd.Handler}
		served := make(chan struct{})
		go func() { defer close(served); _ = server.Serve(l) }() // its error says that it was closed
		defer func() { _ = server.Close(); <-served }()
	}
	limit := cmd.Limit
	if limit == 0 {
		limit = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return c.start(ctx, cmd)
}

// start runs this program again as the first process of the cage.
func (c Cage) start(ctx context.Context, cmd Command) (Result, error) {
	spec, err := json.Marshal(inside{Root: c.Root, Over: c.Over, Argv: cmd.Argv, Env: cmd.Env, Dir: cmd.Dir, Terminal: cmd.Person != nil})
	if err != nil {
		return Result{}, err
	}
	failed, report, err := os.Pipe()
	if err != nil {
		return Result{}, err
	}
	defer failed.Close()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p := exec.CommandContext(ctx, "/proc/self/exe")
	p.Args = []string{insideName}
	p.Env = []string{insideName + "=" + string(spec)}
	p.ExtraFiles = []*os.File{report}
	p.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		Pdeathsig:  syscall.SIGKILL, // when the thread, and so the caller, dies
		Setsid:     true,
	}
	out, errs := &output{until: cmd.Until, found: func() { stop(errFound) }}, &output{}
	attach := cmd.streams
	if cmd.Person != nil {
		attach = cmd.terminal
	}
	feed, err := attach(p, out, errs, func() { stop(errFound) })
	if err != nil {
		return Result{}, err
	}
	err = p.Start()
	report.Close()
	if err != nil {
		return Result{}, err
	}
	fed := make(chan struct{})
	go func() { defer close(fed); feed() }()
	why, _ := io.ReadAll(failed) // ends when the program was started, or could not be
	err = p.Wait()
	<-fed
	r := Result{Exit: p.ProcessState.ExitCode(), Stdout: out.String(), Stderr: errs.String(), TimedOut: errors.Is(context.Cause(ctx), context.DeadlineExceeded), CPU: p.ProcessState.UserTime() + p.ProcessState.SystemTime()}
	if len(why) > 0 {
		return r, errors.New("inside the cage: " + string(why))
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		return r, err
	}
	return r, nil
}

var errFound = errors.New("found")

// streams gives a program its input, and keeps its output. feed writes the input.
func (cmd Command) streams(p *exec.Cmd, out, errs *output, _ func()) (feed func(), err error) {
	p.Stdout, p.Stderr = out, errs
	in, err := p.StdinPipe()
	return func() {
		_, _ = io.WriteString(in, cmd.Stdin) // the program need not read all
		if cmd.Until == "" {
			in.Close()
		}
	}, err
}

// hangsUp is how long a program has to end by itself after its terminal has hung up.
const hangsUp = 2 * time.Second

// terminal gives a program a terminal of its own. feed is the person at it.
func (cmd Command) terminal(p *exec.Cmd, _, _ *output, stop func()) (feed func(), err error) {
	person, program, err := pty.Open()
	if err != nil {
		return nil, err
	}
	err = errors.Join(pty.Setsize(person, &pty.Winsize{Rows: 50, Cols: 160}), program.Chown(UID, GID))
	if err != nil {
		return nil, errors.Join(err, person.Close(), program.Close())
	}
	p.Stdin, p.Stdout, p.Stderr = program, program, program
	return func() {
		program.Close() // it has been started
		cmd.Person(person)
		person.Close()
		time.AfterFunc(hangsUp, stop)
	}, nil
}

// output collects a program's output and waits for a text in it.
type output struct {
	mu    sync.Mutex
	text  strings.Builder
	until string
	found func()
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(p)
	if o.until != "" && strings.Contains(o.text.String(), o.until) && strings.HasSuffix(o.text.String(), "\n") {
		o.found()
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// loopback brings up the only interface of a new network namespace.
func loopback() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	r, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	r.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, r)
}
