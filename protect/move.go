package protect

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// Limits on copying what cannot be moved to another file system.
const (
	maxCopiedNames = 2000
	maxCopiedBytes = 64 << 20
	maxCopiedDepth = 32
)

// moveAt renames without overwriting anything.
func moveAt(from int, name string, to int, leaf string) error {
	err := host.RenameNew(from, name, to, leaf)
	if err == unix.EACCES || err == unix.EPERM {
		// A directory of ours that we may not write cannot be moved to another parent.
		if f, ok := letRead(from, name); ok {
			defer unix.Close(f.fd)
			err = host.RenameNew(from, name, to, leaf)
		}
	}
	if err != nil {
		return &fs.PathError{Op: "rename", Path: name, Err: err}
	}
	return nil
}

// transfer moves a file or directory to a new name in another directory, which may be on
// another file system.
func transfer(from int, name string, to int, leaf string) error {
	err := moveAt(from, name, to, leaf)
	if !errors.Is(err, unix.EXDEV) {
		return err
	}
	c := &copier{}
	if err := c.thing(from, name, to, leaf, 0); err != nil {
		_ = removeAt(to, leaf, 0) // half a copy is useless
		return err
	}
	return removeAt(from, name, 0)
}

// copier counts what it copies.
type copier struct {
	names int
	bytes int64
}

var errTooMuch = errors.New("too much to be copied to another file system")

func (c *copier) thing(from int, name string, to int, leaf string, depth int) error {
	k := lookAt(from, name)
	if c.names++; k == nil || c.names > maxCopiedNames || depth > maxCopiedDepth {
		return errTooMuch
	}
	switch {
	case k.kind&fs.ModeSymlink != 0:
		return unix.Symlinkat(string(k.text), to, leaf)
	case k.kind.IsRegular():
		return c.file(from, name, to, leaf, k)
	case k.kind.IsDir():
		return c.dir(from, name, to, leaf, depth)
	}
	return fmt.Errorf("%s: a %s cannot be copied", name, k.kind)
}

func (c *copier) file(from int, name string, to int, leaf string, k *known) error {
	if c.bytes += k.size; c.bytes > maxCopiedBytes {
		return errTooMuch
	}
	in, err := unix.Openat(from, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	source := os.NewFile(uintptr(in), name)
	defer source.Close()
	if info, err := source.Stat(); err != nil || !info.Mode().IsRegular() {
		return errNotThat
	}
	out, err := unix.Openat(to, leaf, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	target := os.NewFile(uintptr(out), leaf)
	_, err = io.Copy(target, io.LimitReader(source, k.size))
	return errors.Join(err, target.Chmod(fs.FileMode(k.mode)), target.Close())
}

func (c *copier) dir(from int, name string, to int, leaf string, depth int) error {
	if err := unix.Mkdirat(to, leaf, 0o700); err != nil {
		return err
	}
	in, names, err := openList(from, name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := unix.Openat(to, leaf, openDir, 0)
	if err != nil {
		return err
	}
	defer unix.Close(out)
	for _, n := range names {
		if err := c.thing(int(in.Fd()), n, out, n, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// openList opens a directory and lists it. It makes an unreadable one of ours readable.
func openList(at int, name string) (*os.File, []string, error) {
	r := reach{force: true}
	fd, err := r.openBelow(at, name)
	for _, f := range r.forced {
		unix.Close(f.fd)
	}
	if err != nil {
		return nil, nil, err
	}
	f := os.NewFile(uintptr(fd), name)
	names, err := f.Readdirnames(maxCopiedNames + 1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil && len(names) > maxCopiedNames {
		err = errTooMuch
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, names, nil
}

// removeAt removes a copy, following no link.
func removeAt(at int, name string, depth int) error {
	err := unix.Unlinkat(at, name, 0)
	if err == nil || err == unix.ENOENT || depth > maxCopiedDepth {
		return nil
	}
	in, names, err := openList(at, name)
	if err != nil {
		return err
	}
	for _, n := range names {
		if err := removeAt(int(in.Fd()), n, depth+1); err != nil {
			in.Close()
			return err
		}
	}
	in.Close()
	return unix.Unlinkat(at, name, unix.AT_REMOVEDIR)
}
