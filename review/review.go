// Package review lets a command work on a copy of a directory, shows what it changed, and applies
// the changes that a person has chosen to the directory.
//
//	c, err := review.Make("/home/u/project", "/home/u/.agent-loop/state/review/ID/tree", hidden)
//	… // the command runs with c.To in the place of c.From
//	changes, err := c.Changes()
//	fmt.Print(c.Diff(changes[0]))
//	err = c.Apply(changes)
//	err = c.Discard()
//
// The copy has files, directories and symbolic links with their modes and times. If the file
// system supports it, the copied files share their blocks with the originals
// (copy_file_range(2)).
//
// Hidden files are not copied: an empty file or directory of the same mode replaces each. The
// original stays as it is, whatever the command does to the name or to a directory that contains
// it.
//
// # Limits
//
// Sockets, named pipes, devices and extended attributes are not copied. Hard links become
// separate files in the copy, and an applied change replaces the file, so that its other names
// keep the old text. A directory with another file system mounted in it, with more than 100 000
// names or 4 GiB, or without room for two copies is rejected. Apply checks first, and changes
// nothing if a chosen path has changed meanwhile; between check and write somebody else could
// still change it.
package review

import (
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
	"time"

	"golang.org/x/sys/unix"
)

// Limits of a copied directory.
const (
	maxNames = 100_000
	maxBytes = 4 << 30
)

// ErrCannot says that a directory cannot be copied as it is.
var ErrCannot = errors.New("cannot be copied for a review")

// ErrMeanwhile says that something changed in the directory since it was copied.
var ErrMeanwhile = errors.New("was changed since the command began")

// Copy is a copy of a directory.
type Copy struct {
	From string // the directory
	To   string // its copy

	names  map[string]pair // by path below both, without the directory itself
	hidden map[string]bool // those of names that are hidden from the command
}

// pair holds the states of a name in the directory when it was copied, and in the copy right after.
type pair struct{ from, to stamp }

// stamp identifies a state of a file. Every change of a file changes its ctime, which no program
// can set.
type stamp struct {
	mode         fs.FileMode
	size         int64
	inode        uint64
	mtime, ctime time.Time
	link         string // where a symbolic link leads
}

// Make copies a directory, except hidden paths, to a path that does not exist yet in an existing
// directory. Hidden paths outside the directory are ignored. If it returns an error, it removes
// what it has copied.
func Make(from, to string, hidden []string) (*Copy, error) {
	c := &Copy{From: from, To: to, names: map[string]pair{}, hidden: map[string]bool{}}
	if holds(from, to) {
		return nil, fmt.Errorf("%s: %w: its copy would lie in it", from, ErrCannot)
	}
	for _, name := range hidden {
		if rel, err := filepath.Rel(from, name); err == nil && filepath.IsLocal(rel) {
			c.hidden[rel] = true
		}
		if holds(name, from) {
			return nil, fmt.Errorf("%s: %w: it is hidden from the command", from, ErrCannot)
		}
	}
	if err := c.measure(filepath.Dir(to)); err != nil {
		return nil, err
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return nil, err
	}
	if err := c.fill(); err != nil {
		return nil, errors.Join(err, c.Discard())
	}
	return c, nil
}

// holds reports whether a path is in a directory or is the directory, with links resolved. For a
// missing file its directory counts.
func holds(dir, name string) bool {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
		name = filepath.Join(real, filepath.Base(name))
	}
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// measure rejects a directory that is too large, also for the file system of its copy.
func (c *Copy) measure(into string) error {
	var names, bytes int64
	top, err := os.Lstat(c.From)
	if err != nil {
		return err
	}
	err = c.walk(func(rel string, d fs.DirEntry) error {
		info, err := d.Info()
		if err != nil {
			return err
		}
		names, bytes = names+1, bytes+info.Size()
		switch {
		case device(info) != device(top):
			return fmt.Errorf("%s: %w: another file system is mounted there", filepath.Join(c.From, rel), ErrCannot)
		case names > maxNames:
			return fmt.Errorf("%s: %w: it has over %d names", c.From, ErrCannot, maxNames)
		case bytes > maxBytes:
			return fmt.Errorf("%s: %w: it has over %d GiB", c.From, ErrCannot, maxBytes>>30)
		}
		return nil
	})
	if err != nil {
		return err
	}
	room, err := available(into)
	if err != nil {
		return err
	}
	if bytes > room/2 {
		return fmt.Errorf("%s: %w: a copy needs %d MiB, and %d MiB are free", c.From, ErrCannot, bytes>>20, room>>20)
	}
	return nil
}

