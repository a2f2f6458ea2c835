package host

import (
	"bufio"
	"os"
	"strings"
)

// UserHome returns the home directory of a named user from /etc/passwd (passwd(5)), or on
// macOS from the directory service, for the shell's ~user; false if there is no such
// user.
func UserHome(user string) (string, bool) {
	f, err := os.Open("/etc/passwd")
	if err != nil {
		return "", false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		field := strings.Split(lines.Text(), ":")
		if len(field) == 7 && field[0] == user && strings.HasPrefix(field[5], "/") {
			return field[5], true
		}
	}
	home := directoryUserHome(user)
	return home, strings.HasPrefix(home, "/")
}
