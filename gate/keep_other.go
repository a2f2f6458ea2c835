//go:build !linux || !(amd64 || arm64) || race || msan || asan

package gate

type kept struct{}

// Restore has nothing to give back: there is no entry here.
func Restore() {}

// Blocked is for Restore.
func Blocked() bool { return false }
