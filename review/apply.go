package review

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/sys/unix"
)

// longest is how much of a file Diff shows, in bytes.
const longest = 256 << 10

// Diff is a unified diff of a change to a text; "" for what is none, or too long to be read.
// Both texts may be hostile: escape it before it reaches a terminal.
func (c *Copy) Diff(ch Change) string {
	before, okBefore := textOf(filepath.Join(c.From, ch.Path), ch.was)
	after, okAfter := textOf(filepath.Join(c.To, ch.Path), ch.is)
	if !okBefore || !okAfter {
		return ""
	}
	text := string(diff.Diff("a/"+ch.Path, before, "b/"+ch.Path, after))
	return text[strings.Index(text, "\n")+1:] // the first line is "diff a b"
}

// textOf reads a file for a diff; one that does not exist is empty.
func textOf(name string, s stamp) (text []byte, ok bool) {
	switch {
	case s.mode == 0 && s.inode == 0:
		return nil, true
	case s.mode.Type() != 0 || s.size > longest:
		return nil, false
	}
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(f, longest+1))
	return text, err == nil && len(text) <= longest && utf8.Valid(text) && bytes.IndexByte(text, 0) < 0
}

// Apply puts changes into the directory. It first looks whether each of the paths is as it was
// when it was copied, and otherwise changes nothing: the error wraps [ErrMeanwhile]. It never
// leaves the directory, whatever links are in it.
func (c *Copy) Apply(chosen []Change) error {
	root, err := os.OpenRoot(c.From)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, ch := range chosen {
		if err := c.unchanged(ch); err != nil {
			return err
		}
	}
	deepFirst := slices.SortedFunc(slices.Values(chosen), func(a, b Change) int { return cmp.Compare(depth(b.Path), depth(a.Path)) })
	for _, ch := range deepFirst {
		if ch.Kind == Removed || ch.Kind == Changed && ch.was.mode.Type() != ch.is.mode.Type() {
			if err := root.Remove(ch.Path); err != nil {
				return err
			}
		}
	}
	for _, ch := range slices.Backward(deepFirst) {
		if ch.Kind != Removed {
			if err := c.put(root, ch); err != nil {
				return err
			}
		}
	}
	for _, ch := range deepFirst { // a directory that may not be written to is filled by now
		if ch.Kind != Removed && ch.is.mode.IsDir() {
			if err := root.Chmod(ch.Path, ch.is.mode); err != nil {
				return err
			}
		}
	}
	return nil
}

// unchanged returns an error if a path in the directory is not as it was when it was copied.
func (c *Copy) unchanged(ch Change) error {
	now, err := stampOf(filepath.Join(c.From, ch.Path))
	switch {
	case ch.Kind == Added && errors.Is(err, fs.ErrNotExist):
		return nil
	case ch.Kind == Added && err == nil:
		return fmt.Errorf("%s %w: it is there now", ch.Path, ErrMeanwhile)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s %w: it is gone", ch.Path, ErrMeanwhile)
	case err != nil:
		return err
	}
	was := c.names[ch.Path].from
	if now.mode.IsDir() && was.mode.IsDir() && now.mode == was.mode && now.inode == was.inode {
		return nil // what is in it changes its times
	}
	if now != was {
		return fmt.Errorf("%s %w", ch.Path, ErrMeanwhile)
	}
	return nil
}

// put makes a name in the directory what it is in the copy. The directories above it exist, or
// are made: of them nobody has to choose each.
func (c *Copy) put(root *os.Root, ch Change) error {
	if dir := filepath.Dir(ch.Path); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if ch.is.mode.IsDir() {
		err := root.Mkdir(ch.Path, 0o700)
		if info, there := root.Lstat(ch.Path); errors.Is(err, fs.ErrExist) && there == nil && info.IsDir() {
			return nil
		}
		return err
	}
	temp := hidden(ch.Path)
	err := c.write(root, temp, ch)
	if err == nil {
		err = root.Rename(temp, ch.Path)
	}
	if err != nil {
		_ = root.Remove(temp)
	}
	return err
}

// write writes a file or link of the copy under another name.
func (c *Copy) write(root *os.Root, temp string, ch Change) error {
	if ch.is.mode.Type() == fs.ModeSymlink {
		return root.Symlink(ch.is.link, temp)
	}
	in, err := os.OpenFile(filepath.Join(c.To, ch.Path), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if info, failed := in.Stat(); err == nil && failed == nil && os.Geteuid() == 0 {
		st := info.Sys().(*syscall.Stat_t)
		err = out.Chown(int(st.Uid), int(st.Gid))
	}
	if err = errors.Join(err, out.Chmod(ch.is.mode), out.Close()); err != nil {
		return err
	}
	return root.Chtimes(temp, ch.is.mtime, ch.is.mtime)
}
