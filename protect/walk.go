package protect

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// walk goes through the directories below one, breadth first.
type walk struct {
	names  Names
	deep   bool  // examine the content of protected directories one by one
	before *tree // the state before; nil before the command
	now    *tree
	from   reach
	budget *int // how many more names may be examined
	depth  int
	found  []protectedName
	hidden []string
	queue  []step
}

// step is a directory to read.
type step struct {
	rel   string // below the root
	as    string // the path by which its names are judged: the link's, for a link's target
	depth int
	kept  bool   // it lies in a protected directory
	info  bool   // it is info of a repository
	repo  string // the new repository whose work tree it is in
}

// protectedName is a protected name.
type protectedName struct {
	rel   string
	kind  fs.FileMode
	step  step
	git   bool // it lies in a git directory
	fresh bool // its directory is new
}

// reach opens directories below a root, one name after the other.
type reach struct {
	root   *os.File
	parent string // its descriptor stays open, as the next directory is usually beside the last
	fd     int
	force  bool // make unreadable directories of ours readable
	forced []modeChange
}

// modeChange is a directory whose mode must be restored.
type modeChange struct {
	fd   int // identifies it without opening it
	mode uint32
}

// maxForced limits how many modes are restored.
const maxForced = 256

// openDir opens only directories, so it needs no O_NONBLOCK: open(2) fails on anything
// else. With O_NONBLOCK the runtime would try to poll each one.
const openDir = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

func openRoot(root string) (reach, error) {
	fd, err := unix.Open(root, openDir, 0)
	if err != nil {
		return reach{}, &fs.PathError{Op: "open", Path: root, Err: err}
	}
	return reach{root: os.NewFile(uintptr(fd), root), fd: -1}, nil
}

func (r *reach) close() {
	if r.fd >= 0 {
		unix.Close(r.fd)
	}
	for _, f := range r.forced {
		f.restore()
	}
	r.root.Close()
}

// dir returns the descriptor of a directory, which stays open until the next call.
func (r *reach) dir(rel string) (int, error) {
	if rel == "" {
		return int(r.root.Fd()), nil
	}
	if r.fd >= 0 && r.parent == rel {
		return r.fd, nil
	}
	at := int(r.root.Fd())
	for name := range strings.SplitSeq(rel, "/") {
		next, err := r.openBelow(at, name)
		if at != int(r.root.Fd()) {
			unix.Close(at)
		}
		if err != nil {
			return -1, err
		}
		at = next
	}
	if r.fd >= 0 {
		unix.Close(r.fd)
	}
	r.parent, r.fd = rel, at
	return at, nil
}

// open opens a directory; the caller closes it.
func (r *reach) open(rel string) (int, error) {
	if rel == "" {
		return unix.Openat(int(r.root.Fd()), ".", openDir, 0)
	}
	parent, err := r.dir(dirOf(rel))
	if err != nil {
		return -1, err
	}
	return r.openBelow(parent, leafOf(rel))
}

// openBelow opens a directory in another. After a command it makes an unreadable one of
// ours readable: names hidden in it would take effect when somebody makes it readable
// again.
func (r *reach) openBelow(dir int, leaf string) (int, error) {
	fd, err := unix.Openat(dir, leaf, openDir, 0)
	if err != unix.EACCES || !r.force {
		return fd, err
	}
	f, ok := letRead(dir, leaf)
	if !ok {
		return -1, err
	}
	if len(r.forced) < maxForced {
		r.forced = append(r.forced, f)
	} else {
		unix.Close(f.fd)
	}
	return unix.Openat(dir, leaf, openDir, 0)
}

func leafOf(rel string) string { return rel[strings.LastIndexByte(rel, '/')+1:] }

// run walks until it has seen everything or reached a limit.
func (w *walk) run() {
	w.queue = []step{{}}
	for len(w.queue) > 0 {
		s := w.queue[0]
		w.queue = w.queue[1:]
		w.directory(s)
	}
}

// directory reads one directory.
func (w *walk) directory(s step) {
	fd, err := w.from.open(s.rel)
	if err != nil {
		if !errors.Is(err, unix.ENOENT) {
			w.now.skipped[s.as] = true
		}
		return
	}
	f := os.NewFile(uintptr(fd), join(w.now.root, s.rel))
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || *w.budget < 0 || w.before != nil && w.before.skipped[s.as] {
		w.now.skipped[s.as] = true
		return
	}
	old := w.old(s.as)
	if old != nil && w.before.trusts(&st) && old.same(&st) {
		w.now.dirs[s.as] = old
		w.again(s, old)
		return
	}
	floor := 0
	if s.rel == "" {
		floor = -rootNames
	}
	names, err := w.list(f, floor)
	if err != nil {
		w.now.skipped[s.as] = true
		return
	}
	d := &dir{ino: st.Ino, ctime: st.Ctim.Nano(), git: isGitDir(names)}
	if d.ctime >= w.now.taken-tick {
		d.ctime = 0
	}
	w.now.dirs[s.as] = d
	if w.before != nil && old == nil && s.rel == s.as && !d.git && holdsRepository(names) {
		s.repo = s.rel
	}
	if d.git || inGit(s.as) {
		s.repo = "" // no clone brings what git runs
	}
	for _, e := range names {
		w.entry(s, d, e, fd)
	}
}

