package review

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/sys/unix"
)

// longest bounds how much of a file Diff shows, in bytes.
const longest = 256 << 10

// Diff returns a unified diff of a text change; "" if the file is not text or too long. Both
// texts may be hostile: escape the diff before it reaches a terminal.
func (c *Copy) Diff(ch Change) string {
	if ch.Stays {
		return ""
	}
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
	f, err := open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Sys().(*syscall.Stat_t).Ino != s.inode { // the file was replaced, possibly through a link above it
		return nil, false
	}
	text, err = io.ReadAll(io.LimitReader(f, longest+1))
	return text, err == nil && len(text) <= longest && utf8.Valid(text) && bytes.IndexByte(text, 0) < 0
}

// Apply applies changes to the directory. It first checks that each path is as it was when it was
// copied (otherwise the error wraps [ErrMeanwhile]) and that the changes are consistent, and
// writes all new files into a temporary directory there. An error until then means that nothing
// was changed; a later error says what was done. Apply never leaves the directory, whatever links
// are in it.
func (c *Copy) Apply(chosen []Change) error {
	if len(chosen) == 0 {
		return nil
	}
	root, err := os.OpenRoot(c.From)
	if err != nil {
		return err
	}
	defer root.Close()
	a := application{Copy: c, root: root, chosen: map[string]Change{}, temps: map[string]string{}}
	for _, ch := range chosen {
		a.chosen[ch.Path] = ch
	}
	a.deepFirst = slices.SortedFunc(maps.Values(a.chosen), func(a, b Change) int {
		return cmp.Or(cmp.Compare(depth(b.Path), depth(a.Path)), cmp.Compare(a.Path, b.Path))
	})
	for _, ch := range a.deepFirst {
		if err := a.check(ch); err != nil {
			return err
		}
	}
	defer a.clean()
	if err := a.stage(); err != nil {
		return err
	}
	if err := a.do(); err != nil && len(a.done) > 0 {
		return fmt.Errorf("%w; before that this was done: %s", err, strings.Join(a.done, ", "))
	} else if err != nil {
		return err
	}
	return nil
}

// application is the state of one Apply.
type application struct {
	*Copy
	root      *os.Root
	chosen    map[string]Change
	deepFirst []Change
	dir       string            // for new files; "" before it is created
	temps     map[string]string // by path, the place of each new file until it is moved
	done      []string
}

// goes reports whether a change removes the name, so that another file can take it.
func (c Change) goes() bool {
	return c.Kind == Removal || c.Kind == Modification && c.was.mode.Type() != c.is.mode.Type()
}

// check returns why a change cannot be made.
func (a *application) check(ch Change) error {
	if ch.Stays {
		return errors.New(ch.String())
	}
	for dir := filepath.Dir(ch.Path); dir != "."; dir = filepath.Dir(dir) {
		if err := a.holds(dir, ch); err != nil {
			return err
		}
	}
	if err := a.unchanged(ch); err != nil {
		return err
	}
	if ch.goes() && ch.was.mode.IsDir() {
		if err := a.empties(ch.Path); err != nil {
			return err
		}
	}
	return a.writable(filepath.Dir(ch.Path))
}

// empties returns an error if a directory that is to be removed would not be empty.
func (a *application) empties(dir string) error {
	f, err := a.root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	for _, name := range names {
		if ch, is := a.chosen[filepath.Join(dir, name)]; !is || ch.Kind != Removal {
			return fmt.Errorf("nothing was changed: %s cannot be removed, for %s in it is not to be", dir, name)
		}
	}
	return err
}

// holds returns an error if a directory above a change will not exist.
func (a *application) holds(dir string, ch Change) error {
	above, is := a.chosen[dir]
	if is && ch.Kind != Removal && (above.Kind == Removal || !above.is.mode.IsDir()) {
		return fmt.Errorf("nothing was changed: %s cannot be %s, for %s is not to be a directory", ch.Path, ch.Kind, dir)
	}
	info, err := a.root.Lstat(dir)
	switch {
	case is && above.goes() && ch.Kind != Removal || errors.Is(err, fs.ErrNotExist):
		return nil // it will be created
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("nothing was changed: %s cannot be %s, for %s is no directory here", ch.Path, ch.Kind, dir)
	}
	return nil
}

