//go:build !linux

package host

// isRoot reports whether the owner of a file is root.
func isRoot(owner int) bool { return owner == 0 }
