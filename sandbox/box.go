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

// A Box is what a command may touch. All paths are absolute, clean and free of symbolic links.
// If two lists have the same path, the later of Empty, Write, Show, Keep and Hide wins; a
// deeper path wins over one above it.
type Box struct {
	Dir string // where the command starts

	// Empty are directories that show only what the other lists have below them. So the
	// readable paths there form an allow-list.
	Empty []string

	// Write are the directories below which the command may write.
	Write []string

	// Show are files and directories that stay readable although the box replaces a directory
	// above them.
	Show []string

	// Keep are files and directories below Write that the command may read but not change.
	Keep []string

	// Hide are files and directories whose content the command cannot read: the box puts an
	// empty directory, or Void, in their place.
	Hide []string

	// Void is an empty file that nobody may read.
	Void string

	// Temp is the directory to mount as /tmp and /var/tmp. If it is "", these stay as they are
	// outside, and only readable.
	Temp string

	// Binds are directories mounted in place of others, writable.
	Binds []Bind

	// ReadOnlyBinds are files and directories mounted in place of others, read-only.
	ReadOnlyBinds []Bind

	// Over mounts shims over programs. No property depends on it.
	Over Overlay

	Network Network
}

// Bind mounts a directory in place of another.
type Bind struct{ From, At string }

// Overlay mounts one program, the shim, over others. The originals stay visible elsewhere. The
// zero Overlay does nothing.
type Overlay struct {
	Shim     string   // the program
	Programs []string // the files that it covers
	At       string   // a directory that shows the trees under their own paths; it has an empty directory for each
	Trees    []string // directories without the overlay; each of the programs lies in one
}

// paths returns all paths of an overlay.
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

// Network is what a command can reach. The zero Network is Loopback.
type Network uint8

// The networks.
const (
	// Loopback is a loopback of the command's own: its processes reach each other.
	Loopback Network = iota
	// Full is the machine's.
	Full
	// Egress is a network of the command's own in which every connection goes to a server that
	// decides about it: [Native.Outlet], or a [Broker] if there is no namespace.
	Egress
)

// ErrNoOutlet says that a backend cannot restrict a command to some hosts.
var ErrNoOutlet = errors.New("cannot hold a command to a list of hosts")

// outlet refuses an Egress box for a backend that cannot serve its network.
func (b Box) outlet(backend string) error {
	if b.Network == Egress {
		return Unavailable{backend, ErrNoOutlet, "use native, which needs Linux 5.12 or later and user namespaces, or a network.mode of none, localhost or full"}
	}
	return nil
}

// broker refuses an Egress box if its backend got no broker.
func (b Box) broker(backend string, serves Broker) error {
	if serves != nil {
		return nil
	}
	return b.outlet(backend)
}

// brokerFor returns the broker if the box needs one.
func (b Box) brokerFor(by Broker) Broker {
	if b.Network != Egress {
		return nil
	}
	return by
}

// ErrBox says that a box is invalid.
var ErrBox = errors.New("sandbox")

// Files looks up a box's paths: os.Lstat, or a test's table.
type Files func(path string) (fs.FileInfo, error)

