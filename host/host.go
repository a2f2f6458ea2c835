// Package host reports facts about this machine: what lies at a path, who owns it, where
// home is, the working directory, what a descriptor is connected to. Few functions change
// anything: [Open] creates a missing audit log or private directory, [MakePrivate] creates a
// directory, [Replace] and [RenameNew] write and rename files, [Ask] and [Raw] set a terminal's
// modes, [StopHere] and [EndAfter] stop and end this process.
//
//	path, err := host.Canonical(name)
//	…
//	f, err := host.Open(path, host.Policy(host.UID()))
//
// # Limits
//
// Nothing is cached, and no function follows a symbolic link unless its name says so
// ([Canonical], [Homes]). A caller that must follow links resolves the path first, judges
// the result, and passes exactly that to [Open]. If somebody swaps in a link in between,
// Open refuses it.
//
// The package works on Linux, Android, macOS and the BSDs, without cgo.
package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// FS is the real file system as a judge sees it: the type of a file, the target of a
// link, the content of a regular file. It never follows the last component, and opens
// only regular files, so a FIFO cannot hang it and a device is not touched. On macOS it
// shows other names of the root as links to it. The zero FS is ready to use.
type FS struct{}

// Lstat returns the type and permission bits of path, without following a link
// (lstat(2)). The error satisfies errors.Is with fs.ErrNotExist or fs.ErrPermission if
// that is the cause; a file used as a directory, a loop of links and a NUL byte are
// neither.
func (FS) Lstat(path string) (fs.FileMode, error) {
	if mac && throughRoot(path) {
		return fs.ModeSymlink | 0o777, nil
	}
	st, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	return st.Mode(), nil
}

// Readlink returns the target of the link at path, relative or absolute as it was written
// (readlink(2)). Errors are as with Lstat; a path that is not a link is an error too.
func (FS) Readlink(path string) (string, error) {
	if mac && throughRoot(path) {
		return "/", nil
	}
	return os.Readlink(path)
}

// Content returns the regular file at path, if it has at most limit bytes. No component
// of the path may be a link, so Content reads the file that was resolved and judged; see
// [Open]. Errors are those of Open.
func (FS) Content(path string, limit int64) (string, error) {
	f, err := Open(path, Untrusted(limit))
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := Read(f, limit)
	return string(data), err
}

// Canonical returns path, which must be absolute, with every symbolic link resolved. It
// keeps components that lead nowhere (missing ones, and dangling links); Open refuses
// such a link.
func Canonical(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", &Refusal{Path: path, Why: NotPlain}
	}
	real, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) || path == "/" {
		return real, err
	}
	path = filepath.Clean(path)
	parent, err := Canonical(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return filepath.Join(parent, filepath.Base(path)), nil
}

// UID returns the effective user id: the kernel checks permissions with it and gives it
// to files we create.
func UID() int { return os.Geteuid() }

// Getwd returns the working directory as the kernel knows it (getcwd(2)). Unlike os.Getwd it
// never trusts $PWD, which the caller's environment chooses. It returns an error for a
// removed directory or one outside the root.
func Getwd() (string, error) {
	dir, err := unix.Getwd()
	if err != nil {
		return "", os.NewSyscallError("getcwd", err)
	}
	if !filepath.IsAbs(dir) {
		return "", &Refusal{Path: dir, Why: NotPlain}
	}
	return dir, nil
}
