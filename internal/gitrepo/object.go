package gitrepo

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// An object is larger than this only if it holds a file, and files are not read here.
const maxObject = 16 << 20

// maxDelta is how long a chain of differences may be (git-pack-objects(1) makes 50 by
// default, and 4095 at most).
const maxDelta = 4096

// Hash is the name of an object: its SHA-1.
type Hash [20]byte

// String is the name in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether it names nothing.
func (h Hash) IsZero() bool { return h == Hash{} }

// parseHash reads a name in hexadecimal.
func parseHash(text string) (h Hash, ok bool) {
	if len(text) != 2*len(h) {
		return h, false
	}
	n, err := hex.Decode(h[:], []byte(text))
	return h, err == nil && n == len(h)
}

// store is where objects are: files of their own, and packs. It keeps packs open, and is
// closed by who made it.
type store struct {
	dirs  []string // of objects, the repository's first
	packs []*pack
}

// openStore opens the objects of a repository and those that it borrows
// (gitrepository-layout(5), objects/info/alternates).
func (r Repository) openStore() (*store, error) {
	s := &store{dirs: []string{filepath.Join(r.Common, "objects")}}
	for i := 0; i < len(s.dirs) && i < 8; i++ {
		for name := range strings.Lines(text(filepath.Join(s.dirs[i], "info", "alternates"))) {
			if name = strings.TrimSuffix(name, "\n"); name != "" && name[0] != '#' {
				s.dirs = append(s.dirs, below(s.dirs[i], name))
			}
		}
	}
	for _, dir := range s.dirs {
		entries, _ := os.ReadDir(filepath.Join(dir, "pack")) // none, if it is not there
		for _, e := range entries {
			base, isIndex := strings.CutSuffix(e.Name(), ".idx")
			if !isIndex {
				continue
			}
			p, err := openPack(filepath.Join(dir, "pack", base))
			if errors.Is(err, fs.ErrNotExist) {
				continue // an index without its pack, which git passes over, too
			}
			if err != nil {
				s.close()
				return nil, err
			}
			s.packs = append(s.packs, p)
		}
	}
	return s, nil
}

func (s *store) close() {
	for _, p := range s.packs {
		p.index.Close()
		p.data.Close()
	}
}

// object returns an object's content. The error wraps [fs.ErrNotExist] if there is none.
func (s *store) object(h Hash, kind string) ([]byte, error) {
	got, content, err := s.read(h, 0)
	if err == nil && got != kind {
		err = fmt.Errorf("%s is a %s, not a %s", h, got, kind)
	}
	return content, err
}

func (s *store) read(h Hash, depth int) (kind string, content []byte, err error) {
	name := h.String()
	for _, dir := range s.dirs {
		kind, content, err = loose(filepath.Join(dir, name[:2], name[2:]))
		if !errors.Is(err, fs.ErrNotExist) {
			return kind, content, err
		}
	}
	for _, p := range s.packs {
		offset, ok, err := p.find(h)
		if err != nil {
			return "", nil, err
		}
		if ok {
			return p.read(s, offset, depth)
		}
	}
	return "", nil, fmt.Errorf("%s: %w", h, fs.ErrNotExist)
}

// loose reads an object that has a file of its own: "KIND LENGTH", a NUL, the content.
func loose(path string) (kind string, content []byte, err error) {
	f, _, err := openFile(path)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	z, err := zlib.NewReader(f)
	if err != nil {
		return "", nil, err
	}
	in := bufio.NewReader(io.LimitReader(z, maxObject+64))
	header, err := in.ReadString(0)
	if err != nil {
		return "", nil, err
	}
	kind, size, _ := strings.Cut(strings.TrimSuffix(header, "\x00"), " ")
	if n, err := strconv.Atoi(size); err != nil || n < 0 || n > maxObject {
		return "", nil, unread(path + " is too large")
	}
	content, err = io.ReadAll(in)
	return kind, content, err
}

// pack is a file of many objects and the index of it.
type pack struct {
	index, data *os.File
	fanout      [256]uint32
}

// Where the parts of an index of version 2 begin, in bytes.
const (
	fanoutAt = 8
	namesAt  = fanoutAt + 256*4
)

func openPack(base string) (*pack, error) {
	index, _, err := openFile(base + ".idx")
	if err != nil {
		return nil, err
	}
	data, _, err := openFile(base + ".pack")
	if err != nil {
		index.Close()
		return nil, err
	}
	p := &pack{index: index, data: data}
	var header [namesAt]byte
	if _, err = index.ReadAt(header[:], 0); err == nil && string(header[:fanoutAt]) != "\xfftOc\x00\x00\x00\x02" {
		err = unread(base + ".idx is of another version")
	}
	if err != nil {
		index.Close()
		data.Close()
		return nil, err
	}
	for i := range p.fanout {
		p.fanout[i] = binary.BigEndian.Uint32(header[fanoutAt+4*i:])
	}
	return p, nil
}

// between is the range of the objects that begin with a byte.
func (p *pack) between(first byte) (from, to int64) {
	if first > 0 {
		from = int64(p.fanout[first-1])
	}
	return from, int64(p.fanout[first])
}

// name returns the name of the i-th object.
func (p *pack) name(i int64) (h Hash, err error) {
	_, err = p.index.ReadAt(h[:], namesAt+i*int64(len(h)))
	return h, err
}

