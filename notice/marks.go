package notice

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

// keptFor is how long it is kept that something was said, and maxMarks how many
// such notes there are before those that are older are removed.
const (
	keptFor  = 24 * time.Hour
	maxMarks = 256
)

// Marks note what was said in a session, in the first of some directories that can be
// written to. Without directories nothing is noted, and each time is the first.
type Marks struct {
	Dirs []string
	UID  int
}

// First reports whether a thing has not been said yet in a session. Where that cannot be
// noted, each time is the first.
func (m Marks) First(session, what string) bool {
	sum := fnv.New64a()
	sum.Write([]byte(session + "\x00" + what))
	for _, dir := range m.Dirs {
		if first, err := note(dir, fmt.Sprintf("%x", sum.Sum64()), m.UID); err == nil {
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

// SessionName is one that no other session has: its leader, and when that one
// started, in ticks of the clock since boot where the system says (proc(5)).
func SessionName() string {
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
	if err != nil || len(entries) <= maxMarks {
		return
	}
	for _, e := range entries {
		if st, err := e.Info(); err == nil && time.Since(st.ModTime()) > keptFor {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
