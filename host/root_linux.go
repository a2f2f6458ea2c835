package host

import (
	"os"
	"strconv"
	"strings"
)

// isRoot says whether the owner of a file is root. In a user namespace in which
// the root outside has no number, as in the sandbox that Codex runs its commands in
// and where "unshare -r" makes a user root, its files
// carry the one that stands for everybody without (user_namespaces(7)). There, who
// else has none cannot be told from root; a file of that owner that only its owner
// can write is as far from us as root's.
func isRoot(owner int) bool {
	if owner == 0 {
		return true
	}
	table, err := os.ReadFile("/proc/self/uid_map")
	if err != nil || mapped(string(table), inside, owner) || mapped(string(table), inside, 0) && mapped(string(table), outside, 0) {
		return false // the second number outside is the parent's, whose root may be no root either
	}
	nobody, err := os.ReadFile("/proc/sys/kernel/overflowuid")
	return err == nil && strings.TrimSpace(string(nobody)) == strconv.Itoa(owner)
}

// The columns of the table of a user namespace: lines of the first number inside,
// the first outside, and how many.
const (
	inside  = 0
	outside = 1
	many    = 2
)

// mapped reports whether a number inside or outside is in the table of a user
// namespace. What is no such table maps every number.
func mapped(table string, side, uid int) bool {
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return true
		}
		first, err := strconv.Atoi(fields[side])
		count, err2 := strconv.Atoi(fields[many])
		if err != nil || err2 != nil || uid >= first && uid-first < count {
			return true
		}
	}
	return table == ""
}
