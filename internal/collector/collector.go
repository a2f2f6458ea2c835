// Package collector sets how often a program that judges many commands collects garbage.
//
// A judgement leaves much garbage and keeps nothing, while the policy and the tables are a few
// MiB. With Go's default, which lets the heap grow to twice what is in use, such a program spends
// a fifth of its time collecting, and judges on two processors hardly faster than on one.
//
//	collector.RunRarely()
//	err := batch.Judge{Session: s}.Run(os.Stdin, os.Stdout)
package collector

import (
	"os"
	"runtime/debug"
)

// growth is how much the heap may grow before it is collected, in percent of what is in use:
// some 80 MiB for `shimgen check --batch`.
const growth = 800

// RunRarely lets the heap of this process grow to nine times what is in use. It is for verbs that
// judge many commands and end. It does nothing where the environment has GOGC, with which the
// user decides (see the documentation of package runtime).
func RunRarely() {
	if _, given := os.LookupEnv("GOGC"); !given {
		debug.SetGCPercent(growth)
	}
}
