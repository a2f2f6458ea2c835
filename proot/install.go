package proot

import "strings"

// installers maps an ID of os-release(5) to the command that installs proot.
var installers = map[string]string{
	"alpine":   "apk add proot",
	"arch":     "pacman -S proot",
	"debian":   "apt install proot",
	"fedora":   "dnf install proot",
	"opensuse": "zypper install proot",
	"suse":     "zypper install proot",
	"ubuntu":   "apt install proot",
}

// InstallHint says how to get proot: on Termux, or on the Linux distribution that
// the text of /etc/os-release names, itself or what it is like.
func InstallHint(termux bool, osRelease string) string {
	if termux {
		return "Install with: pkg install proot"
	}
	for _, id := range distributions(osRelease) {
		if command, ok := installers[id]; ok {
			return "Install with: " + command
		}
	}
	return "Install with: the package manager of this system, package proot"
}

// distributions lists the values of ID and then ID_LIKE, nearest first.
func distributions(osRelease string) []string {
	var id, like []string
	for line := range strings.Lines(osRelease) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "ID":
			id = strings.Fields(strings.Trim(value, `"'`))
		case "ID_LIKE":
			like = strings.Fields(strings.Trim(value, `"'`))
		}
	}
	return append(id, like...)
}
