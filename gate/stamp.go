package gate

// Identity is what install records in each binary.
type Identity struct {
	Root      string // canonical: the installation's ~/.agent-loop
	Home      string // canonical
	UID       uint32
	Catalogue [32]byte // hash of the rule catalogue
	Recorded  []string // NAME=value of the variables that mattered at install
}

// Error is a constant error text: the package's errors need no formatting.
type Error string

// Error returns the text.
func (e Error) Error() string { return string(e) }

// The errors of Stamp.
const (
	ErrNoMarker    = Error("no identity section in the binary")
	ErrManyMarkers = Error("more than one identity section in the binary")
	ErrIdentity    = Error("identity: root, home and variables must be absolute paths and NAME=value without NUL")
	ErrTooLarge    = Error("identity does not fit its section")
)

// Installed returns the identity stamped into this program, read from its own mapped
// image, and whether there is one.
func Installed() (Identity, bool) {
	return identityOf(image())
}

func identityOf(s *[sectionSize]byte) (Identity, bool) {
	in, ok := identify(s)
	if !ok {
		return Identity{}, false
	}
	id := Identity{Root: clone(in.root), Home: clone(in.home), UID: in.uid}
	copy(id.Catalogue[:], in.catalogue)
	for at := 2; at < len(in.recorded); {
		text, next := field(in.recorded, at)
		id.Recorded = append(id.Recorded, clone(text))
		at = next
	}
	return id, true
}

func clone(s string) string { return string([]byte(s)) }

// Stamp returns a copy of a binary of this package with id in its identity section,
// replacing an earlier one. The errors are ErrNoMarker, ErrManyMarkers, ErrIdentity and
// ErrTooLarge.
func Stamp(binary []byte, id Identity) ([]byte, error) {
	at, err := findSection(binary)
	if err != nil {
		return nil, err
	}
	payload, err := id.payload()
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(binary))
	copy(out, binary)
	fill(out[at:at+sectionSize], payload)
	return out, nil
}

// findSection returns where the binary's only section starts.
func findSection(binary []byte) (int, error) {
	marker := image()[:sectionMarker]
	found := -1
	for at := 0; at+sectionSize <= len(binary); at++ {
		if binary[at] != marker[0] || string(binary[at:at+sectionMarker]) != string(marker) {
			continue
		}
		if found >= 0 {
			return 0, ErrManyMarkers
		}
		found = at
	}
	if found < 0 {
		return 0, ErrNoMarker
	}
	return found, nil
}

// fill writes a payload behind the marker of section.
func fill(section, payload []byte) {
	clear(section[sectionLength:])
	put32(section[sectionLength:], uint32(len(payload)))
	put64(section[sectionSum:], checksum(string(payload)))
	copy(section[sectionPayload:], payload)
}

// payload encodes the fields.
func (id *Identity) payload() ([]byte, error) {
	if !canonical(id.Root) || id.Root == "/" || !canonical(id.Home) || len(id.Recorded) > maxRecorded {
		return nil, ErrIdentity
	}
	b := make([]byte, 36, sectionSize)
	put32(b, id.UID)
	copy(b[4:], id.Catalogue[:])
	texts := append([]string{id.Root, id.Home}, id.Recorded...)
	for i, text := range texts {
		if i == 2 {
			b = append(b, byte(len(id.Recorded)), byte(len(id.Recorded)>>8))
		}
		if i >= 2 && position(text, '=') < 1 || position(text, 0) >= 0 {
			return nil, ErrIdentity
		}
		if len(text) > 0xffff {
			return nil, ErrTooLarge
		}
		b = append(b, byte(len(text)), byte(len(text)>>8))
		b = append(b, text...)
	}
	if len(id.Recorded) == 0 {
		b = append(b, 0, 0)
	}
	if len(b) > sectionSize-sectionPayload {
		return nil, ErrTooLarge
	}
	return b, nil
}

// canonical reports whether s is an absolute path as the kernel would spell it: no empty,
// "." or ".." component, no trailing slash, no NUL.
func canonical(s string) bool {
	if s == "/" {
		return true
	}
	if s == "" || s[0] != '/' || len(s) > maxPath {
		return false
	}
	for at := 0; at < len(s); {
		part := component(s, at+1)
		if part == "" || part == "." || part == ".." || position(part, 0) >= 0 {
			return false
		}
		at += 1 + len(part)
	}
	return true
}

func put16(b []byte, v uint16) { b[0], b[1] = byte(v), byte(v>>8) }

func put32(b []byte, v uint32) {
	for i := range 4 {
		b[i] = byte(v >> (8 * i))
	}
}

func put64(b []byte, v uint64) {
	put32(b, uint32(v))
	put32(b[4:], uint32(v>>32))
}
