package hook

import (
	"fmt"
	"strconv"
	"strings"
)

// commandLine returns the line to register as an agent's hook: POSIX shell source
// that runs program, an absolute path, with arguments, and makes a refusal of all
// that it may do but answer. Agents run the command when a hook is missing, is no
// program, crashes, is killed or takes too long; under this line each of these
// ends with status 2 and words on standard error, which no agent runs.
//
// An answer is what ends with one of two statuses that nothing else ends with,
// [Passed] and [Refused]. The line makes them 0 and 2, which agents know. So a
// program that is an empty file, or something else altogether, and ends well
// without having judged anything, is a failure too. What the program prints is held
// back until then: Gemini CLI takes an allow on standard output for one whatever the
// status.
//
// limit is how long the program may take, in seconds. It must be less than what
// the agent allows its hook, since an agent that gives up runs the command. The
// installed shimgen ends itself when the time is up, and then costs no more than the
// shell does. Whatever else may lie in its place runs under a watcher: everything
// that was changed since the file program+[Intact], or lies there without one.
//
// Where the program gave no answer, what it may have left unread is read: Codex takes
// a hook that did not take all of a long payload for one that failed, and runs the
// command.
func commandLine(limit int, program string, arguments ...string) string {
	words := []string{quoted(program)}
	for _, a := range arguments {
		words = append(words, quoted(a))
	}
	command := strings.Join(words, " ")
	return begin + `o=$([ ` + quoted(program+Intact) + ` -nt ` + quoted(program) + ` ] && exec ` + command + ` <&3 3<&-; ` +
		watch + strconv.Itoa(limit) + ` ` + command + `); r=$?; ` +
		`say() { [ -z "$o" ] || printf '%s\n' "$o"; }; ` +
		`case $r in ` + strconv.Itoa(Passed) + `) say && exit 0;; ` + strconv.Itoa(Refused) + `) say; exit 2;; esac; ` +
		watch + drain + ` cat >/dev/null 2>&1; ` + failed
}

// Intact ends the name of the file beside an installed program that is newer than
// the program for as long as this is the one that was installed.
const Intact = ".intact"

// begin is what stands before the program: watched, which runs a command for a
// number of seconds at most.
//
// A watcher beside the command counts them, instead of timeout(1), because that is
// missing on macOS and differs in busybox. It is told when the command has ended, and
// waits for its own sleep(1) before it ends itself: in a container nobody may collect
// what a hook leaves behind. Told by a signal that this process ignores, it sees by
// itself, within a second, that the command is gone. The command's input goes by another
// descriptor, since a shell gives what it runs in the background /dev/null.
const begin = `exec 3<&0; watched() { n=$1; shift; "$@" <&3 3<&- & p=$!; ` +
	`{ exec 3<&-; s=; trap 'kill -9 $s; wait; exit' TERM; i=0; ` +
	`while [ $i -lt $n ] && kill -0 $p; do sleep 1 & s=$!; wait $s; i=$((i+1)); done; kill -9 $p; } >/dev/null 2>&1 & w=$!; ` +
	`{ wait $p; r=$?; kill $w; wait $w; } 2>/dev/null; return $r; }; `

// watch begins a command that is watched, and drain is how long, in seconds, what is
// left of a payload is read for.
const (
	watch = "watched "
	drain = "2"
)

// The statuses with which a program under the registered line answers.
const (
	Passed  = 90 // the agent may go on, or ask, as standard output says
	Refused = 92 // it may not
)

// Sealed is the flag that makes shimgen's hook end with them.
const Sealed = "--sealed"

// failed is what a hook says that could not ask shimgen, and how it ends.
const failed = `echo 'shimgen: the hook failed, so it refuses' >&2; exit 2`

// What stands around an encoded line. If the shell cannot decode it there is
// nothing to evaluate, and what comes next is a refusal.
const (
	encodedBegin = "eval \"`printf %b '"
	encodedEnd   = "'`\"; " + failed
)

// encoded writes a line without $, and without quotes inside: every byte that may
// mean something is an octal number for printf(1).
func encoded(line string) string {
	var b strings.Builder
	for i := range len(line) {
		c := line[i]
		if c < ' ' || c >= 0x7f || strings.IndexByte("$`'\"\\", c) >= 0 {
			fmt.Fprintf(&b, `\0%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return encodedBegin + b.String() + encodedEnd
}

// decoded returns the line that was encoded.
func decoded(line string) (string, bool) {
	body, ok := strings.CutPrefix(line, encodedBegin)
	body, end := strings.CutSuffix(body, encodedEnd)
	if !ok || !end {
		return "", false
	}
	var b strings.Builder
	for body != "" {
		if octal, ok := strings.CutPrefix(body, `\0`); ok && len(octal) >= 3 {
			if n, err := strconv.ParseUint(octal[:3], 8, 8); err == nil {
				b.WriteByte(byte(n))
				body = octal[3:]
				continue
			}
		}
		b.WriteByte(body[0])
		body = body[1:]
	}
	return b.String(), true
}

// quoted is a word that a shell takes as it stands.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-=", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
