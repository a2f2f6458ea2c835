//go:build !linux

package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// terminal works on Linux only.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	t.Skip("needs pseudo-terminals as Linux makes them")
	return nil, nil
}

// converses works on Linux only.
func converses(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("needs pseudo-terminals as Linux makes them: begin with [!linux] skip")
}

// windows works on Linux only.
func windows(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("needs pseudo-terminals as Linux makes them: begin with [!linux] skip")
}
