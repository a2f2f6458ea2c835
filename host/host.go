// Package host is what this machine says about itself: what lies at a path,
// who owns it, where home is, where the process stands, what a descriptor is
// connected to. Everything here looks; two things may also make: Open creates
// an audit log or a private directory that is missing.
//
// Nothing is cached and no symbolic link is ever followed unless the name of
// the function says so (Canonical, Homes). A caller that must follow links
// resolves the path first, judges what came out, and hands exactly that to
// Open: a link swapped in between is then refused, not followed.
//
// The package works on Linux, Android, macOS and the BSDs, and needs no cgo.
package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// FS is the real file system as a judge needs to see it: what kind of thing a
// path names, where a link points, and what a regular file holds. It never
// follows the last component, and opens nothing but regular files, so that a
// FIFO cannot hang it and a device is not touched.
// What is the root of macOS under another name is shown as a link to it.
// The zero FS is ready to use.
type FS struct{}

// Lstat returns the type and permission bits of what path names, a link being
// a link (lstat(2)). The error satisfies errors.Is with fs.ErrNotExist or
// fs.ErrPermission where that is the cause; a file used as a directory, a loop
// of links and a NUL byte are neither.
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

// Readlink returns what the link at path holds, relative or absolute as it was
// written (readlink(2)). Errors are as with Lstat; a path that is no link is
// an error too.
func (FS) Readlink(path string) (string, error) {
	if mac && throughRoot(path) {
		return "/", nil
	}
	return os.Readlink(path)
}

// Content returns what the regular file at path holds, if that is at most
// limit bytes. No component of the path may be a link, so that what was
// resolved and judged is what is read; see [Open]. Errors are those of Open.
func (FS) Content(path string, limit int64) (string, error) {
	f, err := Open(path, Untrusted(limit))
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := Read(f, limit)
	return string(data), err
}

// Canonical returns path, which must be absolute, with every symbolic link
// resolved. Components that lead nowhere (missing ones, and a link to nothing)
// are kept as they are; Open refuses such a link.
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

// UID returns the effective user id: the one the kernel checks permissions
// with and gives to files we create.
func UID() int { return os.Geteuid() }

// Getwd returns the working directory as the kernel knows it (getcwd(2)).
// Unlike os.Getwd it never believes $PWD, which the caller's environment
// chooses. A directory that was removed or lies outside the root is an error.
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
