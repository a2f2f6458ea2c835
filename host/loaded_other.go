//go:build !linux

package host

// loadedFrom finds a file on Android only.
func loadedFrom(string) (string, bool) { return "", false }
