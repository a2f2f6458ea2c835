package query

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// days returns the files of the trail in dir, oldest first, from the day since on.
// A directory that does not exist has none.
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
	slices.SortFunc(files, audit.DayFile.Compare)
	return files, nil
}

// window returns the first of the last n days, today, in UTC, being one.
func window(now time.Time, n int) time.Time {
	return now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-n)
}

// trail is the files that one query reads. They may be renamed to parts, and the
// oldest removed, while it does.
type trail struct {
	dir   string
	files []audit.DayFile // oldest first
	open  map[string]*os.File
	held  sync.Mutex // of open
}

// written is how many of the newest files without a number may be written to while
// they are read: around midnight two, and more where a clock went back.
const written = 3

// openTrail lists the files from a day on. Those that may still be written to are
// opened first and the parts are looked for afterwards: one that is given a number in
// between is then found twice, and never missed.
func openTrail(dir string, since time.Time) (*trail, error) {
	t := &trail{dir: dir, open: map[string]*os.File{}}
	files, err := days(dir, since)
	if err != nil {
		return t, err
	}
	files = slices.DeleteFunc(files, func(d audit.DayFile) bool { return d.Part > 0 })
	for _, d := range files[max(0, len(files)-written):] {
		if f, err := openDay(dir, d.Name()); err == nil {
			t.open[d.Name()] = f
		} // else it has a number by now, or who reads it will say why it cannot be
	}
	if t.files, err = days(dir, since); err != nil {
		t.close()
		return nil, err
	}
	t.files = slices.DeleteFunc(t.files, func(d audit.DayFile) bool { return d.Part > 0 && t.opened(d) })
	for name := range t.open { // of one that has a number, and no successor yet, the old name counts
		if d, _ := audit.ParseName(name); !slices.Contains(t.files, d) {
			t.files = append(t.files, d)
		}
	}
	slices.SortFunc(t.files, audit.DayFile.Compare)
	return t, nil
}

// opened reports whether a file is open already, by the name it had before.
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

// file returns a file of the trail, open until close. One that is gone by now is no
// error, and nil.
func (t *trail) file(d audit.DayFile) (*os.File, error) {
	name := d.Name()
	t.held.Lock()
	f, ok := t.open[name]
	t.held.Unlock()
	if ok {
		return f, nil
	}
	f, err := openDay(t.dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return f, err
}

// keep has a file stay open until close.
func (t *trail) keep(d audit.DayFile, f *os.File) {
	t.held.Lock()
	defer t.held.Unlock()
	t.open[d.Name()] = f
}

// release closes a file that nothing is to be read from any more.
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

// openDay opens a file of the trail for reading. A link is not followed and a FIFO
// does not hang: both, and whatever else is no regular file, are an error.
func openDay(dir, name string) (*os.File, error) {
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
