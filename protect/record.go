package protect

import (
	"io/fs"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Options limit how much is examined.
type Options struct {
	// Names limits how many names are examined before a command. After it the limit is
	// higher: everything new must be found.
	Names int
	// Depth limits how many directories deep.
	Depth int
	// Free says that nothing holds existing protected names while the command runs, so
	// Check compares them too; Look keeps a copy of each small one.
	Free bool
}

// After a command many names may be new: those of a clone or a build.
const (
	namesAfter = 1_000_000
	depthAfter = 40
)

// A Record is what was below some directories before a command.
type Record struct {
	// Keep are the paths of existing protected names, Hide those of secrets. Links in
	// them are resolved; their targets lie below a directory that was examined.
	Keep, Hide []string

	// Over says that Look reached a limit. Check skips what Look skipped.
	Over bool

	// Also are more paths for [Names.Kept] to know at the check, Bare those for
	// [Names.Allowed]: the record keeps them for its caller.
	Also, Bare []string

	// Until is when the command had certainly ended; the zero Time means unknown. The
	// command did not make later changes.
	Until time.Time

	trees   []*tree
	options Options
	read    int // bytes of copies
}

// tree is the record of one directory tree, by relative path.
type tree struct {
	root    string
	dev     uint64
	trusted bool                // its file system updates directory stamps reliably
	taken   int64               // when it was examined
	dirs    map[string]*dir     // the directories that were read
	names   map[string]*known   // the protected ones
	skipped map[string]bool     // directories that were not read
	copies  func(size int) bool // whether a file of that size may be copied
}

// dir is a directory. While inode and ctime stay the same, so do its names.
type dir struct {
	ino   uint64
	ctime int64
	git   bool // git would take it for a repository
	kids  []kid
}

// kid is a directory that was read because it lies in another, or is the target of a link
// there.
type kid struct {
	leaf       string
	link       string // where a link leads, below the root
	kept, info bool   // as in step
}

// known holds the facts about a protected name.
type known struct {
	kind     fs.FileMode
	mode     uint32
	dev, ino uint64
	size     int64
	ctime    int64
	links    uint64
	sum      [32]byte
	copied   bool
	loose    bool   // not in Record.Keep, for the command may write it
	text     []byte // of a small file that nothing holds; of a link, its text
	leads    string // a link's target
}

// Look records what is below some directories, given as canonical paths.
func Look(roots []string, names Names, o Options) (*Record, error) {
	r := &Record{options: o}
	budget := o.Names
	for _, root := range outermost(roots) {
		t := &tree{root: root, dirs: map[string]*dir{}, names: map[string]*known{}, skipped: map[string]bool{}, copies: r.copies}
		w := &walk{names: names, deep: o.Free, now: t, budget: &budget, depth: o.Depth}
		if err := w.below(root); err != nil {
			return nil, err
		}
		r.trees = append(r.trees, t)
		r.Hide = append(r.Hide, w.hidden...)
		r.keep(t)
	}
	r.Over = budget < 0
	slices.Sort(r.Keep)
	return r, nil
}

// below walks below a directory.
func (w *walk) below(root string) (err error) {
	if w.from, err = openRoot(root); err != nil {
		return err
	}
	defer w.from.close()
	w.from.force = w.before != nil
	var st unix.Stat_t
	if err := unix.Fstat(int(w.from.root.Fd()), &st); err != nil {
		return os.NewSyscallError("fstat", err)
	}
	w.now.dev, w.now.taken = uint64(st.Dev), time.Now().UnixNano()
	w.now.trusted = trustsChanges(int(w.from.root.Fd()))
	w.run()
	return nil
}

// keep adds a tree's protected names to Keep.
func (r *Record) keep(t *tree) {
	for rel, k := range t.names {
		switch at := join(t.root, rel); {
		case k.loose:
		case k.kind&fs.ModeSymlink == 0:
			r.Keep = append(r.Keep, at)
		case k.leads != "" && slices.ContainsFunc(r.trees, func(t *tree) bool { return pathname.Below(k.leads, t.root) }) && lexists(k.leads):
			r.Keep = append(r.Keep, k.leads)
		}
	}
}

func lexists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// maxCopy limits the size of a file to copy, maxCopies that of all copies together.
const (
	maxCopy   = 64 << 10
	maxCopies = 4 << 20
)

func (r *Record) copies(size int) bool {
	if size > maxCopy || r.read+size > maxCopies {
		return false
	}
	r.read += size
	return true
}

// name returns the facts about a name; a nil tree has none.
func (t *tree) name(rel string) (*known, bool) {
	if t == nil {
		return nil, false
	}
	k, ok := t.names[rel]
	return k, ok
}

// tick is how far a file system's clock may lag behind ours: two changes within that time
// may have the same stamp.
const tick = int64(100 * time.Millisecond)

// trusts reports whether a directory's stamp shows whether it has changed.
func (t *tree) trusts(st *unix.Stat_t) bool { return t != nil && t.trusted && uint64(st.Dev) == t.dev }

// same reports whether a directory is the one that was read, and has not changed since.
func (d *dir) same(st *unix.Stat_t) bool {
	return d.ctime != 0 && d.ino == st.Ino && d.ctime == st.Ctim.Nano()
}

// take records the file at a protected name; nil if it is gone. If free or loose is set,
// nothing holds it while the command runs, so take copies it if it can.
func (t *tree) take(dir int, leaf, rel string, free, loose bool) *known {
	k := lookAt(dir, leaf)
	if k == nil {
		return nil
	}
	if k.kind.IsRegular() && (free || loose || k.links > 1) {
		k.copy(dir, leaf, t.copies)
		k.loose = loose && k.copied
	}
	t.names[rel] = k
	return k
}

func outermost(paths []string) []string {
	var kept []string
	for _, p := range slices.Sorted(slices.Values(paths)) {
		if !slices.ContainsFunc(kept, func(k string) bool { return k == p || pathname.Below(p, k) }) {
			kept = append(kept, p)
		}
	}
	return kept
}
