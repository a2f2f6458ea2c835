// Package stamp writes an installation's identity into a program of ours, and
// leaves a program that its system still starts.
//
// On Linux that is [gate.Stamp] and nothing else. A program for macOS may carry a
// code signature: hashes of all its pages, of which the kernel looks at each when it
// is first touched, and it kills the process where one is wrong. Machines with
// Apple's own processors start nothing that has none. What Go's linker writes there
// is signed by nobody (ad hoc), so that whoever changes the program may write the
// hashes anew. What somebody signed by name is refused: only that somebody can.
package stamp

import (
	"errors"

	"github.com/agent-loop/shimgen/gate"
)

// The errors of Program, beside those of gate.Stamp.
var (
	ErrSigned    = errors.New("the program is signed by name, and would not start with an identity written into it: build it from source")
	ErrUniversal = errors.New("the program is for several processors at once: install the one for this machine")
	ErrSignature = errors.New("the program's code signature is of no known form")
)

// Program returns a copy of a program with id in it, as gate.Stamp does, whose code
// signature, if it has one, is true of the copy.
func Program(binary []byte, id gate.Identity) ([]byte, error) {
	if universal(binary) {
		return nil, ErrUniversal
	}
	out, err := gate.Stamp(binary, id)
	if err != nil {
		return nil, err
	}
	if err := renew(out); err != nil {
		return nil, err
	}
	return out, nil
}