// find returns where an object begins in the pack.
func (p *pack) find(h Hash) (offset int64, ok bool, err error) {
	from, to := p.between(h[0])
	for from < to {
		mid := (from + to) / 2
		at, err := p.name(mid)
		if err != nil {
			return 0, false, err
		}
		switch bytes.Compare(at[:], h[:]) {
		case 0:
			offset, err = p.offset(mid)
			return offset, err == nil, err
		case -1:
			from = mid + 1
		default:
			to = mid
		}
	}
	return 0, false, nil
}

// offset returns where the i-th object begins: after the names, and as many checksums, there
// are 4 bytes for each, or for a long pack the number of 8 bytes after these.
func (p *pack) offset(i int64) (int64, error) {
	count := int64(p.fanout[255])
	at := namesAt + count*(20+4)
	var short [4]byte
	if _, err := p.index.ReadAt(short[:], at+i*4); err != nil {
		return 0, err
	}
	n := binary.BigEndian.Uint32(short[:])
	if n>>31 == 0 {
		return int64(n), nil
	}
	var long [8]byte
	_, err := p.index.ReadAt(long[:], at+count*4+int64(n&^(1<<31))*8)
	return int64(binary.BigEndian.Uint64(long[:])), err
}

// kinds are those of objects in a pack, by their number.
var kinds = [8]string{1: "commit", 2: "tree", 3: "blob", 4: "tag"}

// The numbers of objects that are written as the difference to another.
const (
	byOffset = 6
	byName   = 7
)

// read returns the object at an offset.
func (p *pack) read(s *store, offset int64, depth int) (kind string, content []byte, err error) {
	if depth > maxDelta || offset < 0 {
		return "", nil, unread("an endless chain of differences")
	}
	in := bufio.NewReader(io.NewSectionReader(p.data, offset, 1<<62))
	number, size, err := header(in)
	if err != nil || size > maxObject {
		return "", nil, errors.Join(err, unread("a large object"))
	}
	var base []byte
	switch number {
	case byOffset:
		back, err := distance(in)
		if err != nil || back <= 0 || back > offset {
			return "", nil, errors.Join(err, unread("a difference to nothing"))
		}
		kind, base, err = p.read(s, offset-back, depth+1)
		if err != nil {
			return "", nil, err
		}
	case byName:
		var h Hash
		if _, err = io.ReadFull(in, h[:]); err == nil {
			kind, base, err = s.read(h, depth+1)
		}
		if err != nil {
			return "", nil, err
		}
	}
	z, err := zlib.NewReader(in)
	if err != nil {
		return "", nil, err
	}
	content = make([]byte, size)
	if _, err = io.ReadFull(z, content); err != nil {
		return "", nil, err
	}
	if number != byOffset && number != byName {
		return kinds[number], content, nil
	}
	content, err = patched(base, content)
	return kind, content, err
}

// header reads the number of an object's kind and its length.
func header(in *bufio.Reader) (number byte, size int64, err error) {
	b, err := in.ReadByte()
	number, size = b>>4&7, int64(b&15)
	for shift := 4; err == nil && b >= 0x80 && shift < 60; shift += 7 {
		if b, err = in.ReadByte(); err == nil {
			size |= int64(b&0x7f) << shift
		}
	}
	return number, size, err
}

// distance reads how far back the base of a difference begins.
func distance(in *bufio.Reader) (n int64, err error) {
	b, err := in.ReadByte()
	for n = int64(b & 0x7f); err == nil && b >= 0x80 && n < 1<<48; {
		if b, err = in.ReadByte(); err == nil {
			n = (n+1)<<7 | int64(b&0x7f)
		}
	}
	return n, err
}

// patched applies a difference to its base: two lengths, then pieces that are copied from
// the base or stand in the difference itself.
func patched(base, delta []byte) ([]byte, error) {
	broken := unread("a broken difference")
	from, n := binary.Uvarint(delta)
	if n <= 0 || from != uint64(len(base)) {
		return nil, broken
	}
	delta = delta[n:]
	size, n := binary.Uvarint(delta)
	if n <= 0 || size > maxObject {
		return nil, broken
	}
	delta = delta[n:]
	out := make([]byte, 0, size)
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		if op < 0x80 { // so many bytes follow
			if op == 0 || int(op) > len(delta) {
				return nil, broken
			}
			if uint64(len(out))+uint64(op) > size {
				return nil, broken
			}
			out, delta = append(out, delta[:op]...), delta[op:]
			continue
		}
		var numbers [7]byte // of the offset, 4 bytes, and the length, 3
		for i := range numbers {
			if op>>i&1 == 0 {
				continue
			}
			if len(delta) == 0 {
				return nil, broken
			}
			numbers[i], delta = delta[0], delta[1:]
		}
		at := int64(binary.LittleEndian.Uint32(numbers[:4]))
		length := int64(numbers[4]) | int64(numbers[5])<<8 | int64(numbers[6])<<16
		if length == 0 {
			length = 0x10000
		}
		if at+length > int64(len(base)) || uint64(len(out))+uint64(length) > size {
			return nil, broken
		}
		out = append(out, base[at:at+length]...)
	}
	if uint64(len(out)) != size {
		return nil, broken
	}
	return out, nil
}
