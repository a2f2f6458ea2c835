//go:build !linux

package userterminal

func givesTerminal(int) bool { return false }
