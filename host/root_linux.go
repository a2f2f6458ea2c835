package host

import (
	"os"
	"strconv"
	"strings"
)

// isRoot reports whether the owner of a file is root. A user namespace may not map the
// root outside, as in the sandbox of Codex' commands and where "unshare -r" makes a user
// root; there root's files belong to the overflow uid (user_namespaces(7)), as do those
// of every other unmapped user. isRoot cannot tell these apart; a file of that owner that
// only its owner can write is as unreachable for us as root's.
func isRoot(owner int) bool {
	if owner == 0 {
		return true
	}
	table, err := os.ReadFile("/proc/self/uid_map")
	if err != nil || mapped(string(table), inside, owner) || mapped(string(table), inside, 0) && mapped(string(table), outside, 0) {
		return false // the second column is in the parent's namespace, where 0 may not be root either
	}
	nobody, err := os.ReadFile("/proc/sys/kernel/overflowuid")
	return err == nil && strings.TrimSpace(string(nobody)) == strconv.Itoa(owner)
}

// The columns of a uid map: lines of the first uid inside, the first outside, and how
// many.
const (
	inside  = 0
	outside = 1
	many    = 2
)

// mapped reports whether a uid map holds a uid, inside or outside. A text that is not
// such a map holds every uid.
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
