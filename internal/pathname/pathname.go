// Package pathname compares path names as text: they must be absolute and clean, and a
// caller that means files must have resolved symbolic links before. Package gate has its
// own copy, which must run before the Go runtime.
package pathname

import (
	"path"
	"strings"
)

// Clean is [path.Clean]. It looks once at an absolute path that is clean, as nearly all are.
//
//	Clean("/a/./b/")  // "/a/b"
func Clean(name string) string {
	if isClean(name) {
		return name
	}
	return path.Clean(name)
}

// isClean reports whether a path is surely absolute and clean.
func isClean(name string) bool {
	if name == "" || name[0] != '/' {
		return false
	}
	before := byte('/')
	for i := 1; i < len(name); i++ {
		c := name[i]
		if before == '/' && (c == '/' || c == '.' && mayBeDots(name[i:])) {
			return false
		}
		before = c
	}
	return before != '/' || name == "/"
}

// mayBeDots reports whether a path that begins with a dot may begin with the name "." or "..".
func mayBeDots(rest string) bool { return len(rest) == 1 || rest[1] == '/' || rest[1] == '.' }

// Dir returns the directory of a path, or the root for the root.
//
//	Dir("/a/b")  // "/a"
func Dir(name string) string {
	if at := strings.LastIndexByte(name, '/'); at > 0 {
		return name[:at]
	}
	return "/"
}

// CutFirst cuts a path after its first name.
//
//	CutFirst("a/b/c")  // "a", "b/c"
//	CutFirst("/a")     // "", "a"
func CutFirst(name string) (first, rest string) {
	for i := range len(name) { // a name is so short that a search takes longer
		if name[i] == '/' {
			return name[:i], name[i+1:]
		}
	}
	return name, ""
}

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
