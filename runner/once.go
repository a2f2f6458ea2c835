package runner

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// saidFor is how long it is kept that something was said, and maxSaid how many
// such notes there are before those that are older are removed.
const (
	saidFor = 24 * time.Hour
	maxSaid = 256
)

// FirstTime reports whether a thing has not been said yet in this session
// (setsid(2)): what is true of all its commands is said with the first. Where
// that cannot be noted, each time is the first.
func (s *Session) FirstTime(what string) bool {
	dir := filepath.Join(s.Root, "state", "said")
	if !s.Installed || os.MkdirAll(dir, 0o700) != nil {
		return true
	}
	sum := fnv.New64a()
	sum.Write([]byte(what))
	name := filepath.Join(dir, fmt.Sprintf("%s-%x", sessionName(), sum.Sum64()))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return !errors.Is(err, fs.ErrExist)
	}
	f.Close()
	forget(dir)
	return true
}

// sessionName is one that no other session has: its leader, and when that one
// started, in ticks of the clock since boot where the system says (proc(5)).
func sessionName() string {
	leader, err := unix.Getsid(0)
	if err != nil {
		leader = os.Getppid()
	}
	pid := strconv.Itoa(leader)
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return pid
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // a program's name may hold blanks
	if fields := strings.Fields(rest); len(fields) > 19 {
		return pid + "-" + fields[19]
	}
	return pid
}

// forget removes old notes once there are many.
func forget(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= maxSaid {
		return
	}
	for _, e := range entries {
		if st, err := e.Info(); err == nil && time.Since(st.ModTime()) > saidFor {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
