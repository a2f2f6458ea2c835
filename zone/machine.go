package zone

import (
	"io/fs"
	"slices"
	"strings"
)

// FileView is what the judge may ask of a file system. No method follows a
// link in the last component. Errors satisfy errors.Is with fs.ErrNotExist or
// fs.ErrPermission where those are the cause.
type FileView interface {
	Lstat(path string) (fs.FileMode, error)
	Readlink(path string) (string, error)

	// Content returns what a regular file holds, of up to limit bytes. It is
	// an error if the path passes a link, and if anything but a regular file
	// is there, which is not opened then. The judge asks only for what is about
	// to run.
	Content(path string, limit int64) (string, error)
}

// Machine is what the host says. All paths are absolute and clean.
type Machine struct {
	Files FileView

	// Homes are all directories that count as the user's home: the installed
	// one, the password file's, and $HOME, each also with links resolved.
	Homes []string

	// Made are directories that are a home by $HOME alone and that lie where test
	// suites make such: secrets are protected there too. The directories themselves
	// and what else programs keep there are like others.
	Made []string

	// Own is the directory of our own state, ~/.agent-loop, or "".
	Own string

	// Prefix is Termux's $PREFIX, or "".
	Prefix string

	// Temp are the directories for temporary files, session directories
	// included.
	Temp []string

	// Mac says that this is macOS, where /etc and /var lie in /private and names
	// that differ in the case of letters are one file. What else leads to the root
	// there, Files has as links.
	Mac bool

	// Protected reports whether nobody but root can write what is at a path, or put
	// something else there. It is nil where the user is root.
	Protected func(path string) bool

	// UserHome returns the home of a named user, for ~user. It may be nil.
	UserHome func(user string) (string, bool)
}

// EveryHome returns all directories that programs may take for the user's home.
func (m Machine) EveryHome() []string {
	if len(m.Made) == 0 {
		return m.Homes
	}
	return slices.Concat(m.Homes, m.Made)
}

// Expand puts the user's home in the place of a leading ~, as a shell does.
func (m Machine) Expand(p string) string {
	if rest, ok := strings.CutPrefix(p, "~"); ok && (rest == "" || rest[0] == '/') && len(m.Homes) > 0 {
		return m.Homes[0] + rest
	}
	return p
}
