package main

import (
	"io"
	"os"
	"time"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/answer"
	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
)

// hookCmd answers an agent that asks before it runs a tool.
type hookCmd struct {
	policyFlags
	Dir           string `placeholder:"D" help:"The work directory; the current one by default."`
	Shims         string `placeholder:"DIR" help:"Defer what is unknown until execution to the shims in this directory."`
	Sealed        bool   `help:"Exit with statuses that only the registered line knows: 90 to go on, 92 to refuse."`
	GrantReadOnly bool   `name:"grant-read-only" help:"Answer an explicit allow to what only reads, so that the agent does not ask."`
	Confine       bool   `help:"Run what is allowed through exec, in a sandbox."`
	NoConfine     bool   `name:"no-confine" help:"Only judge."`
	Agent         string `arg:"" help:"The agent, by name; any other word lists them."`
}

// Run reads the agent's payload and prints the answer in the agent's form. Every failure
// is a refusal: any other exit status of a hook, and any other output, makes some agent
// run the command.
func (c *hookCmd) Run(a *app) error {
	agent, ok := hook.Lookup(c.Agent)
	if !ok {
		return exit.Usage("unknown agent %q: %s", c.Agent, setup.Agents())
	}
	if c.Sealed && a.endAfter != nil {
		a.endAfter(hook.Limit * time.Second)
	}
	return c.answer(a, answer.Call(answer.Options{
		Agent: agent, Sealed: c.Sealed, GrantReadOnly: c.GrantReadOnly, Confine: c.Confine, NeverConfine: c.NoConfine,
		Open:  func() (*runner.Session, error) { return c.open(a, c.Dir) },
		Shims: shimsIn(c.Shims),
		End:   func(reply hook.Reply) { os.Exit(a.finish(c.answer(a, reply))) },
	}, a.in))
}

// answer prints the answer for the agent, and returns its exit status.
func (c *hookCmd) answer(a *app, reply hook.Reply) error {
	say(a.out, reply.Stdout)
	say(a.err, reply.Stderr)
	switch {
	case c.Sealed && reply.Exit == 0:
		return exit.Silent(hook.StatusPassed)
	case c.Sealed:
		return exit.Silent(hook.StatusRefused)
	case reply.Exit != 0:
		return exit.Silent(reply.Exit)
	}
	return nil
}

// say prints text, if there is any.
func say(to io.Writer, text string) {
	if text != "" {
		io.WriteString(to, text)
	}
}

// plainHook parses the command line of a hook as it is registered, or without flags. An agent
// runs it before each command, and letting kong build and parse the whole command line takes
// longer than judging.
func plainHook(argv []string) (*hookCmd, bool) {
	if len(argv) < 3 || argv[1] != "hook" {
		return nil, false
	}
	c := &hookCmd{Agent: argv[len(argv)-1]}
	_, plain := hook.Lookup(c.Agent)
	for _, flag := range argv[2 : len(argv)-1] {
		switch flag {
		case hook.SealedFlag:
			c.Sealed = true
		case hook.Confine:
			c.Confine = true
		case hook.NoConfine:
			c.NoConfine = true
		default:
			plain = false
		}
	}
	return c, plain
}
