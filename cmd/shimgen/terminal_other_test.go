//go:build !linux

package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// terminal opens pseudo-terminals of Linux alone.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	t.Skip("needs pseudo-terminals as Linux makes them")
	return nil, nil
}

// converses talks with programs on pseudo-terminals of Linux alone.
func converses(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("needs pseudo-terminals as Linux makes them: begin with [!linux] skip")
}
