package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// A Box is what a command may touch. All paths are absolute, clean and free of symbolic
// links. Where two of its lists name the same place, the later of Empty, Write, Show, Keep
// and Hide wins; a deeper place wins over one above it.
type Box struct {
	Dir string // where the command starts

	// Empty are directories of which nothing is there but what the other lists name below
	// them: of what lies there, what may be read is a list.
	Empty []string

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

	// Lent are files and directories that take the place of others, to be read.
	Lent []Bind

	// Over is what lies over programs; no backend needs it to hold a property.
	Over Overlay

	Network Network
}

// Bind puts a directory in the place of another.
type Bind struct{ From, At string }

// Overlay puts one program in the place of others, which are found elsewhere then. The
// zero Overlay is none.
type Overlay struct {
	Shim     string   // the program
	Programs []string // the files in whose place it lies
	At       string   // a directory in which the trees are found below their own paths, where there is an empty directory for each
	Trees    []string // directories, as they are without the overlay; each program lies in one
}

// paths are all that an overlay names.
func (o Overlay) paths() []string {
	if len(o.Programs) == 0 {
		return nil
	}
	all := slices.Concat([]string{o.Shim}, o.Programs, o.Trees)
	for _, tree := range o.Trees {
		all = append(all, o.At+tree)
	}
	return all
}

// Network is what a command reaches. The zero Network is Loopback.
type Network uint8

// The networks.
const (
	// Loopback is one of the command's own: what it starts reaches what it starts.
	Loopback Network = iota
	// Full is the machine's.
	Full
	// Egress is one of the command's own, too, every address of which leads to somebody who
	// decides where it goes: [Native.Outlet], or a [Broker] where there is no namespace.
	Egress
)

// ErrNoOutlet says that a backend cannot let some hosts be reached, and not others.
var ErrNoOutlet = errors.New("cannot hold a command to a list of hosts")

// outlet refuses a box for a backend that has none.
func (b Box) outlet(backend string) error {
	if b.Network == Egress {
		return Unavailable{backend, ErrNoOutlet, "use native, which needs Linux 5.12 or later and user namespaces, or a network.mode of none, localhost or full"}
	}
	return nil
}

// broker refuses a box for a backend that has none for it.
func (b Box) broker(backend string, serves Broker) error {
	if serves != nil {
		return nil
	}
	return b.outlet(backend)
}

// served is the broker of a box that needs one.
func (b Box) served(by Broker) Broker {
	if b.Network != Egress {
		return nil
	}
	return by
}

// ErrBox says that a box cannot be made as it is written.
var ErrBox = errors.New("sandbox")

// Files is what a box's paths are looked up in: os.Lstat, or a test's table.
type Files func(path string) (fs.FileInfo, error)

// check returns why a box cannot be made: a path that is not absolute and clean, or
// that does not exist, unless it is one to hide.
func (b Box) check(files Files) error {
	var binds []string
	for _, bind := range slices.Concat(b.Binds, b.Lent) {
		binds = append(binds, bind.From, bind.At)
	}
	lists := [][]string{{b.Dir}, b.Empty, b.Write, b.Show, b.Keep, b.Hide, binds, b.Over.paths()}
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
		if errors.Is(err, fs.ErrNotExist) && slices.Contains(b.Hide, p) {
			continue // nothing is left to hide: sockets come and go
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBox, err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%w: %s is a symbolic link", ErrBox, p)
		}
	}
	if slices.Contains(b.Write, "/") {
		return fmt.Errorf("%w: / cannot be writable", ErrBox)
	}
	if slices.Contains(b.Empty, "/") {
		return fmt.Errorf("%w: / cannot be emptied, for programs lie there", ErrBox)
	}
	return nil
}

