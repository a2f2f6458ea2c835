package place

import "strings"

// homeParents are the directories in which users have their homes, and otherHomes homes elsewhere. All end
// in a slash.
var (
	homeParents = [...]string{"/home/", "/Users/", "/export/home/", "/usr/home/", "/var/home/"}
	otherHomes  = [...]string{"/root/", "/var/root/"}
)

// services is the directory in which the users of services have their homes, with programs' data beside them.
const services = "/var/lib/"

// HomeOf returns the home that a path is in by its name, whoever's it is; "" if it is in none. The path is
// absolute and clean.
func HomeOf(name string) string {
	for _, home := range otherHomes {
		if strings.HasPrefix(name, home) {
			return strings.TrimSuffix(home, "/")
		}
	}
	for _, parent := range homeParents {
		if user, below := userBelow(name, parent); below != "" {
			return user
		}
	}
	if user, below := userBelow(name, services); strings.HasPrefix(below, ".") {
		return user
	}
	return ""
}

// userBelow cuts a path after the first name in a directory. It returns what is before and after the slash.
func userBelow(name, parent string) (user, below string) {
	rest, in := strings.CutPrefix(name, parent)
	slash := strings.IndexByte(rest, '/')
	if !in || slash < 0 {
		return "", ""
	}
	return name[:len(parent)+slash], rest[slash+1:]
}
