//go:build !darwin

package host

// directoryHome knows of no user: /etc/passwd has those that a program without
// the system's C library can find.
func directoryHome(int) string { return "" }

// directoryUserHome knows of no user either.
func directoryUserHome(string) string { return "" }
