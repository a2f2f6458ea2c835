package policy

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"maps"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// Index is a valid policy file of the user or the system with its long lists in an indexed form,
// in which one entry is found without reading the others. It is a sequence of bytes that may be
// kept in a file:
//
//	0   magic     8
//	8   version   4
//	12  zero      4
//	16  head      8: offset and length 4 each
//	24  checksum  8, of the head
//	32  rows, and behind them the head as JSON
type Index struct {
	name string // of the layer
	data []byte
	head head
	rows rowTable
	kept cache
}

const (
	indexMagic   = "shimrows"
	indexVersion = 1
	indexPrefix  = 32
)

// Origin identifies the source and the program that an index was made from. The index is valid
// only for these.
type Origin struct {
	Catalogue [32]byte    // hash of the program
	Source    gate.Source // the file, unchanged while it was read
}

// head is the part of an index that every start reads.
type head struct {
	Origin   Origin
	Settings map[string]any // the file without its long lists
	Lines    map[string]int // where they stand
	Lists    lists
	Dir      uint32
	Buckets  uint32
}

// lists are the lengths of the long lists.
type lists struct{ Paths, Refused, Admitted, Hosts, Rules int }

// few is the length up to which a list stays in the settings, where each start reads all of it.
const few = 8

// newIndex reads a policy file and returns its index, or the document if it has no long lists.
func newIndex(l Layer) (*Index, *document, error) {
	v, err := decode(l.Name, l.Data)
	if err != nil {
		return nil, nil, err
	}
	d, err := newDocument(l, v)
	if err != nil || l.Kind == Project {
		return nil, d, err
	}
	if err := d.distinct(); err != nil {
		return nil, nil, err
	}
	rows, n := d.longLists(l.Direct)
	if len(rows) == 0 {
		return nil, d, nil
	}
	h := head{Origin: l.Origin, Lists: n}
	h.Settings, h.Lines = d.settings(v, n)
	data := make([]byte, indexPrefix)
	data, h.Dir, h.Buckets = writeRows(data, rows)
	text, err := json.Marshal(h)
	if err != nil {
		return nil, nil, v.errorf("%s", err)
	}
	copy(data, indexMagic)
	for at, n := range map[int]int{8: indexVersion, 16: len(data), 20: len(text)} {
		binary.LittleEndian.PutUint32(data[at:], uint32(n))
	}
	binary.LittleEndian.PutUint64(data[24:], checksum(0, text))
	ix, ok := OpenIndex(append(data, text...), l.Origin)
	if !ok {
		return nil, nil, v.errorf("its lists cannot be indexed")
	}
	return ix, nil, nil
}

// OpenIndex reads an index, and reports whether it is undamaged and of this origin. The data must
// stay valid as long as the index is used. Damage to single entries is detected when they are
// read: see [Policy.Damage].
func OpenIndex(data []byte, of Origin) (*Index, bool) {
	if len(data) < indexPrefix || string(data[:8]) != indexMagic || binary.LittleEndian.Uint32(data[8:]) != indexVersion {
		return nil, false
	}
	at, n := binary.LittleEndian.Uint32(data[16:]), binary.LittleEndian.Uint32(data[20:])
	if uint64(at)+uint64(n) != uint64(len(data)) || at < indexPrefix {
		return nil, false
	}
	text := data[at:]
	if checksum(0, text) != binary.LittleEndian.Uint64(data[24:]) {
		return nil, false
	}
	ix := &Index{data: data}
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	if reader.Decode(&ix.head) != nil || ix.head.Origin != of {
		return nil, false
	}
	return ix, ix.rows.open(data[:at], ix.head.Dir, ix.head.Buckets)
}

// Bytes returns the bytes that OpenIndex reads.
func (ix *Index) Bytes() []byte { return ix.data }

// IndexOf returns the index of the layer with a name, or nil if it has no long lists.
func (p *Policy) IndexOf(name string) *Index {
	for _, ix := range p.long.all {
		if ix.name == name {
			return ix
		}
	}
	return nil
}

// document returns the file's settings, and the index behind them.
func (ix *Index) document(l Layer) (*document, error) {
	f := &file{name: l.Name, lines: ix.head.Lines}
	d, err := newDocument(l, value{file: f, data: plainNumbers(ix.head.Settings)})
	if err == nil {
		d.index, ix.name = ix, l.Name
	}
	return d, err
}

// plainNumbers converts numbers to the types that TOML's have.
func plainNumbers(data any) any {
	switch data := data.(type) {
	case map[string]any:
		for key, in := range data {
			data[key] = plainNumbers(in)
		}
	case []any:
		for i, in := range data {
			data[i] = plainNumbers(in)
		}
	case json.Number:
		if n, err := data.Int64(); err == nil {
			return n
		}
		f, _ := data.Float64()
		return f
	}
	return data
}

// settings returns a file's settings without the lists that were taken out of the document, and
// the lines of those that messages may refer to.
func (d *document) settings(v value, n lists) (map[string]any, map[string]int) {
	tree, _ := v.data.(map[string]any)
	tree = maps.Clone(tree)
	set := func(section string, with func(map[string]any)) {
		in, _ := tree[section].(map[string]any)
		in = maps.Clone(in)
		with(in)
		tree[section] = in
	}
	if n.Paths > 0 {
		set("paths", func(in map[string]any) {
			delete(in, "blocked_path_prefixes")
			delete(in, "blocked_home_patterns")
			in["blocked"] = texts(d.blocked, func(e PathEntry) any { return e.Path })
		})
	}
	if n.Refused > 0 {
		set("commands", func(in map[string]any) {
			in["blocked"] = texts(d.refused, func(e CommandEntry) any { return e.Text })
		})
	}
	if n.Admitted > 0 {
		set("commands", func(in map[string]any) {
			in["allowed"] = texts(d.admitted, func(e said[CommandEntry]) any {
				entry := map[string]any{"command": e.it.Text, "override": e.it.Override}
				if e.it.Dir != "" {
					entry["dir"] = e.it.Dir
				}
				return entry
			})
		})
	}
	if n.Hosts > 0 {
		set("network", func(in map[string]any) {
			in["allowed_domains"] = texts(d.domains.it, func(host string) any { return host })
		})
	}
	if n.Rules > 0 {
		delete(tree, "rule")
	}
	return tree, linesOf(tree, v.file.lines)
}

func texts[T any](entries []T, text func(T) any) []any {
	list := make([]any, len(entries))
	for i, e := range entries {
		list[i] = text(e)
	}
	return list
}

// linesOf keeps the lines of the settings in a tree.
func linesOf(tree map[string]any, lines map[string]int) map[string]int {
	kept := map[string]int{}
	var visit func(path string, data any)
	visit = func(path string, data any) {
		if line, ok := lines[path]; ok {
			kept[path] = line
		}
		switch data := data.(type) {
		case map[string]any:
			for key, in := range data {
				visit(join(path, key), in)
			}
		case []any:
			for i, in := range data {
				visit(element(path, i), in)
			}
		case []map[string]any:
			for i, in := range data {
				visit(element(path, i), in)
			}
		}
	}
	visit("", tree)
	return kept
}

// distinct checks that the rules of a long list have unique names that no built-in rule has:
// rules found by look-up are not compared with others later.
func (d *document) distinct() error {
	if len(d.rules) <= few {
		return nil
	}
	known := map[string]bool{}
	for r := range builtin.Rules().All() {
		known[r.ID] = true
	}
	for _, r := range d.rules {
		if known[r.it.ID] {
			return r.errorf("rule %s: there is a rule of that name already", r.it.ID)
		}
		known[r.it.ID] = true
	}
	return nil
}
