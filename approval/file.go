package approval

import (
	"os"
	"path/filepath"
	"time"

	"github.com/agent-loop/shimgen/internal/records"
)

// prepare makes a directory if it is missing, and removes what is too old to matter.
func prepare(dir records.Dir) error {
	if err := dir.Prepare(); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir.Path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > LongestFor+time.Hour {
			_ = os.Remove(filepath.Join(dir.Path, e.Name()))
		}
	}
	return nil
}

// readAll reads the records of a directory that hold what they should.
func readAll[T any](dir records.Dir, holds func(name string, what T) bool) (all []T, err error) {
	names, err := dir.Names()
	for _, name := range names {
		if what, err := records.Read[T](dir, name); err == nil && holds(name, what) {
			all = append(all, what)
		}
	}
	return all, err
}
