package approval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/agent-loop/shimgen/host"
)

// prepare makes a directory if it is missing, and removes what is too old to matter.
func (s Store) prepare(dir string) error {
	d, err := host.Open(dir, host.PrivateDir(s.owner))
	if err != nil {
		return err
	}
	d.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > LongestFor+time.Hour {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	return nil
}

// write writes a file that its owner alone can read.
func (s Store) write(file string, what any) error {
	text, err := json.MarshalIndent(what, "", "  ")
	if err != nil {
		return err
	}
	if len(text) > maxFile {
		return fmt.Errorf("the command is too long to be kept: %d bytes", len(text))
	}
	return host.Replace(file, append(text, '\n'), 0o600)
}

// read reads a file that nobody but its owner, or root, can have written.
func read[T any](s Store, file string) (what T, err error) {
	f, err := host.Open(file, host.Policy(s.owner))
	if err != nil {
		return what, err
	}
	defer f.Close()
	text, err := host.Read(f, maxFile)
	if err != nil {
		return what, err
	}
	err = json.Unmarshal(text, &what)
	return what, err
}

// readAll reads the files of a directory that hold what they should.
func readAll[T any](s Store, dir string, holds func(name string, what T) bool) (all []T, err error) {
	entries, err := names(dir)
	for _, name := range entries {
		if what, err := read[T](s, filepath.Join(dir, name)); err == nil && holds(name, what) {
			all = append(all, what)
		}
	}
	return all, err
}

// names are those of the files in a directory, which may be missing.
func names(dir string) (all []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.Type().IsRegular() && filepath.Ext(e.Name()) == ".json" {
			all = append(all, e.Name())
		}
	}
	return all, err
}

// removed removes a file, and reports whether it was there.
func removed(file string) (was bool, err error) {
	err = os.Remove(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
