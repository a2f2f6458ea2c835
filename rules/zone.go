package rules

// zoneNames are the names of the zones, in the order of their bits.
var zoneNames = [...]string{
	"the root", "a home", "above the work directory", "the work directory itself", "a .git directory", "a system directory",
	"in a system directory", "a disk", "a secret", "what runs later", "our own files", "outside", "the root, a home or above if a part is empty", "a host not allowed", "all interfaces", "a blocked path",
	"all that a search finds", "elsewhere", "in a system directory elsewhere", "the metadata service of a cloud",
	"what a repository loses its commits with", "perhaps, by .. behind what is not known, the root, a home, a system directory, a disk or a secret",
	"what users and services share", "all that a search finds outside", "everything in a directory that is not known",
	"a directory that holds secrets", "all that a search finds in a home", "all that a search finds in the work directory", "a directory of programs or settings",
	"a directory of the user's own things",
}

// Names returns the names of the zones.
func (z Zone) Names() []string {
	var out []string
	for i, name := range zoneNames {
		if z&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}
