package proot

import "strings"

// installer returns the command that installs proot on the distribution with
// this ID of os-release(5), or "".
func installer(id string) string {
	switch id {
	case "alpine":
		return "apk add proot"
	case "arch":
		return "pacman -S proot"
	case "debian", "ubuntu":
		return "apt install proot"
	case "fedora":
		return "dnf install proot"
	case "opensuse", "suse":
		return "zypper install proot"
	}
	return ""
}

// InstallHint says how to get proot: on Termux, or on the Linux distribution that
// the text of /etc/os-release names, itself or what it is like.
func InstallHint(termux bool, osRelease string) string {
	if termux {
		return "Install with: pkg install proot"
	}
	for _, id := range distributions(osRelease) {
		if command := installer(id); command != "" {
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
