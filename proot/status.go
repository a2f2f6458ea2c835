package proot

import (
	"regexp"
	"strconv"
)

// ended is how a proot says, last of all, that a signal ended the program it started, and
// with which: handle_tracee_event in its event.c. Termux' names the program by the number
// that it has inside, others by the kernel's.
const ended = `(?:^|\n)proot info: (?:vpid 1|pid [0-9]+): terminated with signal ([0-9]{1,2})\r?\n?$`

// unknown is proot's own exit status then.
const unknown = 255

// Status returns the exit status of the program as a shell would, from proot's own and
// from the end of what was written to its standard error: 128 and the signal if one ended
// the program. The program can write that line too, and then chooses its status, as it may
// anyway. One that ends with 255 after a signal ended one of its children is taken for that
// child, unless it is Termux' proot that tells.
func Status(own int, said string) int {
	if own != unknown {
		return own
	}
	found := regexp.MustCompile(ended).FindStringSubmatch(said)
	if found == nil {
		return own
	}
	signal, err := strconv.Atoi(found[1])
	if err != nil || signal < 1 || signal > 64 {
		return own
	}
	return 128 + signal
}
