package shimdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A File is a file of the user's as it was read, to be given another text. A link
// stays a link; what it leads to is changed.
type File struct {
	Path   string // as it was asked for
	Text   string
	Exists bool
	Mode   fs.FileMode
	real   string // with no link left in it; where the file is missing, it is made at Path
}

// ReadFile reads a file of ours. One that is missing is no error. What is no
// regular file, belongs to somebody else or has other hard links is refused: a
// rename would part it from its other names, or make a file of somebody else's
// ours. A link to nothing is an error: what it should lead to is not ours to decide.
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

// Put gives the file a text, by way of another name, and makes it and its
// directory if they are missing. It is an error if the file was changed since it
// was read.
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

// Remove removes the file. It is an error if it was changed since it was read.
func (f File) Remove() error {
	return f.change(f.real, func(dir *os.Root, name string) error { return dir.Remove(name) })
}

// change does something about the file if it is still as it was read.
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
		return errors.New("would lie in a directory of another user")
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
