package gate

import "unsafe"

// The identity section: a marker, a length and a checksum, then the fields that Stamp
// writes. It is part of the program's data, so reading it needs no file. No Go code
// assigns this variable: only Stamp writes it, in the file.
//
//	0   marker         32 bytes
//	32  payload length  4, 0 when never stamped
//	36  zero            4
//	40  checksum        8, of the payload
//	48  payload: uid 4, catalogue 32, root, home, variables; each text has its
//	    length in 2 bytes before it; the variables are a count and their texts
const (
	sectionSize    = 16 << 10
	sectionMarker  = 32
	sectionLength  = 32
	sectionSum     = 40
	sectionPayload = 48
	maxRecorded    = 256 // variables
)

// section starts with bytes that occur in no text or machine code. Nothing else in the
// package spells them out: a second copy would be a second marker.
var section = [sectionSize]byte{
	0xf7, 0x00, 's', 'h', 'i', 'm', 'g', 'e', 'n', 0x01, 'i', 'd', 'e', 'n', 't', 'i',
	't', 'y', 0x02, 0xff, 0xc1, 0x9d, 0xee, 0x80, 0x3b, 0xf1, 0x5a, 0xfe, 0x97, 0xd3, 0x00, 0xf7,
}

// image returns the section as it was mapped. The compiler cannot see through this call,
// so it never replaces a read by the bytes above.
//
//go:noinline
func image() *[sectionSize]byte { return &section }

// ident is a decoded identity whose texts point into the section.
type ident struct {
	uid        uint32
	catalogue  string
	root, home string
	recorded   string // count and texts, as stored
}

// identify decodes a section and reports whether it is valid.
func identify(s *[sectionSize]byte) (id ident, ok bool) {
	all := unsafe.String(&s[0], sectionSize)
	n := int(le32(all[sectionLength:]))
	if n < 4+32+2+2+2 || n > sectionSize-sectionPayload {
		return ident{}, false
	}
	payload := all[sectionPayload : sectionPayload+n]
	if le64(all[sectionSum:]) != checksum(payload) {
		return ident{}, false
	}
	root, at := field(payload, 36)
	home, at := field(payload, at)
	if at == 0 || len(root) < 2 || root[0] != '/' || len(home) == 0 || home[0] != '/' {
		return ident{}, false
	}
	recorded := payload[at:]
	if !sound(recorded) {
		return ident{}, false
	}
	return ident{uid: le32(payload), catalogue: payload[4:36], root: root, home: home, recorded: recorded}, true
}

// field returns the text at offset at and the offset behind it. If the text does not fit,
// the offset is 0, and stays so.
func field(payload string, at int) (string, int) {
	if at == 0 || at+2 > len(payload) {
		return "", 0
	}
	n := int(payload[at]) | int(payload[at+1])<<8
	if at+2+n > len(payload) {
		return "", 0
	}
	return payload[at+2 : at+2+n], at + 2 + n
}

// sound reports whether the recorded variables fill their bytes exactly.
func sound(recorded string) bool {
	if len(recorded) < 2 {
		return false
	}
	at, count := 2, int(recorded[0])|int(recorded[1])<<8
	for i := 0; i < count; i++ {
		if _, at = field(recorded, at); at == 0 {
			return false
		}
	}
	return at == len(recorded)
}

// records reports whether exactly this NAME=value was recorded at install.
func (id *ident) records(variable string) bool {
	at := 2
	for at < len(id.recorded) {
		text, next := field(id.recorded, at)
		if next == 0 {
			return false
		}
		if same(text, variable) {
			return true
		}
		at = next
	}
	return false
}

func le32(b string) uint32 {
	_ = b[3]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func le64(b string) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// checksum is FNV-1a over little-endian words of eight bytes, then over the remaining
// bytes. Each step is a bijection, so it detects every change of a single word. It
// detects damage, not tampering.
func checksum(b string) uint64 {
	const prime = 1<<40 | 0x1b3
	h := uint64(0xcbf29ce484222325)
	for len(b) >= 8 {
		h = (h ^ le64(b)) * prime
		b = b[8:]
	}
	for i := 0; i < len(b); i++ {
		h = (h ^ uint64(b[i])) * prime
	}
	return h ^ h>>32
}
