package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
)

// hookCmd answers an agent that asks before it runs a tool.
type hookCmd struct {
	policyFlags
	Dir           string `placeholder:"D" help:"The work directory; the current one by default."`
	Shims         string `placeholder:"DIR" help:"Leave what only execution knows to the shims in this directory."`
	Sealed        bool   `help:"End with statuses that only the registered line knows: 90 to go on, 92 to refuse."`
	GrantReadOnly bool   `name:"grant-read-only" help:"Say an explicit allow for what only reads, so that the agent does not ask."`
	Confine       bool   `help:"Have what is allowed run by exec, in a sandbox."`
	NoConfine     bool   `name:"no-confine" help:"Only judge."`
	Agent         string `arg:"" help:"The agent, by name; any other word lists them."`
}

// Run reads the agent's payload and prints the answer in the agent's form. It
// knows no other failures than refusals: every other status of a hook, and every
// other word on its output, makes some agent run the command.
func (c *hookCmd) Run(a *app) error {
	agent, ok := hook.Lookup(c.Agent)
	if !ok {
		return exit.Usage("no agent is called %q: %s", c.Agent, setup.Agents())
	}
	if c.Sealed && a.endAfter != nil {
		a.endAfter(hook.Limit * time.Second)
	}
	return c.answer(a, c.judge(a, agent))
}

