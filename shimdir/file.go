package shimdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A File is one of the user's files as it was read, ready to be changed. A link stays a
// link; Put changes its target.
type File struct {
	Path   string // as the caller named it
	Text   string
	Exists bool
	Mode   fs.FileMode
	real   string // canonical; "" if the file is missing, which is then created at Path
}

// ReadFile reads a file of ours. A missing one is no error. It refuses a file that is not
// regular, belongs to somebody else or has other hard links: a rename would separate it
// from its other names, or take over somebody else's file. A dangling link is an error:
// its target is not ours to choose.
func ReadFile(path string) (File, error) {
	f := File{Path: path, Mode: 0o644}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return f, errors.New("is a symbolic link to nothing")
		}
		return f, nil
	}
	if err != nil {
		return f, err
	}
	dir, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return f, err
	}
	defer dir.Close()
	f.real = real
	f.Text, f.Mode, err = readOwned(dir, filepath.Base(real))
	f.Exists = err == nil
	return f, err
}

// Put replaces the file's text atomically, and creates the file and its directory if they
// are missing. It is an error if the file changed since it was read.
func (f File) Put(text string) error {
	path := f.real
	if path == "" {
		dir := filepath.Dir(f.Path)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return err
		}
		path = filepath.Join(dir, filepath.Base(f.Path))
	}
	return f.change(path, func(dir *os.Root, name string) error { return putFile(dir, name, []byte(text), f.Mode) })
}

// Remove removes the file. It is an error if the file changed since it was read.
func (f File) Remove() error {
	return f.change(f.real, func(dir *os.Root, name string) error { return dir.Remove(name) })
}

// change calls do if the file is still as it was read.
func (f File) change(path string, do func(dir *os.Root, name string) error) error {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	name := filepath.Base(path)
	now, _, err := readOwned(dir, name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return err
	}
	if now != f.Text || missing == f.Exists {
		return errors.New("was changed in the meantime: try again")
	}
	if fi, err := dir.Stat("."); missing && (err != nil || !ownedByUs(fi)) {
		return errors.New("would be in another user's directory")
	}
	return do(dir, name)
}

// readOwned returns the text and mode of a regular file of ours.
func readOwned(dir *os.Root, name string) (string, fs.FileMode, error) {
	seen, err := dir.Lstat(name)
	switch {
	case err != nil:
		return "", 0, err
	case !seen.Mode().IsRegular():
		return "", 0, errors.New("is not a regular file")
	case !ownedByUs(seen):
		return "", 0, errors.New("belongs to another user")
	case links(seen) > 1:
		return "", 0, errors.New("has other hard links")
	}
	text, err := dir.ReadFile(name)
	return string(text), seen.Mode(), err
}
