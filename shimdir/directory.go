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

// tempPrefix begins the name of everything that is written and not yet renamed
// to its place.
const tempPrefix = ".shimgen-tmp-"

// makeOwned opens the directory path and makes it, 0700, if it is missing.
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

// openOwned opens a directory that we own and that nobody else can change.
// The name is looked at before it is opened and the opened directory is
// compared with what was seen: a link is never followed, not even one that
// replaces the directory in between.
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

// checkParent refuses a place where anyone may rename our directory away. The
// sticky bit of /tmp prevents exactly that.
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

// putFile gives name the content and mode by way of another name.
func putFile(dir *os.Root, name string, content []byte, mode fs.FileMode) error {
	temp := tempPrefix + fresh()
	f, err := dir.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	// Chmod, because the umask had its say in OpenFile; Sync, because after a
	// power cut an empty shell start file is worse than an old one.
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	return rename(dir, temp, name, err)
}

// fresh returns an ending that no other name has; if one has, to create the file fails.
func fresh() string { return strconv.FormatUint(rand.Uint64(), 36) }

// putLink makes name a symbolic link to target by way of another name.
func putLink(dir *os.Root, name, target string) error {
	temp := tempPrefix + fresh()
	return rename(dir, temp, name, dir.Symlink(target, temp))
}

// rename completes a write, or takes back what it left if it went wrong.
func rename(dir *os.Root, temp, name string, err error) error {
	if err == nil {
		err = dir.Rename(temp, name)
	}
	if err != nil {
		_ = dir.Remove(temp) // the error to report is the one before
		return err
	}
	if names, err := dir.Open("."); err == nil {
		_ = names.Sync() // the names too; some file systems cannot
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
