package query

import (
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// days returns the trail's files in dir from the day since on, oldest first. A missing
// directory has none.
func days(dir string, since time.Time) ([]audit.DayFile, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []audit.DayFile
	for _, entry := range entries {
		if f, ok := audit.ParseName(entry.Name()); ok && !f.Day.Before(since) {
			files = append(files, f)
		}
	}
	return inOrder(dir, files), nil
}

// window returns the first of the last n days in UTC, today included.
func window(now time.Time, n int) time.Time {
	return now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-n)
}

// trail is the files that one query reads. Others may rename them to parts, and remove
// the oldest, meanwhile.
type trail struct {
	dir   string
	files []audit.DayFile // oldest first
	open  map[string]*os.File
	held  sync.Mutex // guards open
}

// written is how many of the newest unnumbered files may be written to while they are
// read: two around midnight, more if a clock went back.
const written = 3

// openTrail lists the files from a day on. It first opens those that may still be written
// to and then looks for parts: a file renamed in between is found twice, and never
// missed.
func openTrail(dir string, since time.Time) (*trail, error) {
	t := &trail{dir: dir, open: map[string]*os.File{}}
	files, err := days(dir, since)
	if err != nil {
		return t, err
	}
	files = slices.DeleteFunc(files, func(d audit.DayFile) bool { return d.Part > 0 || d.Gzip })
	for _, d := range files[max(0, len(files)-written):] {
		if f, err := openDay(dir, d.Name()); err == nil {
			t.open[d.Name()] = f
		} // else it has a number by now, or reading it reports the error
	}
	if t.files, err = days(dir, since); err != nil {
		t.close()
		return nil, err
	}
	t.files = slices.DeleteFunc(t.files, func(d audit.DayFile) bool { return d.Part > 0 && t.opened(d) })
	for name := range t.open { // a file that was just numbered and has no successor yet keeps its old name
		if d, _ := audit.ParseName(name); !slices.Contains(t.files, d) {
			t.files = append(t.files, d)
		}
	}
	t.files = inOrder(dir, t.files)
	return t, nil
}

// inOrder sorts files as they were written. Of a file and its compressed copy, which are both
// there for a moment, only the file stays. A compressed file of that name with another text is
// no copy: the day came again, because a clock went back.
func inOrder(dir string, files []audit.DayFile) []audit.DayFile {
	slices.SortFunc(files, func(a, b audit.DayFile) int {
		return cmp.Or(a.Compare(b), cmp.Compare(len(a.Name()), len(b.Name())))
	})
	return slices.CompactFunc(files, func(a, b audit.DayFile) bool {
		if a.Gzip {
			a, b = b, a
		}
		return a == b || a.Compare(b) == 0 && isCopy(dir, a, b)
	})
}

// isCopy reports whether a compressed file seems to have the text of another: its last four bytes
// are the length of its text (RFC 1952, ISIZE).
func isCopy(dir string, plain, compressed audit.DayFile) bool {
	info, err := os.Lstat(filepath.Join(dir, plain.Name()))
	if err != nil {
		return false
	}
	f, err := openFile(dir, compressed.Name())
	if err != nil {
		return false
	}
	defer f.Close()
	var size [4]byte
	if end, err := f.Seek(-int64(len(size)), io.SeekEnd); err != nil || end < 0 {
		return false
	}
	_, err = io.ReadFull(f, size[:])
	return err == nil && uint32(info.Size()) == binary.LittleEndian.Uint32(size[:])
}

// opened reports whether a file is already open under its previous name.
func (t *trail) opened(d audit.DayFile) bool {
	for name, f := range t.open {
		if name != d.Name() && sameFile(f, filepath.Join(t.dir, d.Name())) {
			return true
		}
	}
	return false
}

// sameFile reports whether an open file is the one at path.
func sameFile(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Lstat(path)
	return err == nil && os.SameFile(a, b)
}

// file returns a file of the trail, open until close. It may have been compressed since it
// was listed. If it is gone by now, file returns nil and no error.
func (t *trail) file(d audit.DayFile) (*os.File, error) {
	name := d.Name()
	t.held.Lock()
	f, ok := t.open[name]
	t.held.Unlock()
	if ok {
		return f, nil
	}
	f, err := openDay(t.dir, name)
	if errors.Is(err, fs.ErrNotExist) && !d.Gzip {
		d.Gzip = true
		f, err = openDay(t.dir, d.Name())
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return f, err
}

// keep keeps a file open until close.
func (t *trail) keep(d audit.DayFile, f *os.File) {
	t.held.Lock()
	defer t.held.Unlock()
	t.open[d.Name()] = f
}

// release closes a file that nothing else reads.
func (t *trail) release(d audit.DayFile, f *os.File) {
	t.held.Lock()
	defer t.held.Unlock()
	if _, kept := t.open[d.Name()]; !kept {
		f.Close()
	}
}

func (t *trail) close() {
	for _, f := range t.open {
		f.Close()
	}
}

// openDay opens a file of the trail for reading. Of a compressed file it opens the text.
func openDay(dir, name string) (*os.File, error) {
	f, err := openFile(dir, name)
	if err != nil {
		return nil, err
	}
	if d, ok := audit.ParseName(name); ok && d.Gzip {
		defer f.Close()
		return decompressed(f)
	}
	return f, nil
}

// openFile opens a file of the trail as it is on disk. It does not follow a link or hang on a
// FIFO: both are errors, as is every other file that is not regular.
func openFile(dir, name string) (*os.File, error) {
	path := filepath.Join(dir, name)
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	return f, nil
}

// decompressed copies the text of a compressed file to a file without a name, for queries read
// from the end.
func decompressed(f *os.File) (*os.File, error) {
	in, err := gzip.NewReader(f)
	if err != nil {
		return nil, &fs.PathError{Op: "decompress", Path: f.Name(), Err: err}
	}
	text, err := os.CreateTemp("", "shimgen-trail-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(text.Name())
	n, err := io.Copy(text, io.LimitReader(in, audit.LongestText+1))
	if err == nil && n > audit.LongestText {
		err = fmt.Errorf("its text is over %d bytes", audit.LongestText)
	}
	if err != nil {
		text.Close()
		return nil, &fs.PathError{Op: "decompress", Path: f.Name(), Err: err}
	}
	return text, nil
}