// tempPlace returns why no directory can take the place of that for temporary files.
func (b Box) tempPlace(files Files) error {
	if info, err := files("/tmp"); b.Temp != "" && (err != nil || !info.IsDir()) {
		return fmt.Errorf("%w: there is no directory /tmp that another could take the place of", ErrBox)
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

// mountWords say what each kind of mount is.
var mountWords = [...]string{writable: "write", readable: "read only", emptyDir: "hide", emptyFile: "hide"}

// Lines say what a box is, each mount in the order in which it is made. files is as for the
// backend; what does not exist is said as an error.
func (b Box) Lines(files Files) []string {
	lines := []string{"start in  " + b.Dir, "read only /"}
	mounts, err := b.mounts(files)
	if err != nil {
		lines = append(lines, "error     "+err.Error())
	}
	for _, m := range mounts {
		line := fmt.Sprintf("%-9s %s", mountWords[m.kind], m.at)
		if m.from != m.at && m.kind != emptyFile {
			line += " (in its place: " + m.from + ")"
		}
		lines = append(lines, line)
	}
	network := map[Network]string{Full: "the machine's", Loopback: "a loopback of its own", Egress: "the hosts that the policy lists"}[b.Network]
	return append(lines, "network   "+network)
}

// mounts are what makes the box out of a tree that can only be read, in an order in
// which no one covers another that is to be seen. files tells directories from files.
func (b Box) mounts(files Files) ([]mount, error) {
	var all []mount
	add := func(kind mountKind, paths ...string) {
		for _, p := range paths {
			all = append(all, mount{kind, p, p})
		}
	}
	add(emptyDir, b.Empty...)
	add(writable, b.Write...)
	for _, pin := range b.pins() {
		all = append(all, mount{writable, pin, b.origin(pin)})
	}
	for _, bind := range b.Binds {
		all = append(all, mount{writable, bind.At, bind.From})
	}
	add(readable, b.Show...)
	add(readable, b.Keep...)
	for _, p := range b.Hide {
		info, err := files(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
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
	last := map[string]int{} // of the mounts in one place
	for i, m := range all {
		last[m.at] = i
	}
	whole := all
	all = nil
	for i, m := range whole {
		if last[m.at] == i && !b.covers(m) {
			all = append(all, m)
		}
	}
	for _, tree := range b.Over.Trees {
		all = append(all, mount{readable, b.Over.At + tree, tree})
	}
	for _, lent := range b.Lent {
		all = append(all, mount{readable, lent.At, lent.From})
	}
	slices.SortStableFunc(all, func(x, y mount) int { return shallow(x.at, y.at) })
	if b.Temp != "" { // before all, for a work directory may lie below it
		temp := []mount{{writable, "/tmp", b.Temp}}
		if info, err := files("/var/tmp"); err == nil && info.IsDir() { // not everywhere, and a link to /tmp on some systems
			temp = append(temp, mount{writable, "/var/tmp", b.Temp})
		}
		all = slices.Insert(all, 0, temp...)
	}
	for _, p := range b.Over.Programs { // last: the trees show what lies under it
		all = append(all, mount{readable, p, b.Over.Shim})
	}
	return all, nil
}

// there is what a box names below directories that it empties.
func (b Box) there() []string {
	all := slices.Concat(b.Empty, b.Write, b.Show)
	for _, bind := range slices.Concat(b.Binds, b.Lent) {
		all = append(all, bind.At)
	}
	return all
}

// covers reports whether a mount would lie in a directory that is hidden, and is not
// shown all the same, or would hide what is gone with the rest of a directory.
func (b Box) covers(m mount) bool {
	if m.kind == emptyFile || m.kind == emptyDir && !slices.Contains(b.Empty, m.at) {
		if b.partOf(path.Dir(m.at)) == inEmpty {
			return true
		}
	}
	if m.kind == readable && slices.Contains(b.Show, m.at) || m.from != m.at && m.kind == writable {
		return false
	}
	return isBelow(m.at, b.Hide)
}

// pins are the directories between the writable ones, also those that take the place of
// others, and what is kept below them. Each is mounted onto itself, so that none can be
// renamed: what is mounted below a directory moves along with it, and another could be put in
// its place. What is hidden may move.
func (b Box) pins() []string {
	var pins []string
	for _, p := range b.Keep {
		for _, root := range slices.Concat(b.Write, b.replaced(p)) {
			for dir := path.Dir(p); len(dir) > len(root) && pathname.In(dir, root); dir = path.Dir(dir) {
				pins = append(pins, dir)
			}
		}
	}
	slices.SortFunc(pins, shallow)
	return slices.Compact(pins)
}

// replaced are the places of Binds that a path lies in, with no writable directory in between.
func (b Box) replaced(p string) (places []string) {
	for _, bind := range b.Binds {
		if pathname.In(p, bind.At) && deepest(p, b.Write) <= len(bind.At) {
			places = append(places, bind.At)
		}
	}
	return places
}

// origin is where a directory of the box lies outside of it.
func (b Box) origin(dir string) string {
	from, length := dir, deepest(dir, b.Write)
	if slices.Contains(b.Write, dir) {
		length = len(dir)
	}
	for _, bind := range b.Binds {
		if pathname.In(dir, bind.At) && len(bind.At) >= length {
			from, length = bind.From+dir[len(bind.At):], len(bind.At)
		}
	}
	return from
}

// shallow orders paths so that a directory comes before what lies below it.
func shallow(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
}

// Tidy sorts the lists of a box, and drops what another entry makes superfluous: a
// directory below a writable one, what lies in a hidden or kept directory.
func (b *Box) Tidy() {
	b.Write, b.Keep = outermost(b.Write, b.Keep), outermost(b.Keep, b.Write)
	b.Hide = outermost(b.Hide, nil)
	slices.SortFunc(b.Empty, shallow)
	b.Empty = slices.DeleteFunc(slices.Compact(b.Empty), func(p string) bool {
		return slices.ContainsFunc(slices.Concat(b.Write, b.Show), func(dir string) bool { return pathname.In(p, dir) })
	})
	b.Keep = slices.DeleteFunc(b.Keep, func(p string) bool { return isBelow(p, b.Hide) || slices.Contains(b.Hide, p) })
	slices.SortFunc(b.Show, shallow)
	b.Show = slices.Compact(b.Show)
}

// outermost are the paths of a list that lie below no other of it, or in a place of other
// in between.
func outermost(paths, other []string) []string {
	slices.SortFunc(paths, shallow)
	var kept []string
	for _, p := range slices.Compact(paths) {
		if depth := deepest(p, kept); depth == 0 || depth <= deepest(p, other) {
			kept = append(kept, p)
		}
	}
	return kept
}

// deepest is the length of the longest of some directories that a path lies below, or 0.
func deepest(name string, dirs []string) (length int) {
	for _, dir := range dirs {
		if name != dir && pathname.In(name, dir) {
			length = max(length, len(dir))
		}
	}
	return length
}

// isBelow reports whether a path lies below one of some directories.
func isBelow(name string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return name != dir && pathname.In(name, dir) })
}
