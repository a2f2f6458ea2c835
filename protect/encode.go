package protect

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"strconv"
	"time"
)

// A record is encoded as fields that each end in NUL, which no path holds. Tags say what
// the fields after them are.
const (
	formatName = "shimgen protected names 1"
	tagOptions = "o" // names, depth, free, until
	tagAlso    = "a" // path
	tagBare    = "b" // path
	tagTree    = "t" // root
	tagDir     = "d" // path, of the tree before it
	tagSkipped = "s" // path
	tagName    = "n" // path, and a known
)

// Encode returns the record as text. Decode makes a record of it that finds the same, but
// reads more.
func (r *Record) Encode() []byte {
	var b encoder
	until := int64(0)
	if !r.Until.IsZero() {
		until = r.Until.UnixNano()
	}
	b.add(formatName, tagOptions, strconv.Itoa(r.options.Names), strconv.Itoa(r.options.Depth), strconv.FormatBool(r.options.Free), b.number(until))
	for _, path := range r.Also {
		b.add(tagAlso, path)
	}
	for _, path := range r.Bare {
		b.add(tagBare, path)
	}
	for _, t := range r.trees {
		b.add(tagTree, t.root)
		for rel := range t.dirs {
			b.add(tagDir, rel)
		}
		for rel := range t.skipped {
			b.add(tagSkipped, rel)
		}
		for rel, k := range t.names {
			b.add(tagName, rel)
			b.nameFacts(k)
		}
	}
	return b.text
}

type encoder struct{ text []byte }

func (b *encoder) add(fields ...string) {
	for _, f := range fields {
		b.text = append(append(b.text, f...), 0)
	}
}

func (*encoder) number(n int64) string { return strconv.FormatInt(n, 10) }

func (b *encoder) nameFacts(k *known) {
	text := "-"
	if k.copied {
		text = hex.EncodeToString(k.text)
	}
	b.add(b.number(int64(k.kind)), b.number(int64(k.mode)), strconv.FormatUint(k.dev, 10), strconv.FormatUint(k.ino, 10),
		b.number(k.size), b.number(k.ctime), strconv.FormatUint(k.links, 10), hex.EncodeToString(k.sum[:]), text)
}

// ErrRecord says that a text is not a whole record.
var ErrRecord = errors.New("no whole record of protected names")

// Decode parses an encoded record.
func Decode(text []byte) (*Record, error) {
	d := decoder{fields: bytes.Split(text, []byte{0})}
	r := &Record{}
	if len(text) == 0 || text[len(text)-1] != 0 || d.next() != formatName || d.next() != tagOptions {
		return nil, ErrRecord
	}
	r.options.Names, r.options.Depth, r.options.Free = int(d.number()), int(d.number()), d.next() == "true"
	if until := d.number(); until != 0 {
		r.Until = time.Unix(0, until)
	}
	for len(d.fields) > 1 && d.err == nil {
		d.part(r)
	}
	if d.err != nil {
		return nil, d.err
	}
	return r, nil
}

type decoder struct {
	fields [][]byte
	err    error
}

func (d *decoder) next() string {
	if len(d.fields) < 2 { // the last one is what follows the last NUL
		d.err = ErrRecord
		return ""
	}
	f := string(d.fields[0])
	d.fields = d.fields[1:]
	return f
}

func (d *decoder) number() int64 {
	n, err := strconv.ParseInt(d.next(), 10, 64)
	if err != nil {
		d.err = ErrRecord
	}
	return n
}

func (d *decoder) unsigned() uint64 {
	n, err := strconv.ParseUint(d.next(), 10, 64)
	if err != nil {
		d.err = ErrRecord
	}
	return n
}

// part parses the part that the next tag begins.
func (d *decoder) part(r *Record) {
	tag, at := d.next(), d.next()
	switch tag {
	case tagAlso:
		r.Also = append(r.Also, at)
		return
	case tagBare:
		r.Bare = append(r.Bare, at)
		return
	case tagTree:
		r.trees = append(r.trees, &tree{root: at, dirs: map[string]*dir{}, names: map[string]*known{}, skipped: map[string]bool{}})
		return
	}
	if len(r.trees) == 0 {
		d.err = ErrRecord
		return
	}
	t := r.trees[len(r.trees)-1]
	switch tag {
	case tagDir:
		t.dirs[at] = &dir{}
	case tagSkipped:
		t.skipped[at] = true
	case tagName:
		t.names[at] = d.known()
	default:
		d.err = ErrRecord
	}
}

func (d *decoder) known() *known {
	k := &known{kind: fs.FileMode(d.number()), mode: uint32(d.number()), dev: d.unsigned(), ino: d.unsigned(), size: d.number(), ctime: d.number(), links: d.unsigned()}
	sum, err := hex.DecodeString(d.next())
	if copy(k.sum[:], sum); err != nil {
		d.err = ErrRecord
	}
	if text := d.next(); text != "-" {
		if k.text, err = hex.DecodeString(text); err != nil {
			d.err = ErrRecord
		}
		k.copied = true
	}
	return k
}
