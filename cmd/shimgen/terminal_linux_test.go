package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// terminal opens both ends of a new pseudo-terminal (pty(7)).
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, slave, err := openTerminal()
	if errors.Is(err, errNoTerminal) {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { master.Close(); slave.Close() })
	return master, slave
}

var errNoTerminal = errors.New("needs pseudo-terminals")

// openTerminal is terminal for a caller that closes them itself.
func openTerminal() (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errNoTerminal, err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, errors.Join(err, master.Close())
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		return nil, nil, errors.Join(err, master.Close())
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errNoTerminal, errors.Join(err, master.Close()))
	}
	return master, slave, nil
}

// converses runs a program on a terminal of its own and talks to it as a file says:
//
//	terminal FILE PROGRAM [ARGUMENT]...
//
// A line "sees TEXT" waits until the terminal has shown TEXT, after the text of the
// previous "sees"; "types TEXT" types it; "resizes ROWS COLUMNS" changes the terminal's
// size; "hangs up" closes the terminal; "ends STATUS" waits for the end. TEXT may have Go's escapes; write a newline to
// type as \n. Everything that was shown is in the file "shown" afterwards.
func converses(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: terminal FILE PROGRAM [ARGUMENT]...")
	}
	talk(ts, args[0], &exec.Cmd{ // env becomes the program, which it finds by the scenario's PATH
		Path: "/usr/bin/env", Args: append([]string{"env"}, args[1:]...), SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	})
}

// windows is converses for a program in a window that whatever runs the scenarios is no
// parent of, as a person's is none of an agent's:
//
//	window FILE PROGRAM [ARGUMENT]...
//
// Its status is shown as "status N", and "ends 0" waits for its end.
func windows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: window FILE PROGRAM [ARGUMENT]...")
	}
	talk(ts, args[0], &exec.Cmd{
		Path: "/usr/bin/setsid", Args: append([]string{"setsid", "--fork", "--ctty", "sh", "-c", `"$@"; echo "status $?"`, "sh"}, args[1:]...),
	})
}

// talk starts a program on a terminal and talks to it as a file says.
func talk(ts *testscript.TestScript, file string, cmd *exec.Cmd) {
	master, slave, err := openTerminal()
	ts.Check(err)
	for _, name := range strings.Fields("HOME PATH JUDGE BIN ROOT WORK TMPDIR PS1 BACKEND CODE") {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), slave, slave, slave
	ts.Check(cmd.Start())
	slave.Close()
	d := dialogue{ts: ts, pid: cmd.Process.Pid, master: master, shown: make(chan string, 100), ended: make(chan error, 1)}
	go d.show()
	go func() { d.ended <- cmd.Wait() }()
	ts.Defer(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); master.Close() })
	for line := range strings.Lines(ts.ReadFile(file)) {
		d.line(strings.TrimSuffix(line, "\n"))
	}
	ts.Check(os.WriteFile(ts.MkAbs("shown"), []byte(d.all), 0o644))
}

// dialogue is what happens at a terminal.
type dialogue struct {
	ts     *testscript.TestScript
	pid    int // the process of the program
	master *os.File
	shown  chan string
	ended  chan error

	all  string // everything shown
	from int    // the end of the text last waited for
}

func (d *dialogue) show() {
	defer close(d.shown)
	for buffer := make([]byte, 4096); ; {
		n, err := d.master.Read(buffer)
		d.shown <- string(buffer[:n])
		if err != nil { // EIO when the last process has ended
			return
		}
	}
}

// line executes a line of the file, for 20 seconds at most.
func (d *dialogue) line(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(rest, `"`, `\"`) + `"`)
	d.ts.Check(err)
	late := time.After(20 * time.Second)
	switch verb {
	case "types":
		_, err := d.master.WriteString(text)
		d.ts.Check(err)
	case "sees":
		for !strings.Contains(d.all[d.from:], text) {
			select {
			case more, open := <-d.shown:
				d.all += more
				if !open {
					d.ts.Fatalf("%q was not shown: %q; %s", text, d.all, d.howEnded())
				}
			case <-late:
				d.ts.Fatalf("%q was not shown in time: %q\n%s", text, d.all, processesBelow(d.pid))
			}
		}
		d.from += strings.Index(d.all[d.from:], text) + len(text)
	case "resizes":
		var size unix.Winsize
		_, err := fmt.Sscan(text, &size.Row, &size.Col)
		d.ts.Check(err)
		d.ts.Check(unix.IoctlSetWinsize(int(d.master.Fd()), unix.TIOCSWINSZ, &size))
	case "hangs":
		d.ts.Check(d.master.Close())
	case "ends":
		d.end(text, late)
	default:
		d.ts.Fatalf("%q is no line of a dialogue", line)
	}
}

// howEnded says how a program whose terminal nobody has open any more has ended.
func (d *dialogue) howEnded() string {
	select {
	case err := <-d.ended:
		return fmt.Sprintf("it ended: %v", err)
	case <-time.After(time.Second):
		return "it has not ended"
	}
}

// end waits for a program's end and checks its exit status.
func (d *dialogue) end(status string, late <-chan time.Time) {
	select {
	case err := <-d.ended:
		got := 0
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			got = ended.ExitCode()
		}
		if strconv.Itoa(got) != status {
			d.ts.Fatalf("exit status %d, want %s; shown: %q", got, status, d.all)
		}
	case <-late:
		d.ts.Fatalf("did not end; shown: %q\n%s", d.all, processesBelow(d.pid))
	}
	for more := range d.shown {
		d.all += more
	}
}

// processesBelow says what a process and those below it do: a line each with
// /proc/PID/stat, the kernel function it waits in, and its signal masks.
func processesBelow(root int) string {
	var lines strings.Builder
	below := map[string]bool{strconv.Itoa(root): true}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for grown := true; grown; { // a parent may stand after its child
		grown = false
		for _, path := range stats {
			dir := filepath.Dir(path)
			stat, _ := os.ReadFile(path)
			_, fields, _ := strings.Cut(string(stat), ") ")
			parent := strings.Fields(fields + " - -")[1]
			if pid := filepath.Base(dir); !below[pid] && below[parent] {
				below[pid], grown = true, true
			}
		}
	}
	for pid := range below {
		dir := filepath.Join("/proc", pid)
		words, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
		channel, _ := os.ReadFile(filepath.Join(dir, "wchan"))
		fmt.Fprintf(&lines, "%s: %q waits in %s\n", strings.TrimSpace(string(stat)), words, channel)
		status, _ := os.ReadFile(filepath.Join(dir, "status"))
		for line := range strings.Lines(string(status)) {
			if strings.HasPrefix(line, "Sig") || strings.HasPrefix(line, "Shd") {
				lines.WriteString("\t" + line)
			}
		}
	}
	return lines.String()
}
