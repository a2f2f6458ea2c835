package wordlist

import "strings"

// Set is a list of names, prepared so that a name is found by its hash. It pays for a list that every
// command is looked up in; making it costs about as much as looking at each name.
type Set struct {
	names   string
	longest int // name
	// places has one more than where a name begins, at its hash or the next place that was free, and 0 at free places. Their
	// number is a power of two.
	places []uint32
}

// roomPerName is how many places there are for each name, at least: so most are free.
const roomPerName = 4

// NewSet returns the set of some blank separated names.
func NewSet(names string) *Set {
	size := 1
	for size < roomPerName*(strings.Count(names, " ")+1) {
		size *= 2
	}
	s := &Set{names: names, places: make([]uint32, size)}
	at := 0
	for name := range Each(names) {
		at += strings.Index(names[at:], name)
		place := hash(name)
		for *s.place(place) != 0 {
			place++
		}
		*s.place(place) = uint32(at) + 1
		at += len(name)
		s.longest = max(s.longest, len(name))
	}
	return s
}

// Has reports whether a name is one of the set, as [Among] does.
func (s *Set) Has(name string) bool {
	if name == "" || len(name) > s.longest {
		return false
	}
	for place := hash(name); ; place++ {
		from := *s.place(place)
		if from == 0 {
			return false
		}
		if rest, is := strings.CutPrefix(s.names[from-1:], name); is && (rest == "" || rest[0] == ' ') {
			return isName(name)
		}
	}
}

// place returns the place with a number, counted round and round.
func (s *Set) place(number uint32) *uint32 { return &s.places[number&uint32(len(s.places)-1)] }

// hash hashes a name.
func hash(name string) uint32 {
	h := uint32(len(name))
	for i := range len(name) {
		h = h*31 + uint32(name[i])
	}
	return h
}
