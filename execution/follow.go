package execution

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/runner"
)

// directoryNote hands the directory that a command has ended in to an agent whose next command
// starts there. Such an agent puts words of its own behind a command, by which its shell
// writes that down; but this command runs in a shell below, and its agent's shell ends
// before it comes to these words.
type directoryNote struct {
	note string // where the command's shell notes the directory, from outside the sandbox
	seen string // the same place inside
	file string // where the agent looks
}

// follow says whether and how that is done for a command. temp is what it has for /tmp.
func follow(p runner.Pending, temp string) directoryNote {
	if temp == "" || p.Agent != "claude" || !mayChangeDir(p.Text) {
		return directoryNote{}
	}
	args, err := host.CommandLine(os.Getppid())
	if err != nil {
		return directoryNote{}
	}
	file, ok := hook.NotesDir(args[len(args)-1])
	if !ok {
		return directoryNote{}
	}
	name := ".shimgen-dir-" + p.Decision
	return directoryNote{note: filepath.Join(temp, name), seen: "/tmp/" + name, file: file}
}

// mayChangeDir reports whether shell source may leave its directory: it is in vain where that
// is wrong, and nothing more.
func mayChangeDir(text string) bool {
	return strings.Contains(text, "cd") || strings.Contains(text, "pushd") || strings.Contains(text, "popd")
}

// prefix is what stands before the command.
func (f directoryNote) prefix() string {
	if f.seen == "" {
		return ""
	}
	return "trap 'pwd -P >|" + f.seen + "' EXIT; "
}

// deliver tells the agent, if the command's shell has noted a directory that there is. The
// command could have written there what it likes, as it can go where it likes.
func (f directoryNote) deliver() {
	if f.note == "" {
		return
	}
	note, err := os.OpenFile(f.note, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer note.Close()
	_ = os.Remove(f.note)
	if info, err := note.Stat(); err != nil || !info.Mode().IsRegular() {
		return
	}
	text, err := io.ReadAll(io.LimitReader(note, unix.PathMax))
	if err != nil {
		return
	}
	dir := strings.TrimSuffix(string(text), "\n")
	if real, err := host.Canonical(dir); err != nil || real != dir || strings.ContainsAny(dir, "\n\r\x00") {
		return
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return
	}
	if out, err := os.OpenFile(f.file, os.O_CREATE|os.O_WRONLY|os.O_TRUNC|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600); err == nil {
		_, _ = io.WriteString(out, dir+"\n")
		out.Close()
	}
}
