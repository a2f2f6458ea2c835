// Package gitrepo reads a git repository without starting git: its index, its refs and its
// commits, as far as it takes to say what a command would lose. It writes nothing, and
// nothing that a repository says makes it run a program.
//
//	r, err := gitrepo.Find("/home/u/project/src")
//	x, err := r.Index()
//	changed, err := r.Changed(x, "", limit)      // files whose content no commit holds
//	from, _ := r.Resolve("HEAD")
//	lost, more, err := r.Only(from, keep, limit) // commits that nothing in keep leads to
//
// The formats are those of gitformat-index(5), gitformat-pack(5), gitrepository-layout(5)
// and gitrevisions(7).
//
// # Limits
//
// Objects named by SHA-256, refs in a reftable, a split index and a work tree elsewhere
// (core.worktree) are an error that wraps [ErrUnread]. Filters and line endings are not followed: a file that they change on its way
// into a commit counts as changed if its size or time does.
package gitrepo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/gitconfig"
)

// ErrUnread says that a repository, or an object of it, is in a form that the package does
// not read.
var ErrUnread = errors.New("not read")

// ErrNone says that there is no repository.
var ErrNone = errors.New("no git repository")

func unread(why string) error { return fmt.Errorf("%w: %s", ErrUnread, why) }

// Limit bounds how long a reading may take. Past it, what was found so far is returned, with
// a mark that there may be more.
type Limit struct{ Until time.Time }

// IsOver reports whether the time is up.
func (l Limit) IsOver() bool { return !time.Now().Before(l.Until) }

// Repository is a work tree and where its repository is. All paths are absolute.
type Repository struct {
	Top    string // of the work tree
	Dir    string // this work tree's own: HEAD and the index
	Common string // what all work trees of the repository share: objects and refs
}

// maxText is how long a file of one or a few lines may be, in bytes.
const maxText = 1 << 20

// Find returns the repository that a directory lies in, absolute: that of the nearest
// directory above it, or itself, which has a ".git".
func Find(dir string) (r Repository, err error) {
	for ; ; dir = filepath.Dir(dir) {
		if found, err := Open(dir); !errors.Is(err, ErrNone) {
			return found, err
		}
		if dir == filepath.Dir(dir) {
			return r, ErrNone
		}
	}
}

// Open returns the repository whose work tree has that top.
func Open(top string) (r Repository, err error) {
	at := filepath.Join(top, ".git")
	info, err := os.Stat(at)
	if err != nil {
		return r, ErrNone
	}
	r = Repository{Top: top, Dir: at, Common: at}
	if !info.IsDir() { // a work tree of another repository, or a submodule
		to, ok := strings.CutPrefix(line(at), "gitdir: ")
		if !ok {
			return r, ErrNone
		}
		r.Dir = below(top, to)
		r.Common = r.Dir
	}
	if common := line(filepath.Join(r.Dir, "commondir")); common != "" {
		r.Common = below(r.Dir, common)
	}
	if line(filepath.Join(r.Dir, "HEAD")) == "" || !isDir(filepath.Join(r.Common, "objects")) || !isDir(filepath.Join(r.Common, "refs")) {
		return r, ErrNone // as git sees it: gitrepository-layout(5)
	}
	return r, r.checkFormat()
}

// checkFormat refuses what is stored in another way than we read.
func (r Repository) checkFormat() error {
	settings, _ := gitconfig.Settings(text(filepath.Join(r.Common, "config")))
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		switch key = strings.ToLower(key); {
		case key == "extensions.objectformat" && !strings.EqualFold(value, "sha1"),
			key == "extensions.refstorage" && !strings.EqualFold(value, "files"),
			key == "core.worktree":
			return unread(s)
		}
	}
	return nil
}

// below is a path that a file of git names, from the directory that it means.
func below(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// openFile opens a regular file for reading. What is something else, a pipe that nobody writes
// among them, is an error, and nothing waits for it.
func openFile(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = unread(path + " is no regular file")
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// content is what a file of at most so many bytes holds.
func content(path string, most int64) ([]byte, fs.FileInfo, error) {
	f, info, err := openFile(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if info.Size() > most {
		return nil, nil, unread(path + " is too long")
	}
	all, err := io.ReadAll(io.LimitReader(f, most))
	return all, info, err
}

// text is what a short file holds, or "".
func text(path string) string {
	all, _, err := content(path, maxText)
	if err != nil {
		return ""
	}
	return string(all)
}

// line is the first line of a short file, or "".
func line(path string) string {
	first, _, _ := strings.Cut(text(path), "\n")
	return strings.TrimSuffix(first, "\r")
}
