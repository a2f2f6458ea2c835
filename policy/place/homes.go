package place

import "strings"

// homeParents are the directories in which users have their homes, and otherHomes homes elsewhere.
var (
	homeParents = [...]string{"/home/", "/Users/", "/export/home/", "/usr/home/", "/var/home/"}
	otherHomes  = [...]string{"/root", "/var/root"}
)

// services is the directory in which the users of services have their homes, with programs' data beside them.
const services = "/var/lib/"

// HomeOf returns the home that a path is in by its name, whoever's it is; "" if it is in none. The path is
// absolute and clean.
func HomeOf(name string) string {
	for _, home := range otherHomes {
		if strings.HasPrefix(name, home+"/") {
			return home
		}
	}
	for _, parent := range homeParents {
		if user, below := userBelow(name, parent); below != "" {
			return parent + user
		}
	}
	if user, below := userBelow(name, services); strings.HasPrefix(below, ".") {
		return services + user
	}
	return ""
}

// userBelow cuts a path below a directory into the first name and what follows it.
func userBelow(name, parent string) (user, below string) {
	rest, in := strings.CutPrefix(name, parent)
	if !in {
		return "", ""
	}
	user, below, _ = strings.Cut(rest, "/")
	return user, below
}
