// Package pathname compares the names of places. It looks at the text alone: names must be
// absolute and clean, and who asks about files must have resolved symbolic links before.
// Package gate has its own, which must run before the Go runtime does.
package pathname

import "strings"

// In reports whether a name is that of a directory or of something below it.
//
//	In("/a/b", "/a")  // true
//	In("/a", "/a")    // true
//	In("/ab", "/a")   // false
func In(name, dir string) bool { return name == dir || Below(name, dir) }

// Below reports whether a name is that of something below a directory, at any depth.
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
