package stash

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// place is a name in the work tree: an open directory, on a path without links below the
// top, and the last component.
type place struct {
	dir  int
	leaf string
}

func (p place) close() { unix.Close(p.dir) }

// The errors for a name under which git could have no file.
var (
	errNoPlace  = errors.New("its directory is not there")
	errInTheWay = errors.New("something that is no directory is in the way of its directory")
)

// isNowhere reports whether an error is one of these.
func isNowhere(err error) bool { return err == errNoPlace || err == errInTheWay }

// open opens the directory of a name, and creates missing ones if makes is set.
func (r repository) open(name string, makes bool) (p place, err error) {
	parts := strings.Split(name, "/")
	for _, part := range parts {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") {
			return p, fmt.Errorf("%q: not a name of the work tree", name)
		}
	}
	p.leaf = parts[len(parts)-1]
	if p.dir, err = unix.Open(r.Top, openDir, 0); err != nil {
		return p, err
	}
	for _, part := range parts[:len(parts)-1] {
		next, err := unix.Openat(p.dir, part, openDir, 0)
		if err == unix.ENOENT && makes {
			if err = unix.Mkdirat(p.dir, part, 0o777); err == nil {
				next, err = unix.Openat(p.dir, part, openDir, 0)
			}
		}
		p.close()
		switch err {
		case nil:
		case unix.ENOENT:
			return p, errNoPlace
		case unix.ENOTDIR, unix.ELOOP:
			return p, errInTheWay
		default:
			return p, err
		}
		p.dir = next
	}
	return p, nil
}

// openDir opens only directories.
const openDir = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

// stat is lstat(2) of a name. A missing file has mode 0.
func (r repository) stat(name string) (st unix.Stat_t, err error) {
	p, err := r.open(name, false)
	if isNowhere(err) {
		return st, nil
	}
	if err != nil {
		return st, err
	}
	defer p.close()
	if err = unix.Fstatat(p.dir, p.leaf, &st, unix.AT_SYMLINK_NOFOLLOW); err == unix.ENOENT {
		return unix.Stat_t{}, nil
	}
	return st, err
}

// inTheWay returns what occupies the place of a file of that name: the file itself, or a
// non-directory in place of a directory above it; "" if nothing does.
func (r repository) inTheWay(name string) (string, error) {
	for i := range len(name) + 1 {
		if i < len(name) && name[i] != '/' {
			continue
		}
		st, err := r.stat(name[:i])
		if err != nil || st.Mode == 0 {
			return "", err
		}
		if i == len(name) || st.Mode&unix.S_IFMT != unix.S_IFDIR {
			return name[:i], nil
		}
	}
	return "", nil
}

// read calls a function with the content of a file or the target of a link. It returns an
// error for anything else.
func (r repository) read(one file, take func(io.Reader) error) error {
	p, err := r.open(one.Name, false)
	if err != nil {
		return err
	}
	defer p.close()
	if one.isLink() {
		target := make([]byte, unix.PathMax)
		n, err := unix.Readlinkat(p.dir, p.leaf, target)
		if err != nil {
			return err
		}
		return take(strings.NewReader(string(target[:n])))
	}
	fd, err := unix.Openat(p.dir, p.leaf, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), one.Name)
	defer f.Close()
	return take(f)
}

// write replaces what is there by a file with its content and its stat data.
func (r repository) write(one file, content, id string) error {
	p, err := r.open(one.Name, true)
	if err != nil {
		return err
	}
	defer p.close()
	beside := ".shimgen-" + id
	_ = unix.Unlinkat(p.dir, beside, 0)   // left by a killed undo
	defer unix.Unlinkat(p.dir, beside, 0) // gone already unless something failed
	if one.isLink() {
		err = unix.Symlinkat(content, p.dir, beside)
	} else {
		err = p.writeFile(beside, content, one.Mode)
	}
	if err != nil {
		return err
	}
	at := unix.NsecToTimespec(one.Time.UnixNano())
	if err := unix.UtimesNanoAt(p.dir, beside, []unix.Timespec{at, at}, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	return unix.Renameat(p.dir, beside, p.dir, p.leaf)
}

// writeFile writes a new file beside a place.
func (p place) writeFile(leaf, content string, mode uint32) error {
	fd, err := unix.Openat(p.dir, leaf, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), leaf)
	_, err = f.WriteString(content)
	if err == nil {
		err = unix.Fchmod(fd, mode&0o7777)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// remove removes a name.
func (r repository) remove(name string) error {
	p, err := r.open(name, false)
	if isNowhere(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer p.close()
	if err := unix.Unlinkat(p.dir, p.leaf, 0); err != unix.ENOENT {
		return err
	}
	return nil
}
