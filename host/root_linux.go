package host

import (
	"os"
	"strconv"
	"strings"
)

// isRoot says whether the owner of a file is root. In a user namespace in which
// root has no number, as in the sandbox that Codex runs its commands in, its files
// carry the one that stands for everybody without (user_namespaces(7)). There, who
// else has none cannot be told from root; a file of that owner that only its owner
// can write is as far from us as root's.
func isRoot(owner int) bool {
	if owner == 0 {
		return true
	}
	table, err := os.ReadFile("/proc/self/uid_map")
	if err != nil || mapped(string(table), 0) || mapped(string(table), owner) {
		return false
	}
	nobody, err := os.ReadFile("/proc/sys/kernel/overflowuid")
	return err == nil && strings.TrimSpace(string(nobody)) == strconv.Itoa(owner)
}

// mapped reports whether a number is somebody's in a user namespace with this
// table: lines of the first number inside, the first outside, and how many. What
// is no such table maps every number.
func mapped(table string, uid int) bool {
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return true
		}
		first, err := strconv.Atoi(fields[0])
		count, err2 := strconv.Atoi(fields[2])
		if err != nil || err2 != nil || uid >= first && uid-first < count {
			return true
		}
	}
	return table == ""
}