// answer tells the agent, and returns the exit status that it knows the answer by.
func (c *hookCmd) answer(a *app, reply hook.Reply) error {
	say(a.out, reply.Stdout)
	say(a.err, reply.Stderr)
	switch {
	case c.Sealed && reply.Exit == 0:
		return exit.Silent(hook.Passed)
	case c.Sealed:
		return exit.Silent(hook.Refused)
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

// plainHook takes a hook's command line as it is registered, or without flags. An
// agent runs it before each of its commands, and to build and read the whole command
// line takes longer than to judge.
func plainHook(argv []string) (*hookCmd, bool) {
	if len(argv) < 3 || argv[1] != "hook" {
		return nil, false
	}
	c := &hookCmd{Agent: argv[len(argv)-1]}
	_, plain := hook.Lookup(c.Agent)
	for _, flag := range argv[2 : len(argv)-1] {
		switch flag {
		case hook.Sealed:
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

// judge returns the answer to what the payload asks for. It fails into a refusal,
// a crash of our own included.
func (c *hookCmd) judge(a *app, agent hook.Host) (reply hook.Reply) {
	refuse := func(reason string) hook.Reply { return agent.Reply(hook.Refuse, reason) }
	defer func() {
		if r := recover(); r != nil {
			reply = refuse(fmt.Sprintf("shimgen: failed, so it refuses: %v", r))
		}
	}()
	payload, err := io.ReadAll(io.LimitReader(a.in, hook.MaxPayload+1))
	if err != nil {
		return refuse("shimgen: cannot read the payload: " + err.Error())
	}
	if len(payload) > hook.MaxPayload && c.Sealed { // it ends in any case
		_, _ = io.Copy(io.Discard, a.in) // an agent that cannot get rid of it takes the hook for failed
	}
	call, err := hook.Read(payload)
	if err != nil {
		return refuse("shimgen: refused: " + err.Error())
	}
	s, err := c.open(a, c.Dir)
	if err != nil {
		return refuse("shimgen: " + err.Error())
	}
	s.Hung = func(req guard.Request, d guard.Decision) {
		_ = s.RecordCheck(cmp.Or(req.Source, runner.Quote(req.Argv)), d)
		os.Exit(a.finish(c.answer(a, refuse("shimgen: refused: "+d.Err.Error()))))
	}
	reg, _ := hook.Registered(agent.Name)
	q := hookedCall{c, agent, reg, call, payload}
	if q.waits(s) {
		return hook.Reply{}
	}
	worst, err := c.worst(s, call)
	if err != nil {
		return refuse("shimgen: blocked: " + err.Error())
	}
	verdict, reason := c.verdict(worst), ""
	asks := verdict == hook.Ask && agent.In(call.Mode).Asks
	if (verdict >= hook.Pass || asks) && worst.ID() != "" && q.confines(s) {
		return q.confined(s, worst, verdict)
	}
	if verdict < hook.Pass {
		reason = objection(worst)
	}
	reply = agent.In(call.Mode).Reply(verdict, reason)
	told := agent.Tell(reply, "shimgen: nothing is recorded: "+s.Unrecorded())
	if told != reply && s.Unrecorded() != "" && s.FirstTimeIn(call.Session, "unrecorded") {
		return told
	}
	return reply
}

// verdict turns a decision into what the agent shall do.
func (c *hookCmd) verdict(d guard.Decision) hook.Verdict {
	switch d.Action {
	case rules.Ask:
		return hook.Ask
	case rules.Warn:
		return hook.Pass
	case rules.Allow:
		if d.ReadOnly && c.GrantReadOnly {
			return hook.Grant
		}
		return hook.Pass
	}
	return hook.Refuse
}

// objection is what tell would print of a decision, on one line.
func objection(d guard.Decision) string {
	var text bytes.Buffer
	(&app{err: &text}).ask(d)
	return strings.ReplaceAll(strings.TrimSpace(text.String()), "\nshimgen: ", "; ")
}

// worst judges all that a call would do and returns the strictest decision. It is
// read-only only if all of them are.
func (c *hookCmd) worst(s *runner.Session, call hook.Call) (guard.Decision, error) {
	all, err := c.decisions(s, call)
	if err != nil {
		return guard.Decision{}, err
	}
	worst := guard.Decision{Action: rules.Allow}
	readOnly := len(all) > 0
	if readOnly && all[0].Action == rules.Allow {
		worst = all[0]
	}
	for _, d := range all {
		readOnly = readOnly && d.ReadOnly
		if d.Action < worst.Action {
			worst = d
		}
	}
	worst.ReadOnly = readOnly
	return worst, nil
}

// decisions judges each thing that a call would do, and records it.
func (c *hookCmd) decisions(s *runner.Session, call hook.Call) ([]guard.Decision, error) {
	dir := call.Dir
	if dir != "" && !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Dir, dir)
	}
	var all []guard.Decision
	note := func(text string, d guard.Decision) error {
		all = append(all, d)
		return s.RecordCheck(text, d)
	}
	for _, source := range call.Sources {
		d := s.Decide(guard.Request{Source: source, Dir: dir, Shims: shimsIn(c.Shims)})
		if errors.Is(d.Err, parser.ErrEmpty) {
			d = guard.Decision{Action: rules.Allow} // it runs nothing
		}
		if err := note(source, d); err != nil {
			return nil, err
		}
	}
	for _, argv := range call.Argvs {
		d := s.Decide(guard.Request{Argv: argv, Dir: dir, Shims: shimsIn(c.Shims)})
		if err := note(runner.Quote(argv), d); err != nil {
			return nil, err
		}
	}
	for _, code := range call.Codes {
		if err := c.code(s, code, dir, &call, note); err != nil {
			return nil, err
		}
	}
	if call.Unread {
		if err := note("tool "+runner.Quote([]string{call.Tool}), s.DecideUnread(call.Tool)); err != nil {
			return nil, err
		}
	}
	return all, errors.Join(c.paths(s, call, dir, note), c.urls(s, call, note))
}

// code judges code that a tool would run, as all that it may be. What cannot be read as
// anything is left as unread.
func (c *hookCmd) code(s *runner.Session, code hook.Code, dir string, call *hook.Call, note func(string, guard.Decision) error) error {
	argvs := code.Argvs()
	for _, argv := range argvs {
		if err := note(runner.Quote(argv), s.Decide(guard.Request{Argv: argv, Dir: dir, Shims: shimsIn(c.Shims)})); err != nil {
			return err
		}
	}
	if code.Lang != nil {
		return nil
	}
	read := len(argvs) > 0
	if d := s.Decide(guard.Request{Source: code.Text, Dir: dir, Shims: shimsIn(c.Shims)}); d.Err == nil {
		read = true
		if err := note(code.Text, d); err != nil {
			return err
		}
	}
	call.Unread = call.Unread || !read
	return nil
}

// paths judges the files that a tool reads, writes or deletes.
func (c *hookCmd) paths(s *runner.Session, call hook.Call, dir string, note func(string, guard.Decision) error) error {
	for _, use := range []struct {
		kind  grammar.Kind
		verb  string
		paths []string
	}{{grammar.Reads, "read", call.Reads}, {grammar.Writes, "write", call.Writes}, {grammar.Deletes, "delete", call.Deletes}} {
		for _, p := range use.paths {
			if dir != "" && !filepath.IsAbs(p) && !strings.HasPrefix(p, "~") {
				p = filepath.Join(dir, p)
			}
			_, d, err := s.DecidePath(p, use.kind, 0)
			if err == nil {
				err = note(use.verb+" "+runner.Quote([]string{p}), d)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// urls judges what a tool would fetch.
func (c *hookCmd) urls(s *runner.Session, call hook.Call, note func(string, guard.Decision) error) error {
	for _, url := range call.URLs {
		_, d, err := s.DecideURL(url)
		if err == nil {
			err = note("fetch "+runner.Quote([]string{url}), d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
