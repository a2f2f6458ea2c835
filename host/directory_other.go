//go:build !darwin

package host

// directoryHome finds no user: without the system's C library a program can only read
// /etc/passwd.
func directoryHome(int) string { return "" }

// directoryUserHome finds no user either.
func directoryUserHome(string) string { return "" }
