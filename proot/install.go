package proot

import "strings"

// installer returns the command that installs packages on the distribution with this ID
// of os-release(5), or "".
func installer(id string) string {
	switch id {
	case "alpine":
		return "apk add"
	case "arch":
		return "pacman -S"
	case "debian", "ubuntu":
		return "apt install"
	case "fedora":
		return "dnf install"
	case "opensuse", "suse":
		return "zypper install"
	}
	return ""
}

// InstallHint says how to install a package that has the same name everywhere: on Termux, or
// on the Linux distribution that os-release, the text of /etc/os-release, names as its own
// or a similar one.
func InstallHint(name string, termux bool, osRelease string) string {
	if termux {
		return "Install with: pkg install " + name
	}
	for _, id := range distributions(osRelease) {
		if command := installer(id); command != "" {
			return "Install with: " + command + " " + name
		}
	}
	return "Install with: the package manager of this system, package " + name
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
