package protect

import (
	"io/fs"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Options say how much is looked at.
type Options struct {
	// Names is how many names are looked at before a command. After it, more: what is
	// new there must be found.
	Names int
	// Depth is how many directories deep.
	Depth int
	// Free says that nothing holds existing protected names where the command runs, so
	// that they are compared too, and a copy of each small one is kept until then.
	Free bool
}

// After a command many names may be new: those of a clone, of a build.
const (
	namesAfter = 1_000_000
	depthAfter = 40
)

// A Record is what there was below some directories before a command.
type Record struct {
	// Keep are the paths of protected names that were there, Hide those of secrets. Links
	// in them are followed; what they lead to lies below a directory that was looked at.
	Keep, Hide []string

	// Over says that there was more than was to be looked at. What was left out is not
	// looked at after the command either.
	Over bool

	// Also are more paths that [Names.Kept] is to know when the record is checked, Bare
	// those that [Names.Allowed] is to: they are kept for whoever made it.
	Also, Bare []string

	// Until is when the command had ended for certain; the zero Time is not known. What
	// changed later it did not change.
	Until time.Time

	trees   []*tree
	options Options
	read    int // bytes of copies
}

// tree is what was below one directory, by paths below it.
type tree struct {
	root    string
	dev     uint64
	trusted bool                // its file system says truly when a directory changed
	taken   int64               // when it was looked at
	dirs    map[string]*dir     // that were read
	names   map[string]*known   // protected ones
	skipped map[string]bool     // directories that were not read
	copies  func(size int) bool // whether a file of that size may be copied
}

// dir is a directory. While it is that one and was not changed, its names are the same.
type dir struct {
	ino   uint64
	ctime int64
	git   bool // git would take it for a repository
	kids  []kid
}

// kid is a directory that was read because it lies in another, or a link there leads to it.
type kid struct {
	leaf       string
	link       string // where a link leads, below the root
	kept, info bool   // as in step
}

// known is a protected name.
type known struct {
	kind     fs.FileMode
	mode     uint32
	dev, ino uint64
	size     int64
	ctime    int64
	links    uint64
	sum      [32]byte
	copied   bool
	loose    bool   // it is no part of Record.Keep, for it may be written
	text     []byte // of a small file that nothing holds; of a link, where it points
	leads    string // where a link leads
}

// Look finds out what is below some directories. They are absolute, clean and free of links.
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

// keep adds what is protected in a tree.
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

// maxCopy is how large a file may be of which a copy is kept, maxCopies all together.
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

// name returns what was known of a name; a nil tree knows none.
func (t *tree) name(rel string) (*known, bool) {
	if t == nil {
		return nil, false
	}
	k, ok := t.names[rel]
	return k, ok
}

// tick is how far a file system's clock may be behind ours: what changed twice within
// such a time may have the same stamp.
const tick = int64(100 * time.Millisecond)

// trusts reports whether the stamp of a directory says whether it has changed.
func (t *tree) trusts(st *unix.Stat_t) bool { return t != nil && t.trusted && uint64(st.Dev) == t.dev }

// same reports whether a directory is the one that was read, and has not changed since.
func (d *dir) same(st *unix.Stat_t) bool {
	return d.ctime != 0 && d.ino == st.Ino && d.ctime == st.Ctim.Nano()
}

// take takes down what is at a protected name. It is nil if that is gone. What is free or
// loose nothing holds while the command runs, if there is a copy of it.
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
