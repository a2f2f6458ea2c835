package process

import (
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// clockTicks is the unit of times in proc_pid_stat(5), USER_HZ, as parts of a second. The
// kernel's interface has the same number on all architectures that Go knows.
const clockTicks = 100

// MadeSinceStart returns what reports whether a directory is younger than the command that
// this process belongs to, which is as old as the leader of its process group, or its parent
// where that is gone. It is true of no directory on a file system that does not know when a
// file was made (statx(2), STATX_BTIME). No program can choose that time.
func MadeSinceStart() func(dir string) bool {
	return func(dir string) bool {
		start, ok := startOf(unix.Getpgrp())
		if !ok {
			start, ok = startOf(os.Getppid())
		}
		made, known := birthOf(dir)
		return ok && known && made.After(start)
	}
}

// startOf is when a process began.
func startOf(pid int) (time.Time, bool) {
	e, ok := Lookup(pid)
	ticks, err := strconv.ParseInt(e.start, 10, 64)
	var since unix.Timespec
	if !ok || err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &since) != nil {
		return time.Time{}, false
	}
	boot := time.Now().Add(-time.Duration(since.Nano()))
	return boot.Add(time.Duration(ticks) * (time.Second / clockTicks)), true
}

// birthOf is when a directory was made. On Android nobody may ask before version 11.
func birthOf(dir string) (time.Time, bool) {
	if host.Android() {
		return time.Time{}, false
	}
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, dir, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_BTIME|unix.STATX_TYPE, &st)
	if err != nil || st.Mask&unix.STATX_BTIME == 0 || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return time.Time{}, false
	}
	return time.Unix(st.Btime.Sec, int64(st.Btime.Nsec)), true
}
