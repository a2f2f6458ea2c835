package egress

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The parts of a TLS client hello: RFC 8446, sections 4.1.2 and 5.1; RFC 6066, section 3.
const (
	recordHandshake   = 22
	recordHeader      = 5
	longestRecord     = 1 << 14
	handshakeHello    = 1
	longestHello      = 64 << 10
	extensionName     = 0
	nameOfHost        = 0
	helloBeforeLength = 2 + 32 // version and random
)

// readHello reads a client hello, and returns its server name, or "". The caller must pass
// the bytes that it read on to the server.
func readHello(r *bufio.Reader) (name string, read []byte, err error) {
	var message []byte
	for {
		var h [recordHeader]byte
		if _, err := io.ReadFull(r, h[:]); err != nil {
			return "", nil, unexpected(err)
		}
		n := int(binary.BigEndian.Uint16(h[3:]))
		if h[0] != recordHandshake || h[1] != 3 || n == 0 || n > longestRecord || len(message)+n > longestHello {
			return "", nil, fmt.Errorf("%w TLS record", errMalformed)
		}
		read = append(read, h[:]...)
		at := len(read)
		read = append(read, make([]byte, n)...)
		if _, err := io.ReadFull(r, read[at:]); err != nil {
			return "", nil, unexpected(err)
		}
		message = append(message, read[at:]...)
		if len(message) < 4 {
			continue
		}
		size := int(message[1])<<16 | int(message[2])<<8 | int(message[3])
		switch {
		case message[0] != handshakeHello || size > longestHello:
			return "", nil, fmt.Errorf("%w client hello", errMalformed)
		case len(message) == 4+size:
			name, err := serverName(message[4:])
			return name, read, err
		case len(message) > 4+size:
			return "", nil, fmt.Errorf("%w client hello: something follows it", errMalformed)
		}
	}
}

// A reading parses a message.
type reading struct {
	rest []byte
	bad  bool
}

// take takes n bytes.
func (r *reading) take(n int) []byte {
	if n > len(r.rest) {
		r.bad, r.rest = true, nil
		return nil
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

// number takes a number of one or two bytes.
func (r *reading) number(bytes int) (n int) {
	for _, b := range r.take(bytes) {
		n = n<<8 | int(b)
	}
	return n
}

// vector takes a field with its length before it.
func (r *reading) vector(bytes int) reading { return reading{rest: r.take(r.number(bytes))} }

// serverName finds the server name in a hello.
func serverName(hello []byte) (name string, err error) {
	r := reading{rest: hello}
	r.take(helloBeforeLength)
	r.vector(1) // session
	r.vector(2) // cipher suites
	r.vector(1) // compressions
	if len(r.rest) == 0 && !r.bad {
		return "", nil
	}
	extensions := r.vector(2)
	found := false
	for len(extensions.rest) > 0 && !extensions.bad {
		kind := extensions.number(2)
		data := extensions.vector(2)
		if kind != extensionName {
			continue
		}
		if found {
			return "", fmt.Errorf("%w: two server names", errMalformed)
		}
		found = true
		list := data.vector(2)
		is := list.number(1)
		text := list.vector(2)
		if name = string(text.rest); is != nameOfHost || list.bad || len(list.rest) > 0 || len(data.rest) > 0 || name == "" {
			return "", fmt.Errorf("%w server name", errMalformed)
		}
	}
	if r.bad || extensions.bad || len(r.rest) > 0 {
		return "", errors.Join(errMalformed, io.ErrUnexpectedEOF)
	}
	return strings.ToLower(strings.TrimSuffix(name, ".")), nil
}
