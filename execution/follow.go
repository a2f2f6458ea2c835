package execution

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/ticket"
)

// directoryNote tells an agent in which directory a command ended, since the agent starts
// its next command there. Such an agent appends words to a command, by which its shell
// writes the directory to a file. Our command runs in a shell below that one, which cannot
// know the directory.
type directoryNote struct {
	note string // where the command's shell writes the directory, as seen outside the sandbox
	seen string // the same place inside
	file string // where the agent looks
}

// follow returns the note for a command, or the zero value if its agent wants none. temp
// is the directory that the command sees as /tmp.
func follow(p ticket.Command, temp string) directoryNote {
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

// mayChangeDir reports whether shell source may change its directory. If it is wrong, the
// note is superfluous.
func mayChangeDir(text string) bool {
	return strings.Contains(text, "cd") || strings.Contains(text, "pushd") || strings.Contains(text, "popd")
}

// prefix is the source to put before the command.
func (f directoryNote) prefix() string {
	if f.seen == "" {
		return ""
	}
	return "trap 'pwd -P >|" + f.seen + "' EXIT; "
}

// deliver tells the agent, if the command's shell has written an existing directory. The
// command could have written any directory, but it could also have changed to any.
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
