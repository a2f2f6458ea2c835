package host

import (
	"os/user"
	"strconv"
)

// The users of macOS are in Open Directory; its /etc/passwd holds those of the
// system's own services alone (opendirectoryd(8)). Package os/user asks the system's
// library there, without cgo too: getpwuid_r(3) and getpwnam_r(3). It believes no
// variable, unless it is built with the tag osusergo.

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