// check returns why a box is invalid: a path is not absolute and clean, or does not exist.
// Paths to hide need not exist.
func (b Box) check(files Files) error {
	var binds []string
	for _, bind := range slices.Concat(b.Binds, b.ReadOnlyBinds) {
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
			continue // nothing to hide any more: sockets come and go
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

// tempPlace returns why Temp cannot be mounted.
func (b Box) tempPlace(files Files) error {
	if info, err := files("/tmp"); b.Temp != "" && (err != nil || !info.IsDir()) {
		return fmt.Errorf("%w: there is no directory /tmp that another could take the place of", ErrBox)
	}
	return nil
}

// A mount is one mount of a box.
type mount struct {
	kind     mountKind
	at, from string
}

// mountKind says what is mounted. Of two mounts at the same path the later kind wins.
type mountKind uint8

const (
	writable  mountKind = iota
	readable            // as it is, read-only
	emptyDir            // a directory without content
	emptyFile           // Box.Void
)

// mountWords describe the kinds of mounts.
var mountWords = [...]string{writable: "write", readable: "read only", emptyDir: "hide", emptyFile: "hide"}

// Lines describes a box, each mount in the order in which it is made. files is as for the
// backend.
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

// mounts returns the mounts that turn a read-only tree into the box, in an order in which none
// covers another that must stay visible. files tells directories from files.
func (b Box) mounts(files Files) ([]mount, error) {
	var all []mount
	add := func(kind mountKind, paths ...string) {
		for _, p := range paths {
			all = append(all, mount{kind, p, p})
		}
	}
	add(emptyDir, b.Empty...)
	add(writable, b.Write...)
	for _, pin := range b.pinnedDirs() {
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
	last := map[string]int{} // the last mount at each path
	for i, m := range all {
		last[m.at] = i
	}
	whole := all
	all = nil
	for i, m := range whole {
		if last[m.at] == i && !b.isPointless(m) {
			all = append(all, m)
		}
	}
	for _, tree := range b.Over.Trees {
		all = append(all, mount{readable, b.Over.At + tree, tree})
	}
	for _, bind := range b.ReadOnlyBinds {
		all = append(all, mount{readable, bind.At, bind.From})
	}
	slices.SortStableFunc(all, func(x, y mount) int { return compareDepth(x.at, y.at) })
	if b.Temp != "" { // first of all, because a work directory may lie below /tmp
		temp := []mount{{writable, "/tmp", b.Temp}}
		if info, err := files("/var/tmp"); err == nil && info.IsDir() { // not every system has it, and on some it is a link to /tmp
			temp = append(temp, mount{writable, "/var/tmp", b.Temp})
		}
		all = slices.Insert(all, 0, temp...)
	}
	for _, p := range b.Over.Programs { // last: the trees show what these cover
		all = append(all, mount{readable, p, b.Over.Shim})
	}
	return all, nil
}

// visiblePaths returns the paths that stay visible in emptied directories.
func (b Box) visiblePaths() []string {
	all := slices.Concat(b.Empty, b.Write, b.Show)
	for _, bind := range slices.Concat(b.Binds, b.ReadOnlyBinds) {
		all = append(all, bind.At)
	}
	return all
}

// isPointless reports whether a mount is pointless: it lies in a hidden directory and is not in
// Show, or it hides a path that an emptied directory hides already.
func (b Box) isPointless(m mount) bool {
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

// pinnedDirs returns the directories between writable ones and what is kept below them. Each is
// mounted onto itself, so that nobody can rename it: a mount moves along with the directory
// above it, and another directory could take its place. For hidden paths that does no harm.
func (b Box) pinnedDirs() []string {
	var pins []string
	for _, p := range b.Keep {
		for _, root := range slices.Concat(b.Write, b.bindsAbove(p)) {
			for dir := path.Dir(p); len(dir) > len(root) && pathname.In(dir, root); dir = path.Dir(dir) {
				pins = append(pins, dir)
			}
		}
	}
	slices.SortFunc(pins, compareDepth)
	return slices.Compact(pins)
}

// bindsAbove returns the places of Binds that contain a path, with no writable directory in
// between.
func (b Box) bindsAbove(p string) (places []string) {
	for _, bind := range b.Binds {
		if pathname.In(p, bind.At) && deepest(p, b.Write) <= len(bind.At) {
			places = append(places, bind.At)
		}
	}
	return places
}

// origin returns where a directory of the box lies outside of it.
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

// compareDepth orders paths so that a directory comes before what lies below it.
func compareDepth(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
}

// Tidy sorts the lists of a box, and removes redundant entries: a directory below a writable
// one, what lies in a hidden or kept directory.
func (b *Box) Tidy() {
	b.Write, b.Keep = outermost(b.Write, b.Keep), outermost(b.Keep, b.Write)
	b.Hide = outermost(b.Hide, nil)
	slices.SortFunc(b.Empty, compareDepth)
	b.Empty = slices.DeleteFunc(slices.Compact(b.Empty), func(p string) bool {
		return slices.ContainsFunc(slices.Concat(b.Write, b.Show), func(dir string) bool { return pathname.In(p, dir) })
	})
	b.Keep = slices.DeleteFunc(b.Keep, func(p string) bool { return isBelow(p, b.Hide) || slices.Contains(b.Hide, p) })
	slices.SortFunc(b.Show, compareDepth)
	b.Show = slices.Compact(b.Show)
}

// outermost returns the paths that lie below no other path of the list, except through a path
// of other.
func outermost(paths, other []string) []string {
	slices.SortFunc(paths, compareDepth)
	var kept []string
	for _, p := range slices.Compact(paths) {
		if depth := deepest(p, kept); depth == 0 || depth <= deepest(p, other) {
			kept = append(kept, p)
		}
	}
	return kept
}

// deepest returns the length of the longest of the directories above a path, or 0.
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
