package shimdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A Status is the state of an installation.
type Status struct {
	BinDir    string   `json:"bin_dir"`
	Exists    bool     `json:"exists"`
	Wrappers  []string `json:"wrappers"`  // executables in the directory, sorted
	Generated []string `json:"generated"` // those of them that are ours
	OnPath    bool     `json:"on_path"`   // the directory is an entry of PATH
	First     bool     `json:"first"`     // and is the first entry
	Problems  []string `json:"problems"`  // one line each
}

// Status examines the installation and path, the text of a PATH variable. It changes
// nothing and returns no error: whatever is wrong is a problem in the result.
func (l Layout) Status(path string) Status {
	s := Status{BinDir: l.Bin, Wrappers: []string{}, Generated: []string{}, Problems: []string{}}
	fi, err := os.Lstat(l.Bin)
	if err != nil {
		s.problem("%s: not installed", l.Bin)
		return s
	}
	s.Exists = true
	for _, dir := range []string{l.Root, l.libexec(), l.Bin} {
		s.check(dir)
	}
	if fi.IsDir() {
		s.list(l)
		s.lookUp(path, fi)
	}
	for _, name := range []string{shimName, shimgenName} {
		s.checkBinary(filepath.Join(l.libexec(), name))
	}
	for _, name := range []string{mcpName, tlsName} {
		if optional := filepath.Join(l.libexec(), name); exists(optional) {
			s.checkBinary(optional)
		}
	}
	return s
}

func (s *Status) problem(format string, args ...any) {
	s.Problems = append(s.Problems, fmt.Sprintf(format, args...))
}

func (s *Status) check(dir string) {
	fi, err := os.Lstat(dir)
	if err == nil {
		err = errors.Join(checkOwned(dir, fi), checkParent(filepath.Dir(dir)))
	}
	if err != nil {
		s.problem("%v", err)
	}
}

// list sorts the directory's entries into wrappers and others.
func (s *Status) list(l Layout) {
	entries, err := os.ReadDir(l.Bin)
	if err != nil {
		s.problem("%v", err)
		return
	}
	watched := append(Programs(), Shells()...)
	for _, entry := range entries {
		path := filepath.Join(l.Bin, entry.Name())
		text, _ := os.Readlink(path)
		runs := executable(path)
		ours := l.ours(text)
		if runs {
			s.Wrappers = append(s.Wrappers, entry.Name())
		}
		switch {
		case ours && runs:
			s.Generated = append(s.Generated, entry.Name())
		case ours:
			s.problem("%s: leads nowhere", path)
		case slices.Contains(watched, entry.Name()):
			s.problem("%s: is not a shim of this installation", path)
		}
	}
}

// lookUp finds the directory on path, and the shims that earlier entries hide. It
// compares entries by device and inode, for one directory has many names.
func (s *Status) lookUp(path string, bin fs.FileInfo) {
	var hidden []string
	for i, dir := range filepath.SplitList(path) {
		if fi, err := os.Stat(dir); err == nil && os.SameFile(fi, bin) {
			s.OnPath, s.First = true, i == 0
			s.Problems = append(s.Problems, hidden...)
			return
		}
		for _, name := range s.Generated {
			if file := filepath.Join(dir, name); filepath.IsAbs(dir) && executable(file) {
				hidden = append(hidden, file+": comes before the shim on PATH")
			}
		}
	}
	s.problem("%s: not on PATH", s.BinDir)
}

func (s *Status) checkBinary(path string) {
	fi, err := os.Lstat(path)
	switch {
	case err != nil:
		s.problem("%v", err)
	case !fi.Mode().IsRegular() || !executable(path):
		s.problem("%s: is not a program", path)
	case !ownedByUs(fi) || fi.Mode().Perm()&0o022 != 0:
		s.problem("%s: others can write to it", path)
	}
}

// exists reports whether something is at path, a dangling link included.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// executable reports whether path leads to a regular file with an x bit.
func executable(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.Mode().IsRegular() && fi.Mode().Perm()&0o111 != 0
}
