package userterminal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/rundir"
)

// The reasons why nobody can be asked.
var (
	errNoTerminal = errors.New("this needs a person at a terminal, and here is none")
	errBelow      = errors.New("this runs below another shimgen, so what answers may be an agent")
)

// TerminalVariable is set for programs whose terminal shimgen made.
const TerminalVariable = "AGENT_LOOP_TERMINAL"

// Finder finds the terminal of the person who started this process.
type Finder struct {
	Root      string // of the installation
	Installed bool
	Env       []string
}

// Open opens the terminal of the person who started this process. It returns an error if a
// program that shimgen runs might answer there.
func (f Finder) Open() (*os.File, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil || !host.IsTerminal(0) {
		if err == nil {
			tty.Close()
		}
		return nil, errNoTerminal
	}
	if f.IsBelow() || OnOwnTerminal(f.Env) {
		tty.Close()
		return nil, errBelow
	}
	return tty, nil
}

// OnOwnTerminal reports whether this process runs below a shimgen that gave a program a
// terminal of its own. Then this program might answer there instead of a person. A process
// that leaves both its parents and this variable behind is not recognised.
func OnOwnTerminal(env []string) bool {
	said := slices.ContainsFunc(env, func(pair string) bool { return strings.HasPrefix(pair, TerminalVariable+"=") })
	return said || rundir.Inside() || slices.ContainsFunc(process.Ancestors(), givesTerminal)
}

// IsBelow reports whether this process runs below another shimgen, or in a sandbox of ours,
// where nobody can write to the installation.
func (f Finder) IsBelow() bool {
	if f.Installed && unix.Access(f.Root, unix.W_OK) == unix.EROFS {
		return true
	}
	self, err := host.Executable()
	if err != nil {
		return true
	}
	ours := []string{self}
	for _, name := range []string{"shimgen", "shimgen-mcp"} {
		ours = append(ours, filepath.Join(f.Root, "libexec", name), filepath.Join(filepath.Dir(self), name))
	}
	for pid := os.Getppid(); pid > 1; pid = parentOf(pid) {
		exe, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/exe")
		if err == nil && slices.ContainsFunc(ours, func(file string) bool { return isFile(exe, file) }) {
			return true
		}
	}
	return false
}

func isFile(info os.FileInfo, file string) bool {
	other, err := os.Stat(file)
	return err == nil && os.SameFile(info, other)
}

// parentOf returns the parent of a process, or 0: proc_pid_stat(5).
func parentOf(pid int) int {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(fields[1])
	return parent
}
