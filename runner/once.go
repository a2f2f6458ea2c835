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

	"github.com/agent-loop/shimgen/host"
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
func (s *Session) FirstTime(what string) bool { return s.FirstTimeIn(sessionName(), what) }

// FirstTimeIn is FirstTime for a session that somebody else has named.
func (s *Session) FirstTimeIn(session, what string) bool {
	if !s.Installed {
		return true
	}
	sum := fnv.New64a()
	sum.Write([]byte(session + "\x00" + what))
	dirs := []string{filepath.Join(s.Root, "state", "said")}
	if len(s.Machine.Temp) > 0 { // a home that cannot be written has its notes there: they only keep words back
		dirs = append(dirs, filepath.Join(s.Machine.Temp[0], ".shimgen-said-"+strconv.Itoa(s.uid)))
	}
	for _, dir := range dirs {
		if first, err := note(dir, fmt.Sprintf("%x", sum.Sum64()), s.uid); err == nil {
			return first
		}
	}
	return true
}

// note makes a file in a directory that nobody else can write to, and reports whether
// it was not there.
func note(dir, name string, uid int) (first bool, err error) {
	d, err := host.Open(dir, host.PrivateDir(uid))
	if err != nil {
		return false, err
	}
	d.Close()
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	f.Close()
	forget(dir)
	return true, nil
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
