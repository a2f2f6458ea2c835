package trail

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/host"
)

// looked is how often a process that writes a line looks at the whole trail, if the
// file it writes to has not grown full meanwhile and no other day began.
const looked = time.Hour

// rotate keeps the trail within the policy's bound after a line was written to today's
// file. Whoever writes the line does it, the gate never, which leaves the first line of a
// day and one in a full file to the judge: it opens the file of the day by its name, and
// a full one is given another name below. A line goes where the file
// went that was opened, so none is lost or cut, whoever writes meanwhile. Nothing
// depends on it.
func (w Writer) rotate(today *os.File) {
	st, err := today.Stat()
	if err != nil || !w.Installed {
		return
	}
	lock := filepath.Join(w.Root, "state", "audit.lock")
	limits, now := Bound(w.Policy), time.Now()
	if st.Size() < limits.PartSize() {
		if last, err := os.Lstat(lock); err == nil && now.Sub(last.ModTime()).Abs() < looked && sameDay(now, last.ModTime()) {
			return
		}
	}
	held, err := host.Open(lock, host.AuditLog(w.UID))
	if err != nil {
		return
	}
	defer held.Close()
	if unix.Flock(int(held.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return // another is at it
	}
	_ = os.Chtimes(lock, now, now)
	_ = boundTrail(w.Dir(), limits, now)
}

// sameDay reports whether two moments have one file.
func sameDay(a, b time.Time) bool { return audit.FileName(a) == audit.FileName(b) }

// boundTrail gives full files of the trail in a directory their numbers, removes
// what is out of bounds, and compresses one file that nobody writes to any more: one, for a
// command may be waiting. One process at a time may do it.
func boundTrail(path string, bound audit.Retention, now time.Time) error {
	dir, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	stored, err := storedFiles(dir)
	if err != nil {
		return err
	}
	for i, f := range stored {
		if f.Part > 0 || f.Gzip || f.Size < bound.PartSize() {
			continue
		}
		if stored[i].DayFile, err = number(dir, stored, f.DayFile); err != nil {
			return err
		}
	}
	for _, f := range bound.Expired(stored, now) {
		if err := dir.Remove(f.Name()); err != nil {
			return err
		}
		stored = slices.DeleteFunc(stored, func(other audit.TrailFile) bool { return other == f })
	}
	if f, ok := audit.Compressible(stored, now); ok {
		return compress(dir, stored, f)
	}
	return nil
}

// number gives a file of the trail the next free number of its day.
func number(dir *os.Root, stored []audit.TrailFile, f audit.DayFile) (audit.DayFile, error) {
	part := audit.DayFile{Day: f.Day, Part: 1}
	for _, other := range stored {
		if other.Day.Equal(f.Day) {
			part.Part = max(part.Part, other.Part+1)
		}
	}
	for { // what is no file of the trail may be in the way, or it would be counted
		if _, err := dir.Lstat(part.Name()); errors.Is(err, fs.ErrNotExist) {
			return part, dir.Rename(f.Name(), part.Name())
		} else if err != nil {
			return part, err
		}
		part.Part++
	}
}

// halfWritten is the name of a compressed file that is not finished. A later call begins it anew.
const halfWritten = "compressed.new"

// compress replaces a file by its compressed copy, which has its time. Readers prefer the file
// while both are there. If there is one already, with another text, the day came again: then the
// file gets a number, and nothing is replaced. A limit on the size of files, which whoever
// started this process may have set, leaves the file as it is: exceeding it would end the process.
func compress(dir *os.Root, stored []audit.TrailFile, f audit.TrailFile) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil || uint64(limit.Cur) < uint64(f.Size)+1024 {
		return err
	}
	in, err := dir.OpenFile(f.Name(), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	copied, err := writeCompressed(dir, in)
	if err != nil {
		_ = dir.Remove(halfWritten)
		return err
	}
	if st, err := in.Stat(); err != nil || st.Size() != copied {
		return errors.Join(err, dir.Remove(halfWritten)) // somebody writes to it after all
	}
	if err := dir.Chtimes(halfWritten, f.Modified, f.Modified); err != nil {
		return err
	}
	plain := f.Name()
	f.Gzip = true
	if same, err := sameContent(dir, f.Name(), halfWritten); !errors.Is(err, fs.ErrNotExist) && !same {
		_ = dir.Remove(halfWritten)
		f.Gzip = false
		_, err = number(dir, stored, f.DayFile)
		return err
	}
	if err := dir.Rename(halfWritten, f.Name()); err != nil {
		return err
	}
	return dir.Remove(plain)
}

// sameContent reports whether two files have the same bytes: the same text, compressed by the same
// program. The error wraps [fs.ErrNotExist] if there is no file of the first name.
func sameContent(dir *os.Root, a, b string) (bool, error) {
	x, err := dir.ReadFile(a)
	if err != nil {
		return false, err
	}
	y, err := dir.ReadFile(b)
	return err == nil && bytes.Equal(x, y), err
}

// writeCompressed writes a file's text, compressed, to halfWritten, and returns how many bytes
// the text has. The copy is on the disk when it returns: the original will be removed.
func writeCompressed(dir *os.Root, in io.Reader) (copied int64, err error) {
	_ = dir.Remove(halfWritten)
	out, err := dir.OpenFile(halfWritten, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	w, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err == nil {
		copied, err = io.Copy(w, in)
	}
	if err == nil {
		err = errors.Join(w.Close(), out.Sync())
	}
	return copied, errors.Join(err, out.Close())
}

// storedFiles are the files of the trail that are regular and ours. What else has such
// a name is not touched.
func storedFiles(dir *os.Root) ([]audit.TrailFile, error) {
	entries, err := fs.ReadDir(dir.FS(), ".")
	if err != nil {
		return nil, err
	}
	var stored []audit.TrailFile
	for _, entry := range entries {
		f, ok := audit.ParseName(entry.Name())
		if !ok {
			continue
		}
		info, err := dir.Lstat(entry.Name())
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != host.UID() {
			continue
		}
		stored = append(stored, audit.TrailFile{DayFile: f, Size: info.Size(), Modified: info.ModTime()})
	}
	return stored, nil
}