// walk calls do for the directory and each name in it, without the content of hidden directories.
func (c *Copy) walk(do func(rel string, d fs.DirEntry) error) error {
	return filepath.WalkDir(c.From, func(name string, d fs.DirEntry, err error) error {
		rel, wrong := filepath.Rel(c.From, name)
		isHidden := wrong == nil && d != nil && d.IsDir() && c.hidden[rel]
		switch {
		case err != nil && !isHidden: // a hidden one need not be readable
			return err
		case wrong != nil:
			return wrong
		case err != nil:
			return fs.SkipDir
		}
		if err := do(rel, d); err != nil || !isHidden {
			return err
		}
		return fs.SkipDir
	})
}

func device(info fs.FileInfo) uint64 { return uint64(info.Sys().(*syscall.Stat_t).Dev) }

// fill copies everything below the directory. Directories get their modes and times last, since a
// read-only one could not be filled.
func (c *Copy) fill() error {
	var dirs []string
	err := c.walk(func(rel string, d fs.DirEntry) error {
		if d.IsDir() {
			dirs = append(dirs, rel)
		}
		if rel == "." {
			return nil
		}
		return c.copyName(rel)
	})
	for _, rel := range slices.Backward(dirs) {
		if err == nil {
			err = c.finishDir(rel)
		}
	}
	for rel, p := range c.names {
		if err == nil {
			p.to, err = stampOf(filepath.Join(c.To, rel))
			c.names[rel] = p
		}
	}
	return err
}

// copyName copies one name. It skips sockets and other special files.
func (c *Copy) copyName(rel string) error {
	from, to := filepath.Join(c.From, rel), filepath.Join(c.To, rel)
	was, err := stampOf(from)
	if err != nil {
		return err
	}
	switch kind := was.mode.Type(); {
	case kind == fs.ModeDir:
		err = os.Mkdir(to, 0o700)
	case c.hidden[rel]:
		err = emptyFile(to, was.mode)
	case kind == fs.ModeSymlink:
		err = os.Symlink(was.link, to)
	case kind == 0:
		err = copyFile(from, to, was)
	default:
		return nil
	}
	if err == nil && was.mode.Type() != fs.ModeDir {
		err = own(from, to)
	}
	c.names[rel] = pair{from: was}
	return err
}

// emptyFile creates the replacement of a hidden file.
func emptyFile(to string, mode fs.FileMode) error {
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(out.Chmod(mode.Perm()), out.Close())
}

// copyFile copies a regular file with its mode and time.
func copyFile(from, to string, was stamp) error {
	in, err := open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Chmod(was.mode), out.Close()); err != nil {
		return err
	}
	return os.Chtimes(to, was.mtime, was.mtime)
}

// open opens a file without following links, and without blocking at a pipe.
func open(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
}

// finishDir gives a copied directory its owner, mode and time.
func (c *Copy) finishDir(rel string) error {
	from, to := filepath.Join(c.From, rel), filepath.Join(c.To, rel)
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if err = errors.Join(own(from, to), os.Chmod(to, info.Mode())); err != nil || rel == "." {
		return err // the copy's own time shows when it was made
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

// own gives a copy the original's owner, if this process may do so.
func own(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	st := info.Sys().(*syscall.Stat_t)
	return os.Lchown(to, int(st.Uid), int(st.Gid))
}

func stampOf(name string) (stamp, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return stamp{}, err
	}
	st := info.Sys().(*syscall.Stat_t)
	s := stamp{mode: info.Mode(), size: info.Size(), inode: uint64(st.Ino), mtime: info.ModTime(), ctime: ctime(st)}
	if s.mode.Type() == fs.ModeSymlink {
		s.link, err = os.Readlink(name)
	}
	return s, err
}

// Discard removes the copy.
func (c *Copy) Discard() error {
	_ = filepath.WalkDir(c.To, func(name string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(name, 0o700) // if this fails, the removal fails too
		}
		return nil
	})
	return os.RemoveAll(c.To)
}

// Kind is what happened to a name.
type Kind uint8

// The kinds of changes.
const (
	Modification Kind = iota
	Addition
	Removal
)

var kinds = [...]string{Modification: "changed", Addition: "added", Removal: "removed"}

// String returns the kind as a word.
func (k Kind) String() string { return kinds[k] }

// Change is a name that the command changed, added or removed.
type Change struct {
	Path  string // below the directory
	Kind  Kind
	Stays bool // it would affect hidden files, and cannot be applied

	was, is stamp // in the copy; the zero stamp if it did not or does not exist
}

// IsLink reports whether the name is a symbolic link, or was one.
func (c Change) IsLink() bool {
	return c.was.mode.Type() == fs.ModeSymlink || c.is.mode.Type() == fs.ModeSymlink
}

