// Package review lets a command work on a copy of a directory, shows what it changed, and puts
// those changes into the directory that a person has chosen.
//
//	c, err := review.Make("/home/u/project", "/home/u/.agent-loop/state/review/ID")
//	… // the command runs with c.To in the place of c.From
//	changes, err := c.Changes()
//	fmt.Print(c.Diff(changes[0]))
//	err = c.Apply(changes)
//	err = c.Discard()
//
// The copy has files, directories and symbolic links with their modes and times. Where the file
// system can, the copied files share their blocks with the originals (copy_file_range(2)).
//
// # Limits
//
// Sockets, named pipes and devices are not copied, nor are extended attributes. Hard links are
// files of their own in the copy, and a change that is applied replaces the file, so that other
// names of it keep the text from before. A directory that has another file system mounted in it,
// more than 100 000 names or 4 GiB is refused, as is one for which there is not twice the room.
// Apply looks first, and changes nothing if a chosen path was changed meanwhile; between looking
// and writing somebody else could still change it.
package review

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// What a copied directory may hold.
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

	names map[string]pair // by path below both, without the directory itself
}

// pair is how a name was in the directory when it was copied, and in the copy right after.
type pair struct{ from, to stamp }

// stamp is what tells a file from a later state of it. Whatever changes a file changes its
// ctime, which no program can set.
type stamp struct {
	mode         fs.FileMode
	size         int64
	inode        uint64
	mtime, ctime time.Time
	link         string // where a symbolic link leads
}

// Make copies a directory to a place that does not exist yet, in a directory that does. It
// removes what it has copied if it returns an error.
func Make(from, to string) (*Copy, error) {
	if err := measure(from, filepath.Dir(to)); err != nil {
		return nil, err
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return nil, err
	}
	c := &Copy{From: from, To: to, names: map[string]pair{}}
	if err := c.fill(); err != nil {
		return nil, errors.Join(err, c.Discard())
	}
	return c, nil
}

// measure refuses a directory that is too large, or too large for the file system of its copy.
func measure(from, into string) error {
	var names, bytes int64
	top, err := os.Lstat(from)
	if err != nil {
		return err
	}
	err = filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		names, bytes = names+1, bytes+info.Size()
		switch {
		case device(info) != device(top):
			return fmt.Errorf("%s: %w: another file system is mounted there", name, ErrCannot)
		case names > maxNames:
			return fmt.Errorf("%s: %w: it has over %d names", from, ErrCannot, maxNames)
		case bytes > maxBytes:
			return fmt.Errorf("%s: %w: it has over %d GiB", from, ErrCannot, maxBytes>>30)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var free unix.Statfs_t
	if err := unix.Statfs(into, &free); err != nil {
		return err
	}
	if room := int64(free.Bavail) * int64(free.Bsize); bytes > room/2 {
		return fmt.Errorf("%s: %w: a copy needs %d MiB, and %d MiB are free", from, ErrCannot, bytes>>20, room>>20)
	}
	return nil
}

func device(info fs.FileInfo) uint64 { return uint64(info.Sys().(*syscall.Stat_t).Dev) }

// fill copies everything below the directory. Directories get their modes and times last: one
// that cannot be written to could not be filled.
func (c *Copy) fill() error {
	var dirs []string
	err := filepath.WalkDir(c.From, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(c.From, name)
		if err != nil {
			return err
		}
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

// copyName copies one name. A socket and its like have no copy.
func (c *Copy) copyName(rel string) error {
	from, to := filepath.Join(c.From, rel), filepath.Join(c.To, rel)
	was, err := stampOf(from)
	if err != nil {
		return err
	}
	switch was.mode.Type() {
	case fs.ModeDir:
		err = os.Mkdir(to, 0o700)
	case fs.ModeSymlink:
		err = os.Symlink(was.link, to)
	case 0:
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

// copyFile copies a regular file with its mode and time.
func copyFile(from, to string, was stamp) error {
	in, err := os.OpenFile(from, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
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

// finishDir gives a copied directory its owner, mode and time.
func (c *Copy) finishDir(rel string) error {
	from, to := filepath.Join(c.From, rel), filepath.Join(c.To, rel)
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if err = errors.Join(own(from, to), os.Chmod(to, info.Mode())); err != nil || rel == "." {
		return err // the time of the copy itself says when it was made
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

// own gives a copy the owner of the original, if this process may do that.
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
	Changed Kind = iota
	Added
	Removed
)

var kinds = [...]string{Changed: "changed", Added: "added", Removed: "removed"}

// String is the kind in a word.
func (k Kind) String() string { return kinds[k] }

// Change is a name that the command changed, added or removed.
type Change struct {
	Path string // below the directory
	Kind Kind

	was, is stamp // in the copy; the zero stamp if it did not or does not exist
}

// Changes returns what is different in the copy from what was copied, sorted by path. Of a
// directory only its mode counts; of a file, its content and mode, and not its time.
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
			all = append(all, Change{Path: rel, Kind: Added, is: is})
		case known && is != p.to:
			if same, err := c.isSame(rel, p, is); same || err != nil {
				return err
			}
			all = append(all, Change{Path: rel, Kind: Changed, was: p.from, is: is})
		}
		return nil
	})
	for rel, p := range c.names {
		if !seen[rel] {
			all = append(all, Change{Path: rel, Kind: Removed, was: p.from})
		}
	}
	slices.SortFunc(all, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return all, err
}

// isCopied reports whether a name is of a kind that is copied.
func isCopied(s stamp) bool {
	return s.mode.Type() == 0 || s.mode.Type() == fs.ModeDir || s.mode.Type() == fs.ModeSymlink
}

// isSame reports whether a name that was touched is as it was all the same.
func (c *Copy) isSame(rel string, p pair, is stamp) (bool, error) {
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

// equal reports whether two files have the same content. One that is gone has another.
func equal(a, b string) (bool, error) {
	x, err := os.Open(a)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer x.Close()
	y, err := os.Open(b)
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

// String is a line about a change: what happened, where, and to what.
func (c Change) String() string {
	text := c.Kind.String() + " " + filepath.ToSlash(c.Path)
	switch {
	case c.Kind == Removed:
		return text + " (" + c.was.what() + ")"
	case c.Kind == Added:
		return text + " (" + c.is.what() + ")"
	case c.was.what() != c.is.what():
		return text + " (" + c.was.what() + ", now " + c.is.what() + ")"
	}
	return text
}

// what says what a name is.
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

// octal is a mode as chmod(1) has it.
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

// hidden are the names under which Apply writes a file before it puts it in place.
func hidden(rel string) string { return path.Join(path.Dir(rel), ".shimgen-review-"+path.Base(rel)) }

// depth orders paths by how many directories they lie in.
func depth(rel string) int { return strings.Count(rel, "/") }
