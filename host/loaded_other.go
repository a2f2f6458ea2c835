//go:build !linux

package host

// loadedFrom can be true on Android only.
func loadedFrom(string) (string, bool) { return "", false }
