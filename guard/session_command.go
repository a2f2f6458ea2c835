package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/script"
)

// sessionCalls are the names of methods that send a command line to another machine or container:
// paramiko, asyncssh, ssh2, node-ssh, Net::SSH, phpseclib, and docker's client libraries.
const sessionCalls = "exec_command execCommand exec exec! run sudo run_command exec_run create_process"

// sessionWords appear in code that uses such a library.
var sessionWords = []string{"ssh", "SSH", "paramiko", "fabric", "docker", "Docker"}

// maxSessionLine is how far behind a method's name its first argument is looked for, in bytes.
const maxSessionLine = 4 << 10

// sendsStopped reports whether code calls such a method with a literal command line that the
// policy would stop, here or, if the code uses such a library, on another machine. It does not
// know the object's type. Command lines that the reader has found to run here are judged already.
func (j *judge) sendsStopped(v *grammar.Invocation, by grammar.Effect, code string, acts []script.Act) bool {
	if !isInline(by) || functionNames(by.Lang) == "" {
		return false
	}
	judged := 0
	for i := 0; i < len(code) && judged < maxLiterals; i++ {
		if code[i] != '.' && (code[i] != '>' || i == 0 || code[i-1] != '-') { // -> is the operator of Perl and PHP
			continue
		}
		name := methodName(code[i+1:])
		if !wordlist.Among(name, sessionCalls) {
			continue
		}
		line := firstLiteral(code[i+1+len(name):])
		if grammar.Lookup(program(line)) == nil || runsHere(acts, line) {
			continue
		}
		judged++
		if j.stopsSource(v, line) || mentions(code, sessionWords) && j.stopsRemotely(v, line) {
			return true
		}
	}
	return false
}

// methodName returns the name that code begins with, with the sign of one that changes its object.
func methodName(code string) string {
	n := 0
	for n < len(code) && isNameByte(code[n]) {
		n++
	}
	if n < len(code) && code[n] == '!' {
		n++
	}
	return code[:n]
}

// runsHere reports whether code runs a command line on this machine, by what its reader found.
func runsHere(acts []script.Act, line string) bool {
	return slices.ContainsFunc(acts, func(a script.Act) bool {
		return slices.ContainsFunc(a.Args, func(arg script.Arg) bool { return arg.Known && arg.Text == line })
	})
}

// firstLiteral returns the string literal that is the first argument of a call, or "" if that is
// no literal.
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

// stopsRemotely reports whether the policy would stop a command line on a machine that it lets
// ssh connect to.
func (j *judge) stopsRemotely(v *grammar.Invocation, line string) bool {
	return j.stopsArgv(v, []string{"ssh", "host", line}) && !j.stopsArgv(v, []string{"ssh", "host", "true"})
}
