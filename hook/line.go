package hook

import (
	"strconv"
	"strings"
)

// CommandLine returns the line to register as an agent's hook: POSIX shell source
// that runs program, an absolute path, with arguments, and makes a refusal of all
// that it may do but answer. Agents run the command when a hook is missing, is no
// program, crashes, is killed or takes too long; under this line each of these
// ends with status 2 and words on standard error, which no agent runs.
//
// limit is how long the program may take, in seconds. It must be less than what
// the agent allows its hook, since an agent that gives up runs the command.
//
// There is a watcher beside the program, instead of timeout(1), because that is
// missing on macOS and differs in busybox. It sleeps a second at a time and is
// ended by the one signal that cannot be lost, so that nothing outlives the hook by
// more than that. The program's input goes by another descriptor, since a shell
// gives what it runs in the background /dev/null.
func CommandLine(limit int, program string, arguments ...string) string {
	words := []string{quoted(program)}
	for _, a := range arguments {
		words = append(words, quoted(a))
	}
	return `exec 3<&0; ` + strings.Join(words, " ") + ` <&3 3<&- & p=$!; ` +
		`{ exec 3<&-; i=0; while [ $i -lt ` + strconv.Itoa(limit) + ` ]; do sleep 1; i=$((i+1)); done; kill -9 $p; } >/dev/null 2>&1 & w=$!; ` +
		`wait $p; r=$?; { kill -9 $w; wait $w; } 2>/dev/null; ` +
		`case $r in 0|2) exit $r;; esac; echo 'shimgen: the hook failed, so it refuses' >&2; exit 2`
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
