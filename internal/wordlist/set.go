package wordlist

// Set is a list of names, prepared so that most names which are not in it are rejected at once. It pays
// for a list that every command is looked up in; making it costs about as much as looking at each name.
type Set struct {
	names string
	has   [256]bool // by hashOf
}

// NewSet returns the set of some blank separated names.
func NewSet(names string) *Set {
	s := &Set{names: names}
	for name := range Each(names) {
		s.has[hashOf(name)] = true
	}
	return s
}

// Has reports whether a name is one of the set, as [Among] does.
func (s *Set) Has(name string) bool {
	return name != "" && s.has[hashOf(name)] && Among(name, s.names)
}

// hashOf hashes a name, which is not empty, by its length and its ends.
func hashOf(name string) uint8 { return uint8(len(name))*31 + name[0]*7 + name[len(name)-1] }
