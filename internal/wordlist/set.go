package wordlist

import "strings"

// Set is a list of names, prepared so that most names which are not in it are rejected at once. It pays
// for a list that every command is looked up in; making it costs about as much as looking at each name.
type Set struct {
	names   string
	longest int      // name
	from    []uint32 // by hash: one more than where the first name with it begins, or 0. Their number is a power of two
}

// roomPerName is how many hashes there are for each name, at least: so few names share one.
const roomPerName = 4

// NewSet returns the set of some blank separated names.
func NewSet(names string) *Set {
	hashes := 1
	for hashes < roomPerName*(strings.Count(names, " ")+1) {
		hashes *= 2
	}
	s := &Set{names: names, from: make([]uint32, hashes)}
	at := 0
	for name := range Each(names) {
		at += strings.Index(names[at:], name)
		if first := s.first(name); *first == 0 {
			*first = uint32(at) + 1
		}
		at += len(name)
		s.longest = max(s.longest, len(name))
	}
	return s
}

// Has reports whether a name is one of the set, as [Among] does.
func (s *Set) Has(name string) bool {
	if len(name) > s.longest {
		return false
	}
	from := *s.first(name)
	if from == 0 {
		return false
	}
	names := s.names[from-1:]
	if rest, is := strings.CutPrefix(names, name); is && (rest == "" || rest[0] == ' ') {
		return isName(name) // nearly always, unless it is in no list
	}
	return Among(name, names)
}

// first returns the place for where the first name with the hash of a name begins.
func (s *Set) first(name string) *uint32 {
	h := uint32(len(name))
	for i := range len(name) {
		h = h*31 + uint32(name[i])
	}
	return &s.from[h&uint32(len(s.from)-1)]
}
