package protect

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// lookAt returns the facts about a name in a directory, without opening it; nil if it
// does not exist.
func lookAt(dir int, leaf string) *known {
	var st unix.Stat_t
	if unix.Fstatat(dir, leaf, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return nil
	}
	k := &known{
		kind: kindOf(uint32(st.Mode)), mode: uint32(st.Mode) & 0o777, dev: uint64(st.Dev), ino: st.Ino,
		size: st.Size, ctime: st.Ctim.Nano(), links: uint64(st.Nlink),
	}
	if k.kind&fs.ModeSymlink != 0 {
		text := make([]byte, unix.PathMax)
		n, err := unix.Readlinkat(dir, leaf, text)
		if err != nil {
			return nil
		}
		k.text, k.copied = text[:n:n], true
	}
	return k
}

func kindOf(mode uint32) fs.FileMode {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return 0
	case unix.S_IFDIR:
		return fs.ModeDir
	case unix.S_IFLNK:
		return fs.ModeSymlink
	case unix.S_IFIFO:
		return fs.ModeNamedPipe
	case unix.S_IFSOCK:
		return fs.ModeSocket
	}
	return fs.ModeDevice
}

// copy keeps the content of a small regular file.
func (k *known) copy(dir int, leaf string, may func(size int) bool) {
	if !may(int(min(k.size, maxCopies+1))) {
		return
	}
	text, err := readFile(dir, leaf, k, maxCopy)
	if err == nil {
		k.text, k.sum, k.copied = text, sha256.Sum256(text), true
	}
}

var errNotThat = errors.New("not the file that was examined")

// readFile reads a regular file, if it is the one examined before and not too large.
func readFile(dir int, leaf string, k *known, limit int64) ([]byte, error) {
	if !k.kind.IsRegular() {
		return nil, errNotThat
	}
	fd, err := unix.Openat(dir, leaf, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), leaf)
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Ino != k.ino || uint64(st.Dev) != k.dev || uint32(st.Mode)&unix.S_IFMT != unix.S_IFREG {
		return nil, errNotThat
	}
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = errTooMany
	}
	return text, err
}

// isSame reports whether now is the same file with the same content as k. It reads only
// files that something could have changed.
func (k *known) isSame(dir int, leaf string, now *known) bool {
	switch {
	case now == nil || now.kind != k.kind:
		return false
	case k.kind&fs.ModeSymlink != 0:
		return string(now.text) == string(k.text)
	case now.dev == k.dev && now.ino == k.ino && now.ctime == k.ctime:
		return true
	case !k.kind.IsRegular():
		return k.kind.IsDir() || now.ino == k.ino
	case now.size != k.size || !k.copied:
		return false
	}
	text, err := readFile(dir, leaf, now, maxCopy)
	return err == nil && sha256.Sum256(text) == k.sum
}
