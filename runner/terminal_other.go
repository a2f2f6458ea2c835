//go:build !linux

package runner

func givesTerminal(int) bool { return false }
