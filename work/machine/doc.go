// Package machine is where work is done: a cage with an installation of shimgen in
// its home, or with none. What a task leaves behind is read and taken away before
// the next one, so that every task meets the same home, under the same names
// whichever way it is run: nothing of the machine outside is at risk, and two ways
// can be compared byte for byte.
package machine
