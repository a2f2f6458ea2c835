package gate

// Vector converts strings to the form that Run takes, or returns nil if one holds a NUL.
func Vector(list []string) **byte {
	var v vector
	p, ok := v.set(list)
	if !ok {
		return nil
	}
	return p
}

// vector holds strings as the kernel passes them.
type vector struct {
	bytes    []byte
	pointers []*byte
}

// set replaces the vector's content; it returns false if a string holds a NUL, which ends
// a string for the kernel but not for Go.
func (v *vector) set(list []string) (**byte, bool) {
	size := 0
	for _, s := range list {
		if position(s, 0) >= 0 {
			return nil, false
		}
		size += len(s) + 1
	}
	if cap(v.bytes) < size {
		v.bytes = make([]byte, 0, 2*size)
	}
	v.bytes, v.pointers = v.bytes[:0], v.pointers[:0]
	for _, s := range list {
		at := len(v.bytes)
		v.bytes = append(append(v.bytes, s...), 0)
		v.pointers = append(v.pointers, &v.bytes[at])
	}
	v.pointers = append(v.pointers, nil)
	return &v.pointers[0], true
}
