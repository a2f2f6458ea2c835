package host

import (
	"os"
	"strconv"
	"strings"
)

// isRoot reports whether the owner of a file is root. A user namespace may not map the outer
// root, as in the sandbox of Codex' commands and where "unshare -r" makes a user root. There
// root's files belong to the overflow uid (user_namespaces(7)), and so do the files of every
// other unmapped user. isRoot cannot tell these apart; but a file of that owner that only
// its owner can write is as unreachable for us as root's.
func isRoot(owner int) bool {
	if owner == 0 {
		return true
	}
	table, err := os.ReadFile("/proc/self/uid_map")
	if err != nil || mapped(string(table), inside, owner) || mapped(string(table), inside, 0) && mapped(string(table), outside, 0) {
		return false // the second column counts in the parent's namespace, where 0 may not be root either
	}
	nobody, err := os.ReadFile("/proc/sys/kernel/overflowuid")
	return err == nil && strings.TrimSpace(string(nobody)) == strconv.Itoa(owner)
}

// The columns of a uid map: the first uid inside, the first outside, and the number of uids.
const (
	inside  = 0
	outside = 1
	many    = 2
)

// mapped reports whether a uid map contains a uid, inside or outside. A text that is not
// such a map counts as containing every uid.
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
