package runner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// shims returns the directory of the shims.
func (s *Session) shims() string { return filepath.Join(s.Root, "bin") }

// IsShim reports whether a file is a shim: a link to an installation's shim program. Other
// programs in the same directory are none.
func IsShim(path string) bool {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || !strings.HasSuffix(target, "/libexec/shim") {
		return false
	}
	info, err := os.Stat(target)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// shimsMet returns which programs' shims a command in this sandbox (or none) will meet, under this
// session's policy. It returns nil if the command meets none, or if the shims would judge by
// less than this session: proot does not show the directory of shims, BASH_ENV may put another
// directory first on PATH, and flags do not reach shims.
func (s *Session) shimsMet(in Sandbox) func(name string) bool {
	if !slices.Contains([]Sandbox{"", NoSandbox, Bwrap, Native, Landlock, Supervisor, Seatbelt}, in) || s.Flags.Profile != "" || len(s.Flags.BlockedPaths) > 0 || s.env.value("BASH_ENV") != "" {
		return nil
	}
	return func(name string) bool {
		_, function := s.env.get("BASH_FUNC_" + name + "%%") // bash runs the function instead
		return !function && s.hasShim(name)
	}
}

// hasShim reports whether there is a shim of that name.
func (s *Session) hasShim(name string) bool { return IsShim(filepath.Join(s.shims(), name)) }

// linksToShim is hasShim, but trusts the text of an ordinary link: if its target were missing,
// no shim would work at all.
func (s *Session) linksToShim(name string) bool {
	at := filepath.Join(s.shims(), name)
	text, err := os.Readlink(at)
	return err == nil && text == "../libexec/shim" || IsShim(at)
}

// Shim returns the name of the shim for a program's name. On macOS names match in either case.
func (s *Session) Shim(name string) string {
	if !s.Machine.Mac {
		return name
	}
	names, _ := s.shimNames() // if they cannot be listed, the name stays as it is
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

// shimNames returns the names in the directory of the shims.
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
