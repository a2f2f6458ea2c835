package gitrepo

import (
	"bytes"
	"crypto/sha1" // the name of an object, not a proof
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

func timeOf(info fs.FileInfo) fileTime {
	at := info.ModTime()
	return fileTime{uint32(at.Unix()), uint32(at.Nanosecond())}
}

// touched is when the state of a file was changed last, which nobody can set.
func touched(path string) fileTime {
	var st unix.Stat_t
	_ = unix.Lstat(path, &st) // what is gone has no time
	at := time.Unix(st.Ctim.Unix())
	return fileTime{uint32(at.Unix()), uint32(at.Nanosecond())}
}

func (t fileTime) before(u fileTime) bool {
	return t.seconds < u.seconds || t.seconds == u.seconds && t.nano < u.nano
}

// Changes are the tracked files whose content no commit may hold.
type Changes struct {
	Names []string // below the top of the work tree, sorted
	More  bool     // there was no time to look at all
}

// Changed returns the files at a name of the work tree and below, "" for all, that are
// otherwise in the work tree than in the index, or otherwise in the index than in HEAD. A file that
// is missing in the work tree alone is not among them: there is nothing of it to be lost.
func (r Repository) Changed(x Index, name string, limit Limit) (c Changes, err error) {
	staged, err := r.staged(x, limit)
	if err != nil {
		return c, err
	}
	for _, gone := range staged.gone {
		if name == "" || gone == name || strings.HasPrefix(gone, name+"/") {
			c.Names = append(c.Names, gone)
		}
	}
	entries := x.Below(name)
	for i, e := range entries {
		if i&63 == 63 && limit.IsOver() {
			c.More = true
			break
		}
		if staged.has(e.Name) || r.isChanged(x, e) {
			c.Names = append(c.Names, e.Name)
		}
	}
	c.More = c.More || staged.more
	slices.Sort(c.Names)
	c.Names = slices.Compact(c.Names)
	return c, nil
}

// isChanged reports whether a file is in the work tree, otherwise than in the index. Time and
// size tell what git itself would not look at again; else the content does.
func (r Repository) isChanged(x Index, e Entry) bool {
	if e.Mode == submoduleMode || e.stage != 0 {
		return e.stage != 0
	}
	path := filepath.Join(r.Top, e.Name)
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	isLink := info.Mode()&fs.ModeSymlink != 0
	if isLink != (e.Mode == linkMode) || !isLink && !info.Mode().IsRegular() {
		return !info.IsDir()
	}
	if uint32(info.Size()) != e.size || !isLink && (info.Mode()&0o100 != 0) != (e.Mode&0o100 != 0) {
		return true
	}
	if timeOf(info) == e.changed && touched(path) == e.touched && e.changed.before(x.written) {
		return false
	}
	return hashOf(path, info) != e.Hash
}

// hashOf is the name that a file's content would have as an object; zero if it cannot be
// read.
func hashOf(path string, info fs.FileInfo) (h Hash) {
	sum := sha1.New()
	fmt.Fprintf(sum, "blob %d\x00", info.Size())
	if info.Mode()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(path)
		if err != nil {
			return h
		}
		io.WriteString(sum, to)
		return Hash(sum.Sum(nil))
	}
	if info.Size() > 64<<20 {
		return h // too long to read while somebody waits: it counts as changed
	}
	f, _, err := openFile(path)
	if err != nil {
		return h
	}
	defer f.Close()
	if _, err := io.Copy(sum, f); err != nil {
		return h
	}
	return Hash(sum.Sum(nil))
}

// staging is which files of the index are otherwise than in HEAD.
type staging struct {
	dirs  []string        // all below these, with a slash at the end; "" for all there are
	files map[string]bool // and these
	gone  []string        // that only HEAD has, and the work tree
	more  bool
}

func (s staging) has(name string) bool {
	return s.files[name] || slices.ContainsFunc(s.dirs, func(dir string) bool { return strings.HasPrefix(name, dir) })
}

// staged compares the index with HEAD.
func (r Repository) staged(x Index, limit Limit) (s staging, err error) {
	s.files = map[string]bool{}
	head, ok := r.Ref("HEAD")
	if !ok { // before the first commit
		s.dirs = []string{""}
		return s, nil
	}
	objects, err := r.openStore()
	if err != nil {
		return s, err
	}
	defer objects.close()
	c, err := objects.commit(head)
	if err != nil {
		return s, err
	}
	compare := comparison{top: r.Top, store: objects, index: x, limit: limit, staging: &s}
	return s, compare.dir("", c.tree, x.trees)
}

// comparison goes through the trees of a commit beside the index, and leaves out what the
// index knows to be equal.
type comparison struct {
	top     string
	store   *store
	index   Index
	limit   Limit
	staging *staging
}

// dir compares a directory; its name ends in a slash unless it is the top.
func (c comparison) dir(name string, tree Hash, known *cachedTree) error {
	if known.isAt(tree) {
		return nil
	}
	if c.limit.IsOver() {
		c.staging.more = true
		return nil
	}
	content, err := c.store.object(tree, "tree")
	if err != nil {
		return err
	}
	there, err := treeEntries(content)
	if err != nil {
		return err
	}
	for _, e := range c.index.Below(strings.TrimSuffix(name, "/")) {
		base, _, deeper := strings.Cut(strings.TrimPrefix(e.Name, name), "/")
		at, ok := there[base]
		switch {
		case deeper && (!ok || !at.isDir()):
			c.staging.dirs = append(c.staging.dirs, name+base+"/")
		case !deeper && (!ok || at.isDir() || at.hash != e.Hash || at.mode != e.Mode):
			c.staging.files[e.Name] = true
		}
	}
	c.staging.dirs = slices.Compact(c.staging.dirs)
	for base, at := range there {
		_, err := os.Lstat(filepath.Join(c.top, name+base))
		tracked := len(c.index.Below(name+base)) > 0
		if !at.isDir() && !tracked && err == nil {
			c.staging.gone = append(c.staging.gone, name+base)
		}
		if at.isDir() && (tracked || err == nil) {
			if err := c.dir(name+base+"/", at.hash, known.child(base)); err != nil {
				return err
			}
		}
	}
	return nil
}

// treeEntry is a row of a tree.
type treeEntry struct {
	mode uint32
	hash Hash
}

func (e treeEntry) isDir() bool { return e.mode == 0o40000 }

// treeEntries reads a tree: MODE, a blank, the name, a NUL and the hash, for each.
func treeEntries(content []byte) (map[string]treeEntry, error) {
	all := map[string]treeEntry{}
	for len(content) > 0 {
		head, rest, ok := bytes.Cut(content, []byte{0})
		mode, name, _ := strings.Cut(string(head), " ")
		n, err := strconv.ParseUint(mode, 8, 32)
		if !ok || err != nil || len(rest) < 20 {
			return nil, unread("a broken tree")
		}
		all[name] = treeEntry{uint32(n), Hash(rest[:20])}
		content = rest[20:]
	}
	return all, nil
}
