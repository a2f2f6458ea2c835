// Package machine is where work is done: a cage with or without an installation of
// shimgen in its home. After each task it reads and removes what the task left, so that
// every task finds the same home, under the same names, whichever way it runs: the
// machine outside is not at risk, and two ways can be compared byte for byte.
package machine
