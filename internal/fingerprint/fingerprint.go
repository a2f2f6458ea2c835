// Package fingerprint hashes texts to find accidental changes.
package fingerprint

import (
	"encoding/hex"
	"hash/fnv"
)

// Hex returns a fingerprint in hexadecimal digits.
func Hex(text string) string {
	h := Of([]byte(text))
	return hex.EncodeToString(h[:])
}

// Of hashes a text, to find a change since it was written, or a new build. It does not
// protect against an attacker, who could also write the fingerprint. Cryptographic hashes
// would slow every start of the program (docs/performance.md).
func Of(text []byte) (print [32]byte) {
	one, two := fnv.New128(), fnv.New128a()
	one.Write(text)
	two.Write(text)
	two.Sum(one.Sum(print[:0]))
	return print
}
