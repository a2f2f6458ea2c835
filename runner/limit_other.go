//go:build !linux

package runner

// usedBelow counts the processes alone: what they use is not known here.
func usedBelow(pid int) usage { return usage{processes: int64(len(descendants(pid)) + 1)} }
