package gitrepo

import (
	"bytes"
	"crypto/sha1" // a checksum
	"encoding/binary"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// maxIndex is how long an index may be, in bytes.
const maxIndex = 256 << 20

// leastEntry is how long an entry is at least, in bytes.
const leastEntry = 62

// sumLength is how long the checksum at the end of an index is, in bytes.
const sumLength = 20

// Entry is what the index says of a file.
type Entry struct {
	Name string // below the top of the work tree, with slashes
	Mode uint32 // as git has it: 0100644, 0100755, 0120000 for a link, 0160000 for a submodule
	Hash Hash

	size    uint32   // of the file, when git looked at it last
	changed fileTime // when its content had been changed
	touched fileTime // and when its state had
	stage   int      // not 0 in a conflict
}

// The modes of entries that are no regular files.
const (
	linkMode      = 0o120000
	submoduleMode = 0o160000
)

// Index is what would be in the next commit.
type Index struct {
	Entries []Entry // by name

	trees   *cachedTree // what the index knows of the trees it was read from, or nil
	written fileTime    // when the index was
}

// fileTime is when a file was changed, as the index has it.
type fileTime struct{ seconds, nano uint32 }

// cachedTree is the object that a directory of the index would be, if nothing below it has
// changed since (gitformat-index(5), cache tree).
type cachedTree struct {
	valid bool
	hash  Hash
	below map[string]*cachedTree
}

// child returns that of a directory below, or nil.
func (t *cachedTree) child(name string) *cachedTree {
	if t == nil {
		return nil
	}
	return t.below[name]
}

// isAt reports whether the directory is surely as in a tree.
func (t *cachedTree) isAt(h Hash) bool { return t != nil && t.valid && t.hash == h }

// Index reads the index. Without one there are no entries.
func (r Repository) Index() (x Index, err error) {
	all, info, err := content(filepath.Join(r.Dir, "index"), maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return x, nil
	}
	if err != nil {
		return x, err
	}
	x.written = timeOf(info)
	if len(all) < sumLength {
		return x, unread("an index that is cut off")
	}
	all, sum := all[:len(all)-sumLength], all[len(all)-sumLength:]
	if own := Hash(sum); !own.IsZero() && own != sha1.Sum(all) { // it may be left out: git-config(1), index.skipHash
		return x, unread("an index whose checksum is wrong")
	}
	in := &cursor{rest: all}
	if string(in.take(4)) != "DIRC" {
		return x, unread("an index without its mark")
	}
	version, count := in.number(), in.number()
	if version < 2 || version > 4 || int64(count) > int64(len(all))/leastEntry {
		return x, unread("an index of version " + strconv.Itoa(int(version)))
	}
	x.Entries = make([]Entry, 0, count)
	name := ""
	for range count {
		if in.failed {
			break
		}
		e := in.entry(version, name)
		name = e.Name
		x.Entries = append(x.Entries, e)
	}
	for !in.failed && len(in.rest) > 0 {
		kind, length := string(in.take(4)), in.number()
		part := in.take(int(length))
		switch {
		case kind == "TREE":
			sub := &cursor{rest: part}
			_, x.trees = sub.tree(0)
		case kind[0] >= 'a': // what must be understood: a split index, sparse directories
			return x, unread("an index with a part " + kind)
		}
	}
	if in.failed {
		return x, unread("an index that is cut off")
	}
	return x, nil
}

// cursor reads an index. After a failure it gives zeros.
type cursor struct {
	rest   []byte
	failed bool
}

func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.rest) {
		c.failed, c.rest = true, nil
		return make([]byte, max(0, min(n, 64)))
	}
	part := c.rest[:n]
	c.rest = c.rest[n:]
	return part
}

func (c *cursor) number() uint32 { return binary.BigEndian.Uint32(c.take(4)) }

// until takes what stands before a byte, and the byte.
func (c *cursor) until(end byte) string {
	i := bytes.IndexByte(c.rest, end)
	if i < 0 {
		c.failed, c.rest = true, nil
		return ""
	}
	return string(c.take(i + 1)[:i])
}

// entry reads the entry after the one of that name.
func (c *cursor) entry(version uint32, before string) (e Entry) {
	whole := len(c.rest)
	e.touched = fileTime{c.number(), c.number()}
	e.changed = fileTime{c.number(), c.number()}
	c.take(8) // device and inode
	e.Mode = c.number()
	c.take(8) // owner and group
	e.size = c.number()
	copy(e.Hash[:], c.take(20))
	flags := binary.BigEndian.Uint16(c.take(2))
	e.stage = int(flags >> 12 & 3)
	if flags&0x4000 != 0 { // more of them
		c.take(2)
	}
	if version == 4 { // the name as the difference to the one before
		cut := c.varint()
		if cut > len(before) {
			c.failed = true
			return e
		}
		e.Name = before[:len(before)-cut] + c.until(0)
		return e
	}
	e.Name = c.until(0)
	c.take(-(whole - len(c.rest)) & 7) // up to a multiple of eight
	return e
}

// varint reads a number as the distances in a pack are written.
func (c *cursor) varint() int {
	b := c.take(1)[0]
	n := int(b & 0x7f)
	for b >= 0x80 && !c.failed && n < 1<<24 {
		b = c.take(1)[0]
		n = (n+1)<<7 | int(b&0x7f)
	}
	return n
}

// tree reads a directory of the cache tree, with those below: its name, a NUL, how many
// entries it has, or -1 if something in it has changed, how many directories, and if it is
// valid its hash.
func (c *cursor) tree(depth int) (name string, t *cachedTree) {
	name = c.until(0)
	entries, _ := strconv.Atoi(c.until(' '))
	count, _ := strconv.Atoi(c.until('\n'))
	t = &cachedTree{valid: entries >= 0 && !c.failed}
	if t.valid {
		copy(t.hash[:], c.take(20))
	}
	if count > 0 && !c.failed && depth < 1000 {
		t.below = map[string]*cachedTree{}
		for i := 0; i < count && !c.failed; i++ {
			sub, below := c.tree(depth + 1)
			t.below[sub] = below
		}
	}
	t.valid = t.valid && !c.failed
	return name, t
}

// Below returns the entries at a name of the work tree and below it; "" for all.
func (x Index) Below(name string) []Entry {
	if name == "" {
		return x.Entries
	}
	from := x.search(name)
	to := from
	for to < len(x.Entries) && x.Entries[to].Name == name {
		to++ // in a conflict, one for each side
	}
	all := x.Entries[from:to:to]
	from = x.search(name + "/")
	for to = from; to < len(x.Entries) && strings.HasPrefix(x.Entries[to].Name, name+"/"); {
		to++
	}
	return append(all, x.Entries[from:to]...)
}

// Has reports whether git tracks a file of that name.
func (x Index) Has(name string) bool {
	i := x.search(name)
	return i < len(x.Entries) && x.Entries[i].Name == name
}

// search returns where a name stands, or would.
func (x Index) search(name string) int {
	from, to := 0, len(x.Entries)
	for from < to {
		if mid := (from + to) / 2; x.Entries[mid].Name < name {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}
