package query

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// days returns the names of the day files in dir, oldest first, from the day
// since on. A directory that does not exist has none.
func days(dir string, since time.Time) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if day, ok := audit.FileDay(entry.Name()); ok && !day.Before(since) {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

// window returns the first of the last n days, today, in UTC, being one.
func window(now time.Time, n int) time.Time {
	return now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-n)
}

// openDay opens a day's file for reading. A link is not followed and a FIFO
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
