package shimdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// tempPrefix begins the name of every file that is written but not yet renamed into
// place.
const tempPrefix = ".shimgen-tmp-"

// makeOwned opens the directory path, creating it with mode 0700 if it is missing.
func makeOwned(path string) (*os.Root, error) {
	if err := checkParent(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return openOwned(path, os.Lstat, os.OpenRoot)
}

// makeBelow is makeOwned for a name in an open directory.
func makeBelow(dir *os.Root, name string) (*os.Root, error) {
	if err := dir.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return openOwned(name, dir.Lstat, dir.OpenRoot)
}

// openOwned opens a directory that we own and that nobody else can change. It examines
// the name first and compares the opened directory with that: it never follows a link,
// not even one that replaces the directory in between.
func openOwned(name string, lstat func(string) (fs.FileInfo, error), open func(string) (*os.Root, error)) (*os.Root, error) {
	seen, err := lstat(name)
	if err != nil {
		return nil, err
	}
	if err := checkOwned(name, seen); err != nil {
		return nil, err
	}
	dir, err := open(name)
	if err != nil {
		return nil, err
	}
	if opened, err := dir.Stat("."); err != nil || !os.SameFile(seen, opened) {
		dir.Close()
		return nil, fmt.Errorf("%s: changed while it was opened", name)
	}
	return dir, nil
}

// checkOwned says why a directory must not decide what programs mean.
func checkOwned(name string, fi fs.FileInfo) error {
	switch mode := fi.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: is a symbolic link", name)
	case !mode.IsDir():
		return fmt.Errorf("%s: is not a directory", name)
	case !ownedByUs(fi):
		return fmt.Errorf("%s: belongs to another user", name)
	case mode.Perm()&0o022 != 0:
		return fmt.Errorf("%s: others can write to it (mode %04o)", name, mode.Perm())
	}
	return nil
}

// checkParent refuses a parent in which anyone may rename our directory away. The sticky
// bit, as on /tmp, prevents exactly that.
func checkParent(path string) error {
	fi, err := os.Stat(path)
	if err != nil {
		return err
	}
	if fi.Mode().Perm()&0o002 != 0 && fi.Mode()&fs.ModeSticky == 0 {
		return fmt.Errorf("%s: everyone can replace what lies in it (mode %04o)", path, fi.Mode().Perm())
	}
	return nil
}

func ownedByUs(fi fs.FileInfo) bool {
	st, ok := fi.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// putFile writes name's content and mode atomically, by renaming a temporary file.
func putFile(dir *os.Root, name string, content []byte, mode fs.FileMode) error {
	temp := tempPrefix + fresh()
	f, err := dir.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	// Chmod, because the umask restricted OpenFile; Sync, because after a power cut an
	// empty shell start file is worse than an old one.
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	return rename(dir, temp, name, err)
}

// fresh returns a random suffix; should the name exist, creating the file fails.
func fresh() string { return strconv.FormatUint(rand.Uint64(), 36) }

// putLink makes name a symbolic link to target atomically.
func putLink(dir *os.Root, name, target string) error {
	temp := tempPrefix + fresh()
	return rename(dir, temp, name, dir.Symlink(target, temp))
}

// rename completes a write, or removes the temporary file after an error.
func rename(dir *os.Root, temp, name string, err error) error {
	if err == nil {
		err = dir.Rename(temp, name)
	}
	if err != nil {
		_ = dir.Remove(temp) // report the earlier error
		return err
	}
	if names, err := dir.Open("."); err == nil {
		_ = names.Sync() // sync the names too; some file systems cannot
		names.Close()
	}
	return nil
}

// hasFile reports whether name is already the regular file it should become.
func hasFile(dir *os.Root, name string, content []byte, mode fs.FileMode) bool {
	fi, err := dir.Lstat(name)
	if err != nil || fi.Mode() != mode || fi.Size() != int64(len(content)) || !ownedByUs(fi) {
		return false
	}
	old, err := dir.ReadFile(name)
	return err == nil && bytes.Equal(old, content)
}

// names returns the sorted names in dir.
func names(dir *os.Root) ([]string, error) {
	entries, err := fs.ReadDir(dir.FS(), ".")
	if err != nil {
		return nil, err
	}
	list := make([]string, len(entries))
	for i, entry := range entries {
		list[i] = entry.Name()
	}
	return list, nil
}

func links(fi fs.FileInfo) uint64 {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return uint64(st.Nlink)
}
