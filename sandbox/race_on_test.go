//go:build race

package sandbox_test

// raced says that the race detector is built in: each process of a box sleeps for a
// second when it exits.
const raced = true
