// Package pathname compares path names as text: they must be absolute and clean, and a
// caller that means files must have resolved symbolic links before. Package gate has its
// own copy, which must run before the Go runtime.
package pathname

import "strings"

// In reports whether name is dir or below it.
//
//	In("/a/b", "/a")  // true
//	In("/a", "/a")    // true
//	In("/ab", "/a")   // false
func In(name, dir string) bool { return name == dir || Below(name, dir) }

// Below reports whether name is below dir, at any depth.
//
//	Below("/a/b", "/a")  // true
//	Below("/a", "/a")    // false
//	Below("/a", "/")     // true
func Below(name, dir string) bool {
	if dir == "/" {
		return name != "/" && strings.HasPrefix(name, "/")
	}
	return len(name) > len(dir) && name[len(dir)] == '/' && name[:len(dir)] == dir
}

// Overlap reports whether one of two directories lies in the other.
func Overlap(a, b string) bool {
	return In(a, b) || In(b, a)
}