// Changes returns the differences between the copy and its original state, sorted by path. Of a
// directory only the mode counts; of a file, its content and mode, but not its time.
func (c *Copy) Changes() ([]Change, error) {
	var all []Change
	seen := map[string]bool{}
	err := filepath.WalkDir(c.To, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || name == c.To {
			return err
		}
		rel, err := filepath.Rel(c.To, name)
		if err != nil {
			return err
		}
		seen[rel] = true
		is, err := stampOf(name)
		if err != nil {
			return err
		}
		p, known := c.names[rel]
		switch {
		case !known && isCopied(is):
			all = append(all, Change{Path: rel, Kind: Addition, is: is})
		case known && is != p.to:
			if same, err := c.isSame(rel, p, is); same || err != nil {
				return err
			}
			all = append(all, Change{Path: rel, Kind: Modification, was: p.from, is: is})
		}
		return nil
	})
	for rel, p := range c.names {
		if !seen[rel] {
			all = append(all, Change{Path: rel, Kind: Removal, was: p.from})
		}
	}
	for i := range all {
		all[i].Stays = c.touchesHidden(all[i])
	}
	slices.SortFunc(all, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return all, err
}

// touchesHidden reports whether a change is to a hidden name or inside one, removes a directory
// that contains one, or moves its replacement elsewhere.
func (c *Copy) touchesHidden(ch Change) bool {
	for rel := range c.hidden {
		p, there := c.names[rel]
		if isIn(ch.Path, rel) || there && ch.Kind != Addition && isIn(rel, ch.Path) || there && ch.Kind != Removal && ch.is.inode == p.to.inode {
			return true
		}
	}
	return false
}

// isIn reports whether a relative path is a directory or in it.
func isIn(rel, dir string) bool { return rel == dir || strings.HasPrefix(rel, dir+"/") }

// isCopied reports whether a name is of a kind that is copied.
func isCopied(s stamp) bool {
	return s.mode.Type() == 0 || s.mode.Type() == fs.ModeDir || s.mode.Type() == fs.ModeSymlink
}

// isSame reports whether a touched name is unchanged after all.
func (c *Copy) isSame(rel string, p pair, is stamp) (bool, error) {
	if c.hidden[rel] {
		return is.mode == p.to.mode && is.inode == p.to.inode && (is.size == 0 || is.mode.IsDir()), nil
	}
	if is.mode != p.from.mode || is.link != p.from.link {
		return false, nil
	}
	if is.mode.Type() != 0 {
		return true, nil
	}
	if is.size != p.from.size {
		return false, nil
	}
	return equal(filepath.Join(c.From, rel), filepath.Join(c.To, rel))
}

// equal reports whether two files have the same content. A missing file differs.
func equal(a, b string) (bool, error) {
	x, err := open(a)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer x.Close()
	y, err := open(b)
	if err != nil {
		return false, err
	}
	defer y.Close()
	const block = 64 << 10
	p, q := make([]byte, block), make([]byte, block)
	for {
		n, errX := io.ReadFull(x, p)
		m, errY := io.ReadFull(y, q)
		if string(p[:n]) != string(q[:m]) {
			return false, nil
		}
		switch {
		case errors.Is(errX, io.EOF) || errors.Is(errX, io.ErrUnexpectedEOF):
			return errors.Is(errY, io.EOF) || errors.Is(errY, io.ErrUnexpectedEOF), nil
		case errX != nil || errY != nil:
			return false, errors.Join(errX, errY)
		}
	}
}

// String returns a line about a change: what happened, where, and to what kind of file.
func (c Change) String() string {
	text := c.Kind.String() + " " + filepath.ToSlash(c.Path)
	switch {
	case c.Stays:
		return text + ": is hidden from the command: stays as it is"
	case c.Kind == Removal:
		return text + " (" + c.was.what() + ")"
	case c.Kind == Addition:
		return text + " (" + c.is.what() + ")"
	case c.was.what() != c.is.what():
		return text + " (" + c.was.what() + ", now " + c.is.what() + ")"
	}
	return text
}

// what describes the kind of a file.
func (s stamp) what() string {
	switch s.mode.Type() {
	case fs.ModeDir:
		return "directory, mode " + octal(s.mode)
	case fs.ModeSymlink:
		return "link to " + s.link
	case 0:
		return fmt.Sprintf("%d bytes, mode %s", s.size, octal(s.mode))
	}
	return "neither file nor directory"
}

// octal formats a mode as chmod(1) does.
func octal(mode fs.FileMode) string {
	bits := uint32(mode.Perm())
	for _, special := range []struct {
		is  fs.FileMode
		bit uint32
	}{{fs.ModeSetuid, 0o4000}, {fs.ModeSetgid, 0o2000}, {fs.ModeSticky, 0o1000}} {
		if mode&special.is != 0 {
			bits |= special.bit
		}
	}
	return fmt.Sprintf("%03o", bits)
}

// depth returns the number of directories above a path.
func depth(rel string) int { return strings.Count(rel, "/") }
