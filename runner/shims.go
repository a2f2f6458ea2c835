package runner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// shims is the directory with the shims.
func (s *Session) shims() string { return filepath.Join(s.Root, "bin") }

// IsShim reports whether a file is a shim: a program that an installation's link
// leads to, and no other program that lies in the same directory.
func IsShim(path string) bool {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || !strings.HasSuffix(target, "/libexec/shim") {
		return false
	}
	info, err := os.Stat(target)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// meets returns which programs' shims a command meets that runs in a sandbox, or
// none, under the policy of this session. It is nil if no shim would be met, or if
// the shims would judge by less than this session does: inside proot the directory
// of shims is not shown, what a shell reads first may put another before it on PATH,
// and flags reach no shim.
func (s *Session) meets(in Sandbox) func(name string) bool {
	if !slices.Contains([]Sandbox{"", NoSandbox, Bwrap, Native, Landlock, Supervisor, Seatbelt}, in) || s.Flags.Profile != "" || len(s.Flags.BlockedPaths) > 0 || s.env.value("BASH_ENV") != "" {
		return nil
	}
	return func(name string) bool {
		_, function := s.env.get("BASH_FUNC_" + name + "%%") // bash takes it for the name
		return !function && s.hasShim(name)
	}
}

// hasShim reports whether there is a shim of that name.
func (s *Session) hasShim(name string) bool { return IsShim(filepath.Join(s.shims(), name)) }

// linksToShim is hasShim, by the text of the link where that is the ordinary one: it leads
// to a file that is there, or no shim works at all.
func (s *Session) linksToShim(name string) bool {
	at := filepath.Join(s.shims(), name)
	text, err := os.Readlink(at)
	return err == nil && text == "../libexec/shim" || IsShim(at)
}

// Shim returns the name of the shim that a program's name stands for. On macOS
// that may be written in letters of either case.
func (s *Session) Shim(name string) string {
	if !s.Machine.Mac {
		return name
	}
	names, _ := s.shimNames() // where they cannot be listed, it stays as it is
	if slices.Contains(names, name) {
		return name
	}
	for _, known := range names {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return name
}

// shimNames are the names in the directory of the shims.
func (s *Session) shimNames() ([]string, error) {
	entries, err := os.ReadDir(s.shims())
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, nil
}
