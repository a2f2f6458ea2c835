package policy

import (
	"encoding/binary"
	"runtime"
	"slices"
	"sync/atomic"
)

// rowsInBucket is the average number of rows in a bucket.
const rowsInBucket = 4

// rowTable is a table of rows by key, in bytes that may be in a file: only the requested parts
// are read. A directory gives for each hash of a key the place of the rows with such keys:
//
//	directory  16 for each bucket: offset 4, length 4, checksum 8
//	bucket     its rows: key and value, each after its length
//
// The checksum covers the bucket and its place, and is checked at the first read. Rows of one key
// keep their order. A damaged bucket finds nothing, and the table then reports the damage: no
// decision made with it may be used.
//
// The bytes may be released when the table is unreachable, so code that reads them must keep the table.
type rowTable struct {
	data    []byte
	dir     uint32 // offset of the directory
	buckets uint32
	sound   []atomic.Uint64 // a bit for each bucket whose checksum was checked
	damaged atomic.Bool
}

// row is a key and a value.
type row struct{ key, value string }

// writeRows appends a table to data. It returns the result, the offset of the directory and the
// number of buckets.
func writeRows(data []byte, rows []row) (all []byte, dir, buckets uint32) {
	buckets = uint32(max(1, len(rows)/rowsInBucket))
	sorted := make([][]row, buckets)
	for _, r := range rows {
		n := lookup{kind: r.key[0], a: r.key[1:]}.hash() % buckets
		sorted[n] = append(sorted[n], r)
	}
	dir = uint32(len(data))
	data = append(data, make([]byte, 16*int(buckets))...)
	for n, bucket := range sorted {
		at := len(data)
		for _, r := range bucket {
			data = appendText(appendText(data, r.key), r.value)
		}
		entry := data[dir+16*uint32(n):]
		binary.LittleEndian.PutUint32(entry, uint32(at))
		binary.LittleEndian.PutUint32(entry[4:], uint32(len(data)-at))
		binary.LittleEndian.PutUint64(entry[8:], bucketSum(uint32(n), uint32(at), data[at:]))
	}
	return data, dir, buckets
}

// lookup is the key of a row: its first letter, and the rest in two parts, so that they need not
// be concatenated.
type lookup struct {
	kind byte
	a, b string
}

func (k lookup) hash() uint32 {
	h := (2166136261 ^ uint32(k.kind)) * 16777619 // FNV-1a
	for _, part := range [...]string{k.a, k.b} {
		for i := range len(part) {
			h = (h ^ uint32(part[i])) * 16777619
		}
	}
	return h
}

// is reports whether a stored key equals this one.
func (k lookup) is(key []byte) bool {
	n := len(k.a)
	return len(key) == 1+n+len(k.b) && key[0] == k.kind && string(key[1:1+n]) == k.a && string(key[1+n:]) == k.b
}

// bucketSum returns the checksum of a bucket. It detects damage, not tampering.
func bucketSum(n, at uint32, bucket []byte) uint64 {
	return checksum(uint64(n)<<32|uint64(at), bucket)
}

// checksum is FNV-1a over words of eight bytes, then over the remaining bytes. It detects every
// change of a single word.
func checksum(start uint64, data []byte) uint64 {
	const prime = 1<<40 | 0x1b3
	h := (0xcbf29ce484222325 ^ start) * prime
	for ; len(data) >= 8; data = data[8:] {
		h = (h ^ binary.LittleEndian.Uint64(data)) * prime
	}
	for _, c := range data {
		h = (h ^ uint64(c)) * prime
	}
	return h ^ h>>32
}

// open opens a table in data, and reports whether its directory is within the data.
func (t *rowTable) open(data []byte, dir, buckets uint32) bool {
	if buckets == 0 || uint64(dir)+16*uint64(buckets) > uint64(len(data)) {
		return false
	}
	t.data, t.dir, t.buckets, t.sound = data, dir, buckets, make([]atomic.Uint64, buckets/64+1)
	return true
}

// bucket returns the bytes of a bucket; none if they are damaged.
func (t *rowTable) bucket(n uint32) []byte {
	entry := t.data[t.dir+16*n:]
	at, size := binary.LittleEndian.Uint32(entry), binary.LittleEndian.Uint32(entry[4:])
	if uint64(at)+uint64(size) > uint64(len(t.data)) {
		t.damaged.Store(true)
		return nil
	}
	bucket, seen := t.data[at:at+size], &t.sound[n/64]
	if seen.Load()&(1<<(n%64)) != 0 {
		return bucket
	}
	if bucketSum(n, at, bucket) != binary.LittleEndian.Uint64(entry[8:]) {
		t.damaged.Store(true)
		return nil
	}
	seen.Or(1 << (n % 64))
	return bucket
}

// each calls visit for the values of a key until visit returns false.
func (t *rowTable) each(key lookup, visit func(value []byte) bool) {
	defer runtime.KeepAlive(t)
	for rest := t.bucket(key.hash() % t.buckets); len(rest) > 0; {
		var k, value []byte
		if k, value, rest = t.next(rest); key.is(k) && !visit(value) {
			return
		}
	}
}

// first returns the value of the first row of a key, and whether there is one.
func (t *rowTable) first(key lookup) (text string, found bool) {
	defer runtime.KeepAlive(t)
	for rest := t.bucket(key.hash() % t.buckets); len(rest) > 0; {
		var k, value []byte
		if k, value, rest = t.next(rest); key.is(k) {
			return string(value), true
		}
	}
	return "", false
}

// has reports whether there is a row of a key.
func (t *rowTable) has(kind byte, key string) bool {
	_, found := t.first(lookup{kind: kind, a: key})
	return found
}

// all returns the rows whose keys begin with a letter, in the order in which they were written,
// since their values begin with their number.
func (t *rowTable) all(kind byte) []row {
	defer runtime.KeepAlive(t)
	var rows []row
	for n := range t.buckets {
		for rest := t.bucket(n); len(rest) > 0; {
			var key, value []byte
			if key, value, rest = t.next(rest); len(key) > 0 && key[0] == kind {
				rows = append(rows, row{string(key[1:]), string(value)})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return number(a.value) - number(b.value) })
	return rows
}

// number returns the number at the start of a value.
func number(value string) int {
	if len(value) < 4 {
		return 0
	}
	return int(binary.LittleEndian.Uint32([]byte(value[:4])))
}

// next splits the first row off the rest of a bucket.
func (t *rowTable) next(rest []byte) (key, value, more []byte) {
	key, more, ok := cutText(rest)
	if ok {
		value, more, ok = cutText(more)
	}
	if !ok {
		t.damaged.Store(true)
		return nil, nil, nil
	}
	return key, value, more
}

// appendText appends a text with its length before it.
func appendText(data []byte, text string) []byte {
	return append(binary.AppendUvarint(data, uint64(len(text))), text...)
}

// cutText splits a text off the start of data.
func cutText(data []byte) (text, rest []byte, ok bool) {
	n, size := binary.Uvarint(data)
	if size <= 0 || n > uint64(len(data)-size) {
		return nil, nil, false
	}
	return data[size : size+int(n)], data[size+int(n):], true
}
