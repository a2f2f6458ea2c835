package proot

import (
	"regexp"
	"strconv"
)

// ended matches proot's last message if a signal ended the program that it started, and
// captures the signal: handle_tracee_event in proot's event.c. Termux' proot identifies the
// program by its process number inside, other versions by the kernel's number.
const ended = `(?:^|\n)proot info: (?:vpid 1|pid [0-9]+): terminated with signal ([0-9]{1,2})\r?\n?$`

// unknown is proot's own exit status in that case.
const unknown = 255

// Status returns the program's exit status as a shell would: 128 plus the signal if a signal
// ended the program. It derives the status from proot's own and from the end of the standard
// error output. The program can print proot's message itself and so choose its status, as it
// can anyway. If a signal ends a child of the program and the program then exits with 255,
// Status returns the child's signal, unless Termux' proot wrote the message.
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
