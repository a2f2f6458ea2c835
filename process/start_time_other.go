//go:build !linux

package process

// MadeSinceStart returns nil: no directory counts as younger than the command.
func MadeSinceStart() func(dir string) bool { return nil }
