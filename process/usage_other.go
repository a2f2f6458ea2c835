//go:build !linux

package process

// Used counts the processes alone: what they use is not known here.
func Used(pid int) Usage { return Usage{Processes: int64(len(Descendants(pid)) + 1)} }
