package trash

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
)

// Plan is a removal that the can has checked and can do.
type Plan struct {
	ID string // of the items that it will move

	removal Removal
	opened  opened
	targets []target
	faults  []string // about names that the program would not have removed either
}

// target is one thing to be moved.
type target struct {
	name  string // as written in the command
	path  string // absolute; only the last component may be a link
	dir   int    // its open directory
	leaf  string
	bytes int64
	at    unix.Stat_t
}

// Plan checks what a removal names. If the error wraps [ErrCannot], the can cannot do the
// removal, and nothing was touched. Otherwise the caller closes the plan.
func (c Can) Plan(r Removal) (*Plan, error) {
	p := &Plan{ID: NewID(time.Now()), removal: r}
	var err error
	if p.opened, err = c.open(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCannot, err)
	}
	if items, err := p.opened.info.Readdirnames(maxItems); err == nil && len(items)+len(r.Names) > maxItems {
		p.Close()
		return nil, cannot("the trash", "it is full; the user can empty it")
	}
	budget := &counter{}
	for _, name := range r.Names {
		if err := p.addName(c, name, budget); err != nil {
			p.Close()
			return nil, err
		}
	}
	return p, nil
}

// Close closes the files that a plan holds open.
func (p *Plan) Close() {
	for _, t := range p.targets {
		unix.Close(t.dir)
	}
	p.targets = nil
	p.opened.close()
}

// addName checks one name, and adds it to the targets.
func (p *Plan) addName(c Can, name string, budget *counter) error {
	full := name
	if !filepath.IsAbs(full) {
		full = p.removal.Dir + "/" + full
	}
	trimmed := strings.TrimRight(full, "/")
	t := target{name: name, leaf: trimmed[strings.LastIndexByte(trimmed, '/')+1:]}
	above := strings.TrimSuffix(trimmed, t.leaf)
	// Only the kernel knows where "link/.." leads, so the text is not cleaned.
	var st, real unix.Stat_t
	if err := unix.Stat(above, &st); err != nil {
		return p.missing(name, err)
	}
	dir, err := host.Canonical(above)
	if err != nil {
		return cannot(name, err.Error())
	}
	if t.dir, err = openReal(dir); err != nil {
		return cannot(name, err.Error())
	}
	t.path = filepath.Join(dir, t.leaf)
	if err := unix.Fstat(t.dir, &real); err != nil || real.Dev != st.Dev || real.Ino != st.Ino {
		unix.Close(t.dir)
		return cannot(name, "its directory is changing")
	}
	ok, err := p.admit(c, &t, trimmed != full, budget)
	if !ok {
		unix.Close(t.dir)
		return err
	}
	p.targets = append(p.targets, t)
	return nil
}

// missing notes a name that does not exist.
func (p *Plan) missing(name string, err error) error {
	if err != unix.ENOENT && err != unix.ENOTDIR {
		return cannot(name, err.Error())
	}
	if !p.removal.Force {
		p.fault(name, "No such file or directory")
	}
	return nil
}

func (p *Plan) fault(name, why string) {
	p.faults = append(p.faults, p.removal.fault(name, why))
}

// admit reports whether a target may be moved. If it returns false and no error, the program
// would not have removed the target.
func (p *Plan) admit(c Can, t *target, slash bool, budget *counter) (bool, error) {
	if err := unix.Fstatat(t.dir, t.leaf, &t.at, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return false, p.missing(t.name, err)
	}
	var own unix.Stat_t
	kind := t.at.Mode & unix.S_IFMT
	switch err := unix.Fstat(int(p.opened.files.Fd()), &own); {
	case err != nil:
		return false, cannot(t.name, err.Error())
	case own.Dev != t.at.Dev:
		return false, cannot(t.name, "it is on another file system")
	case c.dir == t.path || pathname.Below(c.dir, t.path) || pathname.Below(t.path, c.dir):
		return false, cannot(t.name, "it holds the trash, or lies in it")
	case slash && kind != unix.S_IFDIR:
		return false, cannot(t.name, "a slash behind what is no directory")
	case kind == unix.S_IFDIR && !p.removal.Recursive:
		p.fault(t.name, "Is a directory")
		return false, nil
	case kind != unix.S_IFLNK && !p.removal.Force && p.removal.Program == "rm" && unix.Faccessat(t.dir, t.leaf, unix.W_OK, 0) != nil:
		return false, cannot(t.name, "it is write-protected, and rm may ask about it")
	}
	before := budget.bytes
	if err := budget.add(t.dir, t.leaf, &t.at, 0); err != nil {
		return false, cannot(t.name, err.Error())
	}
	t.bytes = budget.bytes - before
	return true, nil
}