func (w *walk) old(as string) *dir {
	if w.before == nil {
		return nil
	}
	return w.before.dirs[as]
}

// again goes on below a directory whose names have not changed.
func (w *walk) again(s step, d *dir) {
	for _, k := range d.kids {
		next := step{rel: join(s.rel, k.leaf), as: join(s.as, k.leaf), depth: s.depth + 1, kept: k.kept, info: k.info}
		if k.link != "" {
			next.rel = k.link
		}
		w.queue = append(w.queue, next)
	}
}

// rootNames is how many extra names may be examined in the root directory itself.
const rootNames = 200_000

// list returns the names in a directory, unless the budget falls below a floor.
func (w *walk) list(f *os.File, floor int) ([]entry, error) {
	const chunk = 1024
	var names []entry
	for {
		some, err := f.ReadDir(chunk)
		for _, e := range some {
			names = append(names, entry{e.Name(), e.Type()})
		}
		if *w.budget -= len(some); errors.Is(err, io.EOF) {
			return names, nil
		}
		if err == nil && *w.budget < floor {
			err = errTooMany
		}
		if err != nil {
			return nil, err
		}
	}
}

var errTooMany = errors.New("too many names")

// entry examines one name.
func (w *walk) entry(s step, d *dir, e entry, fd int) {
	rel, as := join(s.rel, e.leaf), join(s.as, e.leaf)
	at := join(w.now.root, as)
	isDir := e.kind.IsDir()
	switch {
	case w.isProtected(s, d, e, at):
		w.name(s, d, e, fd)
	case w.names.Hidden(at):
		w.hidden = append(w.hidden, join(w.now.root, rel))
	case isDir && w.names.Skip != nil && w.names.Skip(at):
	case isDir && !isBulk(e.leaf, d.git || inGit(s.as)):
		w.down(d, kid{leaf: e.leaf, info: d.git && e.is("info")}, s)
	}
}

func (w *walk) isProtected(s step, d *dir, e entry, at string) bool {
	if w.names.Allowed != nil && w.names.Allowed(at) {
		return false
	}
	return s.kept || d.git && isGitPart(e.leaf) || s.info && e.is("attributes") || !e.kind.IsDir() && e.is(".git") ||
		w.names.Kept(at) || e.kind&fs.ModeSymlink != 0 && w.names.Holds(at)
}

// down queues a directory below one.
func (w *walk) down(d *dir, k kid, s step) {
	next := step{rel: join(s.rel, k.leaf), as: join(s.as, k.leaf), depth: s.depth + 1, kept: k.kept, info: k.info, repo: s.repo}
	if k.link != "" {
		next.rel = k.link
	}
	switch {
	case w.before != nil && w.before.skipped[next.as]:
		w.now.skipped[next.as] = true
	case next.depth > w.depth:
		w.now.skipped[next.as] = true
	default:
		d.kids = append(d.kids, k)
		w.queue = append(w.queue, next)
	}
}

// name records a protected name.
func (w *walk) name(s step, d *dir, e entry, fd int) {
	rel := join(s.rel, e.leaf)
	old, was := w.before.name(rel)
	if w.before == nil {
		k := w.now.take(fd, e.leaf, rel, w.deep, w.names.Loose != nil && w.names.Loose(join(w.now.root, rel)))
		w.through(s, d, e, k)
	} else if was && old.kind == e.kind {
		w.now.names[rel] = old
	} else if !was && !w.before.skipped[s.as] {
		w.found = append(w.found, protectedName{rel: rel, kind: e.kind, step: s, git: d.git || inGit(s.as), fresh: w.old(s.as) == nil})
	}
	if e.kind.IsDir() && w.deep && (w.before == nil || was && old.kind == e.kind) {
		w.down(d, kid{leaf: e.leaf, kept: true}, s)
	}
}

// through queues the directory that a protected link leads to; its names are judged by
// the link's path.
func (w *walk) through(s step, d *dir, e entry, k *known) {
	if k == nil || e.kind&fs.ModeSymlink == 0 || s.rel != s.as {
		return
	}
	real, err := host.Canonical(join(w.now.root, join(s.rel, e.leaf)))
	if err != nil {
		return
	}
	k.leads = real
	to, below := strings.CutPrefix(real, w.now.root+"/")
	var st unix.Stat_t
	if below && unix.Lstat(real, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR && !w.names.Kept(join(w.now.root, join(s.as, e.leaf))) {
		w.down(d, kid{leaf: e.leaf, link: to}, s)
	}
}

func holdsRepository(names []entry) bool {
	for _, e := range names {
		if e.is(".git") && e.kind.IsDir() {
			return true
		}
	}
	return false
}

// listSome returns the names in an open directory and closes it. More than most is an
// error.
func listSome(fd, most int) ([]string, error) {
	f := os.NewFile(uintptr(fd), "directory")
	defer f.Close()
	names, err := f.Readdirnames(most + 1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil && len(names) > most {
		err = errTooMany
	}
	return names, err
}

func reason(err error) string {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	return err.Error()
}
