package grant

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/sandbox"
)

// Commands are what a person has said yes to: the commands that were shown, each by its words,
// in its directory, and by the rule that asked about it. They are for one run, and gone when
// that has ended. In a sandbox the parent writes them down where only that run sees it and
// nobody in it can write; without one it holds them in memory, and each command is spent once.
type Commands []Command

// Command is one command of a grant.
type Command struct {
	Rule string   `json:"rule"`
	Dir  string   `json:"dir"`
	Argv []string `json:"argv"`
}

// File is the file of a run that holds its grant, and below gate.Originals the one in
// whose place a sandbox shows it.
const File = "grant"

// Of is the grant of a yes to a decision: of all that it asked about, the commands
// every word of which is known, as is their directory. What else it asked about no shim
// would know again. in says where a directory is that the decision's text names.
func Of(d guard.Decision, in func(dir string) string) Commands {
	var g Commands
	for _, f := range d.Findings {
		if f.Action != rules.Ask || f.Command == nil {
			continue
		}
		argv := make([]string, 0, len(f.Command.Args))
		known := len(f.Command.Args) > 0
		for _, w := range f.Command.Args {
			text, ok := w.Text()
			argv, known = append(argv, text), known && ok
		}
		if dir, ok := f.Command.Dir.Text(); known && ok {
			g = append(g, Command{Rule: f.Rule.ID, Dir: in(dir), Argv: argv})
		}
	}
	return g
}

// Write puts a grant into the directory of its run.
func (g Commands) Write(own string) error {
	if len(g) == 0 {
		return nil
	}
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(own, File), text, 0o400)
}

// Bind is what shows the grant of a run, in whose directory own it was written, to the shims
// in the run's sandbox; false where there is none. root is the installation's.
func Bind(root, own string) (b sandbox.Bind, ok bool) {
	b.From = filepath.Join(own, File)
	root, err := host.Canonical(root)
	if b.At = root + gate.Originals + "/" + File; err != nil {
		return b, false
	}
	_, err = os.Lstat(b.From)
	_, other := os.Lstat(b.At)
	return b, err == nil && other == nil
}

// Apply applies the grant of the run in which a shim was met to its decision on a command
// in a directory: what it would ask about may run, if a person has said yes to exactly that.
func Apply(root, dir string, d guard.Decision, argv []string) guard.Decision {
	text, ok := read(root)
	if !ok {
		return spent(d, dir, argv)
	}
	var commands Commands
	if json.Unmarshal(text, &commands) != nil {
		return d
	}
	return commands.Answers(d, dir, argv)
}

// spent applies the grant that a process above this one holds, where there is no sandbox,
// and spends it: each command that was shown runs once.
func spent(d guard.Decision, dir string, argv []string) guard.Decision {
	var asked Commands
	for _, f := range d.Findings {
		if f.Action == rules.Ask {
			asked = append(asked, Command{Rule: f.Rule.ID, Dir: dir, Argv: argv})
		}
	}
	if len(asked) == 0 || d.Err != nil || !spendAbove(asked) {
		return d
	}
	return d.WithAnswers(func(guard.Finding) bool { return true })
}

// Below is what is left of a grant for the shims below a command that starts: not the
// command itself, which runs by that yes and is met by no shim.
func (g Commands) Below(argv []string, dir string) Commands {
	return slices.DeleteFunc(slices.Clone(g), func(c Command) bool { return c.Dir == dir && isSame(c.Argv, argv) })
}

// Answers applies a grant to a decision on a command.
func (g Commands) Answers(d guard.Decision, dir string, argv []string) guard.Decision {
	return d.WithAnswers(func(f guard.Finding) bool {
		return slices.ContainsFunc(g, func(c Command) bool {
			return c.Rule == f.Rule.ID && c.Dir == dir && isSame(c.Argv, argv)
		})
	})
}

// isSame compares by the name of the program, which may have been a path.
func isSame(a, b []string) bool {
	return len(a) == len(b) && len(a) > 0 && filepath.Base(a[0]) == filepath.Base(b[0]) && slices.Equal(a[1:], b[1:])
}

// read reads the grant of the sandbox that this process is in. It counts only where
// the file is one that the sandbox has put there: nobody inside can mount anything, and
// nobody inside can write to it. Where the sandbox can mount nothing either, its supervisor
// answers who asks.
func read(root string) ([]byte, bool) {
	at, err := host.Canonical(root + gate.Originals + "/" + File)
	if err != nil {
		return nil, false
	}
	if text, ok := sandbox.ReadSealedCopy(at); ok {
		return text, true
	}
	if unix.Access(filepath.Dir(at), unix.W_OK) != unix.EROFS {
		return nil, false
	}
	if info, err := os.Lstat(at); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil, false
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, false
	}
	for line := range strings.Lines(string(mounts)) {
		if fields := strings.Fields(line); len(fields) > 4 && unescaped(fields[4]) == at {
			text, err := os.ReadFile(at)
			return text, err == nil
		}
	}
	return nil, false
}

// unescaped is a path of proc_pid_mountinfo(5), in which blanks and backslashes are octal.
func unescaped(text string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(text)
}