// Done is the result of a plan.
type Done struct {
	Moved  []Item
	Faults []string // what the program would have said on its standard error
	Out    []string // … on its standard output
}

// Do moves the targets. A target that cannot be moved stays where it is and becomes a fault.
func (p *Plan) Do() Done {
	done := Done{Faults: p.faults}
	for i, t := range p.targets {
		it := Item{
			ID: p.ID + "." + strconv.Itoa(i+1), Path: t.path, Deleted: time.Now(), Bytes: t.bytes, Cause: p.removal.Cause,
		}
		if err := p.opened.moveIn(it, t); err != nil {
			done.Faults = append(done.Faults, p.removal.fault(t.name, err.Error()))
			continue
		}
		done.Moved = append(done.Moved, it)
		if p.removal.Verbose {
			done.Out = append(done.Out, p.removal.removedLine(t))
		}
	}
	return done
}

// removedLine returns what the program prints about a target: rm -v, or git clean.
func (r Removal) removedLine(t target) string {
	if r.Program == gitClean {
		return "Removing " + t.name
	}
	if t.at.Mode&unix.S_IFMT == unix.S_IFDIR {
		return "removed directory '" + t.name + "'"
	}
	return "removed '" + t.name + "'"
}

// moveIn writes the record of an item and then moves the item. If the move fails, it removes
// the record.
func (o opened) moveIn(it Item, t target) error {
	record := it.ID + infoSuffix
	fd, err := unix.Openat(int(o.info.Fd()), record, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), record)
	_, err = io.WriteString(f, it.info())
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	var now unix.Stat_t
	if err == nil {
		err = unix.Fstatat(t.dir, t.leaf, &now, unix.AT_SYMLINK_NOFOLLOW)
	}
	if err == nil && (now.Dev != t.at.Dev || now.Ino != t.at.Ino) {
		err = unix.ESTALE
	}
	if err == nil {
		err = host.RenameNew(t.dir, t.leaf, int(o.files.Fd()), it.ID)
	}
	if err != nil {
		_ = unix.Unlinkat(int(o.info.Fd()), record, 0) // a record without its thing counts for nothing
	}
	return err
}

// openReal opens a directory on a path without links.
func openReal(dir string) (int, error) {
	real, err := host.Canonical(dir)
	if err != nil {
		return -1, err
	}
	if real != dir {
		return -1, fmt.Errorf("%s is a link now", dir)
	}
	return unix.Open(dir, openDir, 0)
}

// openDir opens only directories.
const openDir = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

// counter measures the things to be moved, up to a can's limits.
type counter struct {
	names int
	bytes int64
}

// maxDepth limits how many directories are open at once.
const maxDepth = 200

func (n *counter) add(dir int, leaf string, st *unix.Stat_t, depth int) error {
	n.names++
	n.bytes += st.Blocks * 512
	if n.names > maxNames || n.bytes > maxBytes || depth > maxDepth {
		return fmt.Errorf("it is too large: the trash takes %d names and %d GiB at once", maxNames, maxBytes>>30)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return nil
	}
	fd, err := unix.Openat(dir, leaf, openDir, 0)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), leaf)
	defer f.Close()
	names, err := f.Readdirnames(maxNames)
	if err != nil && err != io.EOF {
		return err
	}
	for _, name := range names {
		var in unix.Stat_t
		if err := unix.Fstatat(fd, name, &in, unix.AT_SYMLINK_NOFOLLOW); err != nil {
			return err
		}
		if in.Dev != st.Dev {
			return fmt.Errorf("%s in it is on another file system", name)
		}
		if err := n.add(fd, name, &in, depth+1); err != nil {
			return err
		}
	}
	return nil
}
