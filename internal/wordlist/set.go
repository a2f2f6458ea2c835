package wordlist

import "strings"

// Set is a list of names, prepared so that most names which are not in it are rejected at once. It pays
// for a list that every command is looked up in; making it costs about as much as looking at each name.
type Set struct {
	names string
	from  [256]uint32 // by hashOf: one more than where the first name with a hash begins, or 0
}

// NewSet returns the set of some blank separated names.
func NewSet(names string) *Set {
	s := &Set{names: names}
	at := 0
	for name := range Each(names) {
		at += strings.Index(names[at:], name)
		if first := &s.from[hashOf(name)]; *first == 0 {
			*first = uint32(at) + 1
		}
		at += len(name)
	}
	return s
}

// Has reports whether a name is one of the set, as [Among] does.
func (s *Set) Has(name string) bool {
	if name == "" {
		return false
	}
	from := s.from[hashOf(name)]
	return from != 0 && Among(name, s.names[from-1:])
}

// hashOf hashes a name, which is not empty, by its length and its ends.
func hashOf(name string) uint8 { return uint8(len(name))*31 + name[0]*7 + name[len(name)-1] }