// writable returns an error if an existing directory is not writable.
func (a *application) writable(dir string) error {
	err := unix.Access(filepath.Join(a.From, dir), unix.W_OK|unix.X_OK)
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	return fmt.Errorf("nothing was changed: %s: %w", dir, err)
}

// stage writes all new files and links into a temporary directory.
func (a *application) stage() error {
	name := ".shimgen-" + rand.Text()
	if err := a.root.Mkdir(name, 0o700); err != nil {
		return err
	}
	a.dir = name
	for i, ch := range a.deepFirst {
		if ch.Kind == Removal || ch.is.mode.IsDir() {
			continue
		}
		temp := filepath.Join(a.dir, strconv.Itoa(i))
		a.temps[ch.Path] = temp
		if err := a.write(a.root, temp, ch); err != nil {
			return err
		}
	}
	return nil
}

// clean removes the staged files that were not moved.
func (a *application) clean() {
	for _, temp := range a.temps {
		_ = a.root.Remove(temp)
	}
	if a.dir != "" {
		_ = a.root.Remove(a.dir)
	}
}

// do makes the changes: first those that remove a name.
func (a *application) do() error {
	for _, ch := range a.deepFirst {
		if ch.goes() {
			if err := a.root.Remove(ch.Path); err != nil {
				return err
			}
			a.done = append(a.done, "removed "+ch.Path)
		}
	}
	for _, ch := range slices.Backward(a.deepFirst) {
		if ch.Kind == Removal {
			continue
		}
		if err := a.put(ch); err != nil {
			return err
		}
		if !ch.is.mode.IsDir() {
			a.done = append(a.done, "wrote "+ch.Path)
		}
	}
	for _, ch := range a.deepFirst { // its content is complete by now, and its mode may forbid writing
		if ch.Kind != Removal && ch.is.mode.IsDir() {
			if err := a.root.Chmod(ch.Path, ch.is.mode); err != nil {
				return err
			}
			a.done = append(a.done, "set the mode of "+ch.Path)
		}
	}
	return nil
}

// put copies a name's state from the copy to the directory. It creates missing parent
// directories, which nobody has to choose separately.
func (a *application) put(ch Change) error {
	if dir := filepath.Dir(ch.Path); dir != "." {
		if err := a.root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if !ch.is.mode.IsDir() {
		return a.root.Rename(a.temps[ch.Path], ch.Path)
	}
	err := a.root.Mkdir(ch.Path, 0o700)
	if info, there := a.root.Lstat(ch.Path); errors.Is(err, fs.ErrExist) && there == nil && info.IsDir() {
		return nil
	}
	if err == nil {
		a.done = append(a.done, "made "+ch.Path)
	}
	return err
}

// unchanged returns an error if a path in the directory has changed since it was copied.
func (c *Copy) unchanged(ch Change) error {
	now, err := stampOf(filepath.Join(c.From, ch.Path))
	switch {
	case ch.Kind == Addition && errors.Is(err, fs.ErrNotExist):
		return nil
	case ch.Kind == Addition && err == nil:
		return fmt.Errorf("%s %w: it is there now", ch.Path, ErrMeanwhile)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s %w: it is gone", ch.Path, ErrMeanwhile)
	case err != nil:
		return err
	}
	was := c.names[ch.Path].from
	if now.mode.IsDir() && was.mode.IsDir() && now.mode == was.mode && now.inode == was.inode {
		return nil // its times change with its content
	}
	if now != was {
		return fmt.Errorf("%s %w", ch.Path, ErrMeanwhile)
	}
	return nil
}

// write writes a file or link of the copy under another name.
func (c *Copy) write(root *os.Root, temp string, ch Change) error {
	if ch.is.mode.Type() == fs.ModeSymlink {
		return root.Symlink(ch.is.link, temp)
	}
	in, err := open(filepath.Join(c.To, ch.Path))
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
