package trash

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// restorePart moves a part of an item to its place, and creates missing directories above
// it. The rest of the item stays in the trash.
func (o opened) restorePart(it Item) error {
	whole := it.Path + "/" + it.part
	above, leaf := filepath.Split(it.part)
	steps := strings.FieldsFunc(above, func(r rune) bool { return r == '/' })
	from, err := descend(int(o.files.Fd()), append([]string{it.ID}, steps...))
	defer closeAll(from)
	var st unix.Stat_t
	if err == nil {
		err = unix.Fstatat(from[len(from)-1], leaf, &st, unix.AT_SYMLINK_NOFOLLOW)
	}
	if errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("%s: %w", whole, ErrNoItem)
	}
	if err != nil {
		return &fs.PathError{Op: "restore", Path: whole, Err: err}
	}
	to, err := openReal(filepath.Dir(it.Path))
	if err != nil {
		return fmt.Errorf("%s: its directory is gone or was replaced: %w", it.Path, err)
	}
	for i, name := range append([]string{filepath.Base(it.Path)}, steps...) {
		below, err := ensureDir(to, name, from[i])
		unix.Close(to)
		if err != nil {
			return &fs.PathError{Op: "restore", Path: whole, Err: err}
		}
		to = below
	}
	defer unix.Close(to)
	switch err := host.RenameNew(from[len(from)-1], leaf, to, leaf); err {
	case nil:
		return nil
	case unix.EEXIST:
		return fmt.Errorf("%s: something is there; it stays in the trash", whole)
	default:
		return &fs.PathError{Op: "restore", Path: whole, Err: err}
	}
}

// descend opens directories, each in the one before, and follows no link. It returns the
// opened ones, also with an error.
func descend(at int, names []string) (opened []int, err error) {
	for _, name := range names {
		fd, err := unix.Openat(at, name, openDir, 0)
		if err != nil {
			return opened, err
		}
		opened, at = append(opened, fd), fd
	}
	return opened, nil
}

func closeAll(fds []int) {
	for _, fd := range fds {
		unix.Close(fd)
	}
}

// ensureDir opens a directory. It creates a missing one, with the mode of another.
func ensureDir(at int, name string, model int) (int, error) {
	var st unix.Stat_t
	if err := unix.Fstat(model, &st); err != nil {
		return -1, err
	}
	made := unix.Mkdirat(at, name, 0o700)
	if made != nil && made != unix.EEXIST {
		return -1, made
	}
	fd, err := unix.Openat(at, name, openDir, 0)
	if err == nil && made == nil {
		err = unix.Fchmod(fd, uint32(st.Mode)&0o7777|0o700) // the restored part is put into it
		if err != nil {
			unix.Close(fd)
		}
	}
	return fd, err
}
