// Package fingerprint tells texts from each other.
package fingerprint

import (
	"encoding/hex"
	"hash/fnv"
)

// Hex is a fingerprint in hexadecimal digits.
func Hex(text string) string {
	h := Of([]byte(text))
	return hex.EncodeToString(h[:])
}

// Of tells a text from other texts: what was written from what somebody
// has changed since, one build from the next. It is no proof against whoever means to
// deceive, who could as well write the fingerprint; and the hashes that would be do
// work in every start of the program (docs/performance.md).
func Of(text []byte) (print [32]byte) {
	one, two := fnv.New128(), fnv.New128a()
	one.Write(text)
	two.Write(text)
	two.Sum(one.Sum(print[:0]))
	return print
}
