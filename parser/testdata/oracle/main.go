// Command oracle runs shell scripts where they can harm nothing, and records
// every program they start. It is one binary for both ends: called by its own
// name it makes the jail and runs the scripts in it; called by any other name,
// it is a program in that jail that records how it was called.
package main

import (
	"fmt"
	"os"
	"path"
)

// The jail's own places.
const (
	stubDir = "/stub" // all of PATH
	workDir = "/w"    // where scripts start, and their home
	logFile = "/rec/log"
	errFile = "/rec/err"
)

// Exit statuses of the jail.
const (
	leaky     = 3 // it holds less than it should: no script was run
	forbidden = 4 // this machine does not let us make one
)

func main() {
	if path.Base(os.Args[0]) != "oracle" {
		os.Exit(record(os.Args))
	}
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "oracle ROOT ADDRESS SHELL...")
		os.Exit(2)
	}
	if err := enter(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(forbidden)
	}
	if err := holds(os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(leaky)
	}
	if err := serve(os.Args[3:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
