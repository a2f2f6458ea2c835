package host

import (
	"os/user"
	"strconv"
)

// macOS keeps its users in Open Directory; its /etc/passwd holds only the system's own
// services (opendirectoryd(8)). Package os/user asks the system's library, also without cgo:
// getpwuid_r(3) and getpwnam_r(3). It trusts no variable, unless built with the tag
// osusergo.

// directoryHome returns the home of uid, or "".
func directoryHome(uid int) string { return home(user.LookupId(strconv.Itoa(uid))) }

// directoryUserHome returns the home of a named user, or "".
func directoryUserHome(name string) string { return home(user.Lookup(name)) }

func home(u *user.User, err error) string {
	if err != nil {
		return ""
	}
	return u.HomeDir
}
