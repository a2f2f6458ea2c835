// Package stamp writes an installation's identity into a program of ours, so that its
// system still starts it.
//
//	stamped, err := stamp.Program(binary, identity)
//
// On Linux that is [gate.Stamp] alone. A program for macOS may carry a code signature:
// hashes of all its pages. The kernel checks each page when it is first used, and kills
// the process if a hash is wrong. Machines with Apple's own processors start nothing
// without a signature. Go's linker writes an ad hoc signature, which names no signer, so
// whoever changes the program may rewrite the hashes.
//
// # Limits
//
// A program signed by name is refused: only its signer can sign it again.
package stamp

import (
	"errors"

	"github.com/agent-loop/shimgen/gate"
)

// The errors of Program, besides those of gate.Stamp.
var (
	ErrSigned    = errors.New("the program is signed by name, and would not start with an identity written into it: build it from source")
	ErrUniversal = errors.New("the program is a universal binary: install the one for this machine")
	ErrSignature = errors.New("the program's code signature has an unknown form")
)

// Program returns a copy of a program with id in it, as gate.Stamp does, and with a valid
// code signature if it had one.
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
