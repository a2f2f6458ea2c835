package protect

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// letRead makes a directory of ours readable for us: exactly the one that was examined.
func letRead(dir int, leaf string) (modeChange, bool) {
	fd, err := unix.Openat(dir, leaf, unix.O_PATH|unix.O_NOFOLLOW|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return modeChange{}, false
	}
	f := modeChange{fd: fd}
	var st unix.Stat_t
	if unix.Fstat(fd, &st) == nil && int(st.Uid) == os.Geteuid() {
		f.mode = st.Mode & 0o7777
		if f.set(f.mode|0o700) == nil {
			return f, true
		}
	}
	unix.Close(fd)
	return modeChange{}, false
}

func (f modeChange) set(mode uint32) error {
	return unix.Chmod("/proc/self/fd/"+strconv.Itoa(f.fd), mode)
}

func (f modeChange) restore() {
	_ = f.set(f.mode) // the directory may be gone
	unix.Close(f.fd)
}
