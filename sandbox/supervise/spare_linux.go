//go:build amd64 || arm64

package supervise

import (
	"path"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// provide lets the kernel start a program that was created in a directory of Around after the
// sandbox was made. The kernel's rules cover only files that existed before. So provide
// replaces the program by a spare file, for which there is a rule, with the same content. If
// that fails, the kernel refuses.
func (r *request) provide(p place) reply {
	name := p.path()
	if p.name != "" && r.rules.opensForReading(name) && r.rules.partOf(name) == written && !r.isGranted(p) {
		r.exchange(p)
	}
	return passed()
}

// isGranted reports whether the kernel has a rule for a place, or for a directory above it.
func (r *request) isGranted(p place) bool {
	known := func(fd int, err error) bool {
		var st unix.Stat_t
		if _, err := r.keep(fd, err); err != nil || unix.Fstat(fd, &st) != nil {
			return true // there is nothing to start
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.granted[File{uint64(st.Dev), st.Ino}]
	}
	const how = unix.O_PATH | unix.O_NOFOLLOW | unix.O_CLOEXEC
	if known(unix.Openat(p.fd, p.name, how, 0)) {
		return true
	}
	for at, up := p.dir, "."; r.rules.opensForReading(at); at, up = path.Dir(at), up+"/.." {
		if known(unix.Openat(p.fd, up, how|unix.O_DIRECTORY, 0)) {
			return true
		}
	}
	return false
}

// exchange replaces a program by a spare file with the same content.
func (r *request) exchange(p place) {
	from, err := r.keep(unix.Openat(p.fd, p.name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0))
	var was, is unix.Stat_t
	if err != nil || unix.Fstat(from, &was) != nil || was.Mode&unix.S_IFMT != unix.S_IFREG || was.Mode&0o111 == 0 || int(was.Uid) != unix.Geteuid() || r.isSecret(was) {
		return
	}
	to, file, found := r.spare(uint64(was.Dev))
	if !found {
		return
	}
	defer unix.Close(to) // the kernel starts no file that is open for writing
	times := [2]unix.Timespec{was.Atim, was.Mtim}
	if copyFile(from, to, was.Size) != nil || unix.Fchmod(to, was.Mode&0o7777) != nil ||
		raw2(unix.SYS_UTIMENSAT, to, "", uintptr(unsafe.Pointer(&times)), unix.AT_EMPTY_PATH) != nil {
		return
	}
	beside := ".shimgen-" + strconv.FormatUint(file.Ino, 36)
	if unix.Linkat(unix.AT_FDCWD, self(to), p.fd, beside, unix.AT_SYMLINK_FOLLOW) != nil {
		return
	}
	same := unix.Fstatat(p.fd, p.name, &is, unix.AT_SYMLINK_NOFOLLOW) == nil && is.Ino == was.Ino && is.Mtim == was.Mtim && is.Size == was.Size
	if !same || unix.Renameat(p.fd, beside, p.fd, p.name) != nil {
		_ = unix.Unlinkat(p.fd, beside, 0)
	}
}

// spare takes a spare file on a file system.
func (r *request) spare(dev uint64) (fd int, file File, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, s := range r.spares {
		if s.file.Dev == dev {
			r.spares = append(r.spares[:i], r.spares[i+1:]...)
			r.granted[s.file] = true
			return s.fd, s.file, true
		}
	}
	return 0, File{}, false
}

// spareFile is a file without a name for which the kernel has a rule.
type spareFile struct {
	fd   int
	file File
}

// spareFilesOf returns the spare files of descriptors.
func spareFilesOf(fds []int) (files []spareFile) {
	for _, fd := range fds {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil {
			files = append(files, spareFile{fd, File{uint64(st.Dev), st.Ino}})
		}
	}
	return files
}

// copyFile copies size bytes.
func copyFile(from, to int, size int64) error {
	for size > 0 {
		n, err := unix.CopyFileRange(from, nil, to, nil, int(min(size, 1<<30)), 0)
		if err == nil && n == 0 {
			err = unix.EIO // the file became shorter
		}
		if err != nil {
			return err
		}
		size -= int64(n)
	}
	return nil
}
