package runner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
)

// ErrNoCheck says that the text of a command must be judged here.
var ErrNoCheck = errors.New("--no-check")

// Unchecked permits a request whose text a person wants not to be judged. The sandbox must
// be one that holds, since nothing else does then but the shims; and it is a person's to
// want, so what shimgen itself has started cannot.
func (s *Session) Unchecked(req guard.Request, in Sandbox) (guard.Decision, error) {
	switch {
	case !in.holds():
		return guard.Decision{}, MissingBackendError{
			fmt.Errorf("%w: what is not judged runs only in a sandbox that holds %s", ErrNoCheck, "writes, reads and the network"),
			"leave --sandbox out: native is taken, bwrap or landlock",
		}
	case s.isBelow():
		return guard.Decision{}, MissingBackendError{fmt.Errorf("%w: it is for whoever starts the first shimgen", ErrNoCheck), "run it without that flag"}
	}
	s.warn("the text was not judged (--no-check): shims and sandbox alone hold what it does")
	return guard.Unchecked(s.filled(req)), nil
}

// isBelow reports whether this process lies below another shimgen, or in a sandbox of ours,
// where nobody can write to the installation.
func (s *Session) isBelow() bool {
	if s.Installed && unix.Access(s.Root, unix.W_OK) == unix.EROFS {
		return true
	}
	self, err := host.Executable()
	if err != nil {
		return true
	}
	ours := []string{self}
	for _, name := range []string{"shimgen", "shimgen-mcp"} {
		ours = append(ours, filepath.Join(s.Root, "libexec", name), filepath.Join(filepath.Dir(self), name))
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

// parentOf returns the process that started another, or 0: proc_pid_stat(5).
func parentOf(pid int) int {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(fields[1])
	return parent
}
