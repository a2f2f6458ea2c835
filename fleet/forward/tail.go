package forward

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// The limits of a batch, and so of memory.
const (
	batchRecords = 512
	batchBytes   = 2 << 20
)

// record is one record in flight.
type record struct {
	id   string // of its message
	body []byte
}

// tail reads a trail whose files grow, are numbered, compressed and removed.
type tail struct {
	dir     string
	machine wire.Machine
	rule    share.Rule
	say     func(string)

	known map[fileKey]string   // the identities of files opened before
	gone  map[string]time.Time // when a file of the position was first missing
	said  map[string]bool      // what Say was called with
}

// fileKey distinguishes files that exist at the same time.
type fileKey struct {
	name     string
	dev, ino uint64
}

func keyOf(info fs.FileInfo) fileKey {
	st := info.Sys().(*syscall.Stat_t)
	return fileKey{info.Name(), uint64(st.Dev), st.Ino}
}

func newTail(dir string, m wire.Machine, rule share.Rule, say func(string)) *tail {
	return &tail{dir: dir, machine: m, rule: rule, say: say, known: map[fileKey]string{}, gone: map[string]time.Time{}, said: map[string]bool{}}
}

// batch is the records read after a position.
type batch struct {
	records []record
	bytes   int
}

// full reports whether a batch has no room for more.
func (b *batch) full() bool { return len(b.records) >= batchRecords || b.bytes >= batchBytes }

// next returns the records after a position, and the position after those.
func (t *tail) next(at Position) ([]record, Position, error) {
	files, err := query.Files(t.dir)
	if err != nil {
		return nil, at, err
	}
	after := Position{Sequence: at.Sequence, Files: maps.Clone(at.Files)}
	var b batch
	seen, all := map[string]bool{}, true
	for _, d := range files {
		err := t.read(d, &b, seen, after.Files)
		if err != nil {
			all = false
			if !errors.Is(err, fs.ErrNotExist) && !t.said[err.Error()] { // else the file was renamed or removed meanwhile
				t.said[err.Error()] = true
				t.say(err.Error())
			}
		}
		if b.full() {
			return b.records, after, nil
		}
	}
	if all {
		t.forget(after.Files, seen)
	}
	return b.records, after, nil
}

// read adds a file's records to a batch, and notes in places how far it came.
func (t *tail) read(d audit.DayFile, b *batch, seen map[string]bool, places map[string]Place) error {
	info, err := os.Lstat(filepath.Join(t.dir, d.Name()))
	if err != nil {
		return err
	}
	id := t.known[keyOf(info)]
	if id == "" || places[id].Read != info.Size() { // the number may be that of a removed file: check the identity
		if id, info, err = t.identity(d); err != nil || id == "" { // it has no whole line yet
			return err
		}
	}
	if seen[id] { // the file was found under two names
		return nil
	}
	seen[id] = true
	place := places[id]
	place.Name = d.Name()
	if place.Read != info.Size() {
		err = t.readFrom(&place, d, id, info, b)
	}
	places[id] = place
	return err
}

// readFrom adds the records after a place to a batch. info describes the file that the place
// is in, since another file may have its name by now.
func (t *tail) readFrom(place *Place, d audit.DayFile, id string, info fs.FileInfo, b *batch) error {
	f, now, err := query.Open(t.dir, d)
	if err != nil {
		return err
	}
	defer f.Close()
	if !os.SameFile(info, now) {
		return &fs.PathError{Op: "read", Path: d.Name(), Err: fs.ErrNotExist}
	}
	place.Read = 0
	if err := skip(f, place.Offset); err != nil {
		return fmt.Errorf("%s: %w", d.Name(), err)
	}
	in := bufio.NewReaderSize(f, 64<<10)
	for !b.full() {
		line, length, err := wholeLine(in)
		if errors.Is(err, io.EOF) {
			place.Read = info.Size()
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", d.Name(), err)
		}
		if body, leaves := t.rule.Record(audit.Record(line)); leaves && !place.IsSent {
			b.records = append(b.records, record{t.machine.ID(id, place.Offset), body})
			b.bytes += len(body)
		}
		place.Offset, place.IsSent = place.Offset+length, false
	}
	return nil
}

// skip moves past the first n bytes.
func skip(f io.Reader, n int64) error {
	if s, can := f.(io.Seeker); can {
		_, err := s.Seek(n, io.SeekStart)
		return err
	}
	_, err := io.CopyN(io.Discard, f, n)
	return err
}

// wholeLine reads a line and its length in the file, with the newline. For a line without a
// newline it returns io.EOF: the line is still being written, or torn. A line longer than
// any writer of the trail makes is read, and returned as nothing.
func wholeLine(in *bufio.Reader) (line []byte, length int64, err error) {
	for {
		part, err := in.ReadSlice('\n')
		length += int64(len(part))
		if len(line)+len(part) <= longest {
			line = append(line, part...)
		} else {
			line = line[:0]
		}
		switch {
		case err == nil:
			return bytes.TrimSuffix(line, []byte("\n")), length, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, 0, err
		}
	}
}

// longest is the maximum length of a line: two records, of which the first is torn.
const longest = 2 * (audit.MaxLine + 1)

// identity identifies a file by its first line, and describes the file that it opened for
// that. It returns "" if the file has no whole line yet.
func (t *tail) identity(d audit.DayFile) (id string, info fs.FileInfo, err error) {
	f, info, err := query.Open(t.dir, d)
	if err != nil {
		return "", info, err
	}
	defer f.Close()
	sum, in := sha256.New(), bufio.NewReader(io.LimitReader(f, longest))
	for n := 0; ; {
		part, err := in.ReadSlice('\n')
		sum.Write(part)
		n += len(part)
		switch {
		case err == nil, errors.Is(err, io.EOF) && n == longest:
			id = hex.EncodeToString(sum.Sum(nil)[:12])
			t.known[keyOf(info)] = id
			return id, info, nil
		case errors.Is(err, io.EOF):
			return "", info, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", info, fmt.Errorf("%s: %w", d.Name(), err)
		}
	}
}

// forgotten is how long a file must be missing before it counts as removed. While a file is
// renamed, a listing of the directory may lack it.
const forgotten = time.Hour

// forget drops the places of files that no longer exist.
func (t *tail) forget(places map[string]Place, seen map[string]bool) {
	for id := range places {
		if seen[id] {
			delete(t.gone, id)
			continue
		}
		if t.gone[id].IsZero() {
			t.gone[id] = time.Now()
		}
		if time.Since(t.gone[id]) < forgotten {
			continue
		}
		if places[id].Read == 0 {
			t.say(fmt.Sprintf("%s was removed before all of it was sent: what was behind byte %d is lost", places[id].Name, places[id].Offset))
		}
		delete(places, id)
		delete(t.gone, id)
	}
}
