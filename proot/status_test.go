package proot

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		why  string
		own  int
		said string
		want int
	}{
		{"a program that succeeds", 0, "", 0},
		{"a program that fails", 3, "proot info: vpid 1: terminated with signal 15\n", 3},
		{"a program's own 255", 255, "no\n", 255},
		{"a signal, by Termux' proot", 255, "proot info: vpid 1: terminated with signal 15\n", 128 + 15},
		{"a signal, by upstream's", 255, "proot info: pid 26141: terminated with signal 15\n", 128 + 15},
		{"the last of several", 255, "proot info: pid 26149: terminated with signal 9\nproot info: pid 26141: terminated with signal 15\n", 128 + 15},
		{"something after it", 255, "proot info: pid 26141: terminated with signal 15\nproot error\n", 255},
		{"behind what the program wrote, on a terminal", 255, "bye\nproot info: vpid 1: terminated with signal 9\r\n", 128 + 9},
		{"one of its children", 255, "proot info: vpid 2: terminated with signal 9\n", 255},
		{"no signal", 255, "proot info: vpid 1: terminated with signal 99\n", 255},
		{"within a line", 255, "x proot info: vpid 1: terminated with signal 9\n", 255},
	} {
		assert.Equal(t, c.want, Status(c.own, c.said), c.why)
	}
}
