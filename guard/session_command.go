package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// sessionCalls are the names of the methods by which libraries run a line on the other side of a
// session: paramiko, asyncssh, ssh2, node-ssh, Net::SSH, phpseclib, the client of docker.
const sessionCalls = "exec_command execCommand exec exec! run sudo run_command exec_run create_process"

// localCalls are modules that have such a name and run the line here, which their readers follow.
var localCalls = [...]string{"subprocess", "invoke", "asyncio", "child_process"}

// maxSessionLine bounds how far from a call the line that it is given ends, in bytes.
const maxSessionLine = 4 << 10

// runsElsewhere reports whether known code hands a method of such a name a line that the policy
// would stop, here or given to ssh. What the object is does not matter: few other methods of
// these names are given a line for a shell.
func (j *judge) runsElsewhere(v *grammar.Invocation, by grammar.Effect, code string) bool {
	if !isInline(by) || functionNames(by.Lang) == "" {
		return false
	}
	for name := range wordlist.Each(sessionCalls) {
		for _, sign := range [...]string{".", "->"} {
			rest := code
			for range maxLiterals {
				before, after, found := strings.Cut(rest, sign+name)
				if !found {
					break
				}
				rest = after
				line := firstLiteral(after)
				if grammar.Lookup(program(line)) != nil && !endsInOne(before, localCalls[:]) && j.stopsElsewhere(v, line) {
					return true
				}
			}
		}
	}
	return false
}

// endsInOne reports whether a text ends in one of some words.
func endsInOne(text string, words []string) bool {
	for _, w := range words {
		if strings.HasSuffix(text, w) {
			return true
		}
	}
	return false
}

// firstLiteral is the text that is the first argument of a call, or "".
func firstLiteral(arguments string) string {
	text := strings.TrimLeft(arguments[:min(len(arguments), maxSessionLine)], "( \n\t")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "command="), "cmd=")
	if text == "" || len(text) == len(arguments) || strings.IndexByte("\"'`", text[0]) < 0 {
		return ""
	}
	found := literalsOf(text)
	if len(found) == 0 {
		return ""
	}
	return found[0]
}

// stopsElsewhere reports whether the policy would stop a line as a command here, or on a machine
// that it lets ssh reach.
func (j *judge) stopsElsewhere(v *grammar.Invocation, line string) bool {
	return j.stopsSource(v, line) || j.stopsArgv(v, []string{"ssh", "host", line}) && !j.stopsArgv(v, []string{"ssh", "host", "true"})
}
