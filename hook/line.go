package hook

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
)

// commandLine returns the line to register as an agent's hook: POSIX shell source that
// runs program, an absolute path, with arguments, and refuses unless program answers.
// Agents run the command when a hook is missing, is not a program, crashes, is killed or
// takes too long; under this line each of these ends with status 2 and a text on standard
// error, after which no agent runs it.
//
// A program answers by exiting with [StatusPassed] or [StatusRefused], two statuses that nothing else
// uses. The line translates them to 0 and 2, which agents know. So an empty file, or
// another program that exits with 0 without judging anything, counts as a failure too.
// The line holds back the program's output until then: Gemini CLI obeys an allow on
// standard output whatever the status.
//
// limit is how many seconds the program may take. It must be less than the agent's own
// limit, since an agent that gives up runs the command. The installed shimgen ends itself
// in time, so it costs no more than the shell. A program that was changed since the file
// program+[Intact] was written, or has no such file, runs under a watchdog.
//
// If the program gave no answer, the line reads the rest of the payload: Codex takes a
// hook that did not read all of a long payload for a failed one, and runs the command.
func commandLine(limit int, program string, arguments ...string) string {
	return lineOf(limit, quoted(program), quoted(program+Intact), failed, arguments...)
}

// portableLine returns a command line for any machine: it runs the shimgen that is installed in
// the home of the user who runs the line. HOME names that home, as for everything else that an
// agent reads there.
func portableLine(limit int, arguments ...string) string {
	return lineOf(limit, portable, portable+Intact, absent, arguments...)
}

// portable is the path of the installed shimgen, as a word that shells expand.
const portable = "~/.agent-loop/libexec/shimgen"

// lineOf returns a command line that runs a program, and that refuses with refuse if the
// program does not answer. program and intact are words of shell source.
func lineOf(limit int, program, intact, refuse string, arguments ...string) string {
	words := []string{program}
	for _, a := range arguments {
		words = append(words, quoted(a))
	}
	command := strings.Join(words, " ")
	return begin + `o=$([ ` + intact + ` -nt ` + program + ` ] && exec ` + command + ` <&3 3<&-; ` +
		watch + strconv.Itoa(limit) + ` ` + command + `); r=$?; ` +
		`say() { [ -z "$o" ] || printf '%s\n' "$o"; }; ` +
		`case $r in ` + strconv.Itoa(StatusPassed) + `) say && exit 0;; ` + strconv.Itoa(StatusRefused) + `) say; exit 2;; esac; ` +
		watch + drain + ` cat >/dev/null 2>&1; ` + refuse
}

// Intact is the suffix of a file beside the installed program. It is newer than the
// program as long as nobody has changed the program since installation.
const Intact = ".intact"

// begin defines the shell function watched, which runs a command for at most a number of
// seconds.
//
// A background subshell counts them. timeout(1) is missing on macOS and differs in
// busybox. The subshell gets SIGTERM when the command has ended, and waits for its own
// sleep(1) before it exits: in a container nobody may reap what a hook leaves behind. If
// the agent ignores SIGTERM, so does the subshell; then it notices within a second that
// the command is gone. The command reads its input from descriptor 3, since a shell gives
// background commands /dev/null.
const begin = `exec 3<&0; watched() { n=$1; shift; "$@" <&3 3<&- & p=$!; ` +
	`{ exec 3<&-; s=; trap 'kill -9 $s; wait; exit' TERM; i=0; ` +
	`while [ $i -lt $n ] && kill -0 $p; do sleep 1 & s=$!; wait $s; i=$((i+1)); done; kill -9 $p; } >/dev/null 2>&1 & w=$!; ` +
	`{ wait $p; r=$?; kill $w; wait $w; } 2>/dev/null; return $r; }; `

// watch begins a watched command. drain is how many seconds the line reads the rest of a
// payload.
const (
	watch = "watched "
	drain = "2"
)

// The exit statuses by which a program under the registered line answers.
const (
	StatusPassed  = 90 // the agent may go on, or ask, as standard output says
	StatusRefused = 92 // it may not
)

// SealedFlag is the flag that makes shimgen's hook exit with these statuses.
const SealedFlag = "--sealed"

// failed ends a line whose program did not answer: it refuses.
const failed = `echo 'shimgen: the hook failed, so it refuses' >&2; exit 2`

// absent is failed for a line that may run where shimgen was never installed.
const absent = `echo 'shimgen: the hook failed, so it refuses. If shimgen is not installed here: shimgen install, or remove the plug-in' >&2; exit 2`

// The text around an encoded line. If the shell cannot decode the line, eval gets
// nothing, and the text after it refuses.
const (
	encodedBegin = "eval \"`printf %b '"
	encodedEnd   = "'`\"; " + failed
)

// encoded writes a line without $ or inner quotes: each byte that could have a meaning
// becomes an octal escape for printf(1).
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

// decoded reverses encoded.
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

// quoted quotes a word for a shell if it needs quotes.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-=", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return shellquote.Single(word)
}
