package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A Box is what a command may touch. All paths are absolute, clean and free of symbolic
// links. Where two of its lists name the same place, the later of Write, Show, Keep and
// Hide wins; a deeper place wins over one above it.
type Box struct {
	Dir string // where the command starts

	// Write are the directories below which it may write.
	Write []string

	// Show are files and directories below a place that the box replaces (temporary
	// files) that are there all the same, to be read.
	Show []string

	// Keep are files and directories below Write that it may read and not change.
	Keep []string

	// Hide are files and directories whose content it cannot read: there is an empty
	// directory, or Void, in their place.
	Hide []string

	// Void is an empty file that nobody may read.
	Void string

	// Temp is a directory that takes the place of /tmp and /var/tmp, or "": then these
	// are as they are outside, to be read.
	Temp string

	// Binds are directories that take the place of others, writable.
	Binds []Bind

	Network Network
}

// Bind puts a directory in the place of another.
type Bind struct{ From, At string }

// Network is what a command reaches. The zero Network is Loopback.
type Network uint8

// The networks.
const (
	// Loopback is one of the command's own: what it starts reaches what it starts.
	Loopback Network = iota
	// Full is the machine's.
	Full
)

// ErrBox says that a box cannot be made as it is written.
var ErrBox = errors.New("sandbox")

// Files is what a box's paths are looked up in: os.Lstat, or a test's table.
type Files func(path string) (fs.FileInfo, error)

// check returns why a box cannot be made: a path that is not absolute and clean, or
// that does not exist.
func (b Box) check(files Files) error {
	var binds []string
	for _, bind := range b.Binds {
		binds = append(binds, bind.From, bind.At)
	}
	lists := [][]string{{b.Dir}, b.Write, b.Show, b.Keep, b.Hide, binds}
	for _, p := range []string{b.Temp, b.Void} {
		if p != "" {
			lists = append(lists, []string{p})
		}
	}
	for _, p := range slices.Concat(lists...) {
		switch {
		case !path.IsAbs(p) || path.Clean(p) != p:
			return fmt.Errorf("%w: %q is no absolute, clean path", ErrBox, p)
		case strings.ContainsRune(p, 0):
			return fmt.Errorf("%w: %q holds a NUL", ErrBox, p)
		}
		info, err := files(p)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBox, err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%w: %s is a symbolic link", ErrBox, p)
		}
	}
	if info, err := files("/tmp"); b.Temp != "" && (err != nil || !info.IsDir()) {
		return fmt.Errorf("%w: there is no directory /tmp that another could take the place of", ErrBox)
	}
	for _, p := range b.Write {
		if p == "/" {
			return fmt.Errorf("%w: / cannot be writable", ErrBox)
		}
	}
	return nil
}

// A mount is one thing that a box puts in its place.
type mount struct {
	kind     mountKind
	at, from string
}

// mountKind says what is mounted. Of two at the same place the later one counts.
type mountKind uint8

const (
	writable  mountKind = iota
	readable            // as it is, not to be changed
	emptyDir            // a directory without content
	emptyFile           // Box.Void
)

// mounts are what makes the box out of a tree that can only be read, in an order in
// which no one covers another that is to be seen. files tells directories from files.
func (b Box) mounts(files Files) ([]mount, error) {
	var all []mount
	add := func(kind mountKind, paths ...string) {
		for _, p := range paths {
			all = append(all, mount{kind, p, p})
		}
	}
	add(writable, b.Write...)
	add(writable, b.pins()...)
	for _, bind := range b.Binds {
		all = append(all, mount{writable, bind.At, bind.From})
	}
	add(readable, b.Show...)
	add(readable, b.Keep...)
	for _, p := range b.Hide {
		info, err := files(p)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrBox, err)
		case info.IsDir():
			add(emptyDir, p)
		case b.Void == "":
			return nil, fmt.Errorf("%w: no empty file to put in the place of %s", ErrBox, p)
		default:
			all = append(all, mount{emptyFile, p, b.Void})
		}
	}
	all = slices.DeleteFunc(all, func(m mount) bool { return b.covers(m) })
	slices.SortStableFunc(all, func(x, y mount) int { return shallow(x.at, y.at) })
	if b.Temp != "" { // before all, for a work directory may lie below it
		temp := []mount{{writable, "/tmp", b.Temp}}
		if info, err := files("/var/tmp"); err == nil && info.IsDir() { // not everywhere, and a link to /tmp on some systems
			temp = append(temp, mount{writable, "/var/tmp", b.Temp})
		}
		all = slices.Insert(all, 0, temp...)
	}
	return all, nil
}

// covers reports whether a mount would lie in a directory that is hidden, and is not
// shown all the same.
func (b Box) covers(m mount) bool {
	if m.kind == readable && slices.Contains(b.Show, m.at) || m.from != m.at && m.kind == writable {
		return false
	}
	return isBelow(m.at, b.Hide)
}

// pins are the directories between the writable ones and what is kept below them. Each
// is mounted onto itself, so that none can be renamed: what is mounted below a directory
// moves along with it, and another could be put in its place. What is hidden may move.
func (b Box) pins() []string {
	var pins []string
	for _, p := range b.Keep {
		for _, root := range b.Write {
			for dir := path.Dir(p); len(dir) > len(root) && within(dir, root); dir = path.Dir(dir) {
				pins = append(pins, dir)
			}
		}
	}
	slices.SortFunc(pins, shallow)
	return slices.Compact(pins)
}

// shallow orders paths so that a directory comes before what lies below it.
func shallow(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
}

// within reports whether a path is a directory or lies below it.
func within(name, dir string) bool {
	return name == dir || dir == "/" || strings.HasPrefix(name, dir+"/")
}

// Tidy sorts the lists of a box, and drops what another entry makes superfluous: a
// directory below a writable one, what lies in a hidden or kept directory.
func (b *Box) Tidy() {
	b.Write = outermost(b.Write)
	b.Hide = outermost(b.Hide)
	b.Keep = slices.DeleteFunc(outermost(b.Keep), func(p string) bool { return isBelow(p, b.Hide) || slices.Contains(b.Hide, p) })
	slices.SortFunc(b.Show, shallow)
	b.Show = slices.Compact(b.Show)
}

// outermost are the paths of a list that lie below no other of it.
func outermost(paths []string) []string {
	slices.SortFunc(paths, shallow)
	var kept []string
	for _, p := range paths {
		if !isBelow(p, kept) && !slices.Contains(kept, p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// isBelow reports whether a path lies below one of some directories.
func isBelow(name string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return name != dir && within(name, dir) })
}
