package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// killCalls are calls that end a process, and allProcesses what lists all of them. propertyNames are
// words of code that picks some by what they are.
var (
	killCalls     = []string{"os.kill(", "process.kill(", "Process.kill", ".kill(", ".terminate(", ".send_signal(", "kill "}
	allProcesses  = []string{`"/proc"`, `'/proc'`, "/proc/[0-9]", "/proc/*", "process_iter(", "psutil.pids(", "psList("}
	propertyNames = []string{"name", "cmdline", "comm", "exe", "ppid", "status", "argv", "username", "environ"}
)

// killsAll reports whether code ends all processes, one by one.
func killsAll(lang, code string) bool {
	return wordlist.Among(lang, "python javascript perl ruby php lua") && mentions(code, killCalls) && mentions(code, allProcesses) && !mentions(code, propertyNames)
}

// addKillAll reads code that ends all processes as kill -1, which does the same.
func (j *judge) addKillAll(v *grammar.Invocation, e grammar.Effect, code string) {
	if !strings.Contains(code, "kill") && !strings.Contains(code, "terminate") || !killsAll(e.Lang, code) {
		return // nearly always
	}
	c := parser.Argv([]string{"kill", "-9", "-1"})
	c.Outer, c.Source, c.Span = v.Command, v.Command.Source, v.Command.Span
	v.Nested = append(v.Nested, grammar.ReadCommand(c, j.options(v.Command)))
}
