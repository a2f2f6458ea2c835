package zone

import (
	"io/fs"
	"slices"
	"strings"
)

// FileView is the judge's read access to a file system. No method follows a link in the last
// component. Errors satisfy errors.Is with fs.ErrNotExist or fs.ErrPermission if those are the
// cause.
type FileView interface {
	Lstat(path string) (fs.FileMode, error)
	Readlink(path string) (string, error)

	// Content returns the content of a regular file of up to limit bytes. It returns an error if
	// the path passes a link, or if the file is not regular, in which case it is not opened. The
	// judge reads only files that are about to run.
	Content(path string, limit int64) (string, error)
}

// Machine describes the host. All paths are absolute and clean.
type Machine struct {
	Files FileView

	// Homes are all directories that count as the user's home: that of the installation, that of
	// the password file, and $HOME, each also with links resolved.
	Homes []string

	// Made are directories that are a home only because of $HOME and that are where test suites
	// create such homes. Secrets in them are protected too; otherwise they are ordinary
	// directories.
	Made []string

	// Own is the directory of our own state, ~/.agent-loop, or "".
	Own string

	// Prefix is Termux's $PREFIX, or "".
	Prefix string

	// Temp are the directories for temporary files, session directories
	// included.
	Temp []string

	// Mac says that this is macOS, where /etc and /var are in /private and names that differ only
	// in case are one file. Other aliases of the root are links in Files.
	Mac bool

	// Protected reports whether only root can write or replace the file at a path. It is nil if
	// the user is root.
	Protected func(path string) bool

	// UserHome returns the home of a named user, for ~user. It may be nil.
	UserHome func(user string) (string, bool)
}

// EveryHome returns all directories that programs may take for the user's home.
func (m *Machine) EveryHome() []string {
	if len(m.Made) == 0 {
		return m.Homes
	}
	return slices.Concat(m.Homes, m.Made)
}

// Expand replaces a leading ~ by the user's home, as a shell does.
func (m *Machine) Expand(p string) string {
	if rest, ok := strings.CutPrefix(p, "~"); ok && (rest == "" || rest[0] == '/') && len(m.Homes) > 0 {
		return m.Homes[0] + rest
	}
	return p
}
