package answer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// Options say how to answer an agent's calls.
type Options struct {
	Agent         hook.Host
	Open          func() (*runner.Session, error)
	Shims         func(name string) bool // which programs have a shim; nil means none
	Sealed        bool                   // called by the line that install registers
	GrantReadOnly bool                   // answer an explicit allow to a call that only reads
	Confine       bool                   // have exec run what is allowed, in a sandbox
	NeverConfine  bool
	End           func(hook.Reply) // ends the process with an answer, for a judgement that hangs
}

// Call reads a call from in and returns the answer to it. Any failure, a panic included,
// becomes a refusal.
func Call(c Options, in io.Reader) (reply hook.Reply) {
	agent := c.Agent
	refuse := func(reason string) hook.Reply { return agent.Reply(hook.Refuse, reason) }
	defer func() {
		if r := recover(); r != nil {
			reply = refuse(fmt.Sprintf("shimgen: failed, so it refuses: %v", r))
		}
	}()
	payload, err := io.ReadAll(io.LimitReader(in, hook.MaxPayload+1))
	if err != nil {
		return refuse("shimgen: cannot read the payload: " + err.Error())
	}
	if len(payload) > hook.MaxPayload && c.Sealed { // the registered line's time limit bounds this read
		_, _ = io.Copy(io.Discard, in) // an agent whose write fails takes the hook for failed
	}
	call, err := hook.Read(payload)
	if err != nil {
		return refuse("shimgen: refused: " + err.Error())
	}
	s, err := c.Open()
	if err != nil {
		return refuse("shimgen: " + err.Error())
	}
	s.AskedBy(sourceOf(call), agent.Name, call.Session)
	s.MarkSession()
	s.OnTimeout = func(req guard.Request, d guard.Decision) {
		_ = s.RecordCheck(cmp.Or(req.Source, shellquote.Command(req.Argv)), d)
		c.End(refuse("shimgen: refused: " + d.Err.Error()))
	}
	reg, _ := hook.RegistrationOf(agent.Name)
	q := hookedCall{c, agent, reg, call, payload}
	if q.isPending(s) {
		return hook.Reply{}
	}
	worst, isOnly, err := c.worst(s, call)
	if err != nil {
		return refuse("shimgen: blocked: " + err.Error())
	}
	return q.answer(s, worst, isOnly)
}

// answer is what the agent gets for the strictest decision about its call, and whether that is
// the only one that lets nothing pass.
func (q hookedCall) answer(s *runner.Session, worst guard.Decision, isOnly bool) hook.Reply {
	wants := Verdict(worst, q.GrantReadOnly)
	asks := wants == hook.Ask && q.agent.In(q.call.Mode).Asks
	if isOnly && wants == hook.Ask && q.approved(s, worst) {
		wants = hook.Pass
	}
	held := wants == hook.Ask && s.Held()
	if held {
		worst, wants, asks = worst.WithoutAsking(), hook.Refuse, false
	}
	if (wants >= hook.Pass || asks) && worst.ID() != "" && q.confines(s) {
		return q.confinedReply(s, worst, wants)
	}
	reason := ""
	if wants < hook.Pass {
		reason = objection(worst)
	}
	if more := q.more(s, worst, wants, held, !asks && isOnly); more != "" {
		reason += "; " + more
	}
	reply := q.agent.In(q.call.Mode).Reply(wants, reason)
	told := q.agent.Tell(reply, "shimgen: nothing is recorded: "+s.Unrecorded())
	if told != reply && s.Unrecorded() != "" && s.FirstTimeIn(q.call.Session, "unrecorded") {
		return told
	}
	return reply
}

// more is what an objection says beyond the findings: that the agent has tried this before,
// that its session is held, or how a person can allow what nobody can be asked about here.
func (q hookedCall) more(s *runner.Session, worst guard.Decision, wants hook.Verdict, held, waits bool) string {
	switch {
	case sourceOf(q.call) == "doctor":
		return ""
	case wants == hook.Refuse:
		if tried := s.CountAttempt(worst); tried != "" || !held {
			return tried
		}
		return "nothing is asked for this session until the user has looked: shimgen attempts"
	case wants == hook.Ask && waits:
		return runner.Later(s.AskLater(worst))
	}
	return ""
}

// sourceOf is the source of a call's records: doctor's calls are not an agent's.
func sourceOf(call hook.Call) string {
	if len(call.Sources) == 1 && hook.IsProbe(call.Sources[0]) {
		return "doctor"
	}
	return "hook"
}

// Verdict translates a decision into the hook's answer. With grantReadOnly it grants what
// only reads.
func Verdict(d guard.Decision, grantReadOnly bool) hook.Verdict {
	switch d.Action {
	case rules.Ask:
		return hook.Ask
	case rules.Warn:
		return hook.Pass
	case rules.Allow:
		if d.ReadOnly && grantReadOnly {
			return hook.Grant
		}
		return hook.Pass
	}
	return hook.Refuse
}

// objection puts what exec would print about a decision on one line.
func objection(d guard.Decision) string {
	var text bytes.Buffer
	verdict.PrintQuestion(&text, d)
	return strings.ReplaceAll(strings.TrimSpace(text.String()), "\nshimgen: ", "; ")
}

// worst judges everything that a call would do and returns the strictest decision, and
// whether it is the only one that lets nothing pass. The result is read-only only if every
// part is.
func (c Options) worst(s *runner.Session, call hook.Call) (worst guard.Decision, isOnly bool, err error) {
	all, err := c.decisions(s, call)
	if err != nil {
		return guard.Decision{}, false, err
	}
	worst = guard.Decision{Action: rules.Allow}
	readOnly := len(all) > 0
	if readOnly && all[0].Action == rules.Allow {
		worst = all[0]
	}
	stops := 0
	for _, d := range all {
		readOnly = readOnly && d.ReadOnly
		if d.Action < rules.Warn {
			stops++
		}
		if d.Action < worst.Action {
			worst = d
		}
	}
	worst.ReadOnly = readOnly
	return worst, stops == 1, nil
}

// decisions judges each thing that a call would do, and records the decisions.
func (c Options) decisions(s *runner.Session, call hook.Call) ([]guard.Decision, error) {
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
		d := s.Decide(guard.Request{Source: source, Dir: dir, Shims: c.Shims})
		if errors.Is(d.Err, parser.ErrEmpty) {
			d = guard.Decision{Action: rules.Allow} // an empty command runs nothing
		}
		if err := note(source, d); err != nil {
			return nil, err
		}
	}
	for _, argv := range call.Argvs {
		d := s.Decide(guard.Request{Argv: argv, Dir: dir, Shims: c.Shims})
		if err := note(shellquote.Command(argv), d); err != nil {
			return nil, err
		}
	}
	for _, code := range call.Codes {
		if err := c.code(s, code, dir, &call, note); err != nil {
			return nil, err
		}
	}
	if call.Unparsed {
		if err := note("tool "+shellquote.Command([]string{call.Tool}), s.DecideUnread(call.Tool)); err != nil {
			return nil, err
		}
	}
	return all, errors.Join(c.paths(s, call, dir, note), c.urls(s, call, note))
}

// code judges code that a tool would run, in every language it may be written in. Code
// that no reader can parse counts as unread.
func (c Options) code(s *runner.Session, code hook.Code, dir string, call *hook.Call, note func(string, guard.Decision) error) error {
	argvs := code.Argvs()
	for _, argv := range argvs {
		if err := note(shellquote.Command(argv), s.Decide(guard.Request{Argv: argv, Dir: dir, Shims: c.Shims})); err != nil {
			return err
		}
	}
	if code.Lang != nil {
		return nil
	}
	read := len(argvs) > 0
	if d := s.Decide(guard.Request{Source: code.Text, Dir: dir, Shims: c.Shims}); d.Err == nil {
		read = true
		if err := note(code.Text, d); err != nil {
			return err
		}
	}
	call.Unparsed = call.Unparsed || !read
	return nil
}

// paths judges the files that a tool reads, writes or deletes.
func (c Options) paths(s *runner.Session, call hook.Call, dir string, note func(string, guard.Decision) error) error {
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
				err = note(use.verb+" "+shellquote.Command([]string{p}), d)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// urls judges the URLs that a tool would fetch.
func (c Options) urls(s *runner.Session, call hook.Call, note func(string, guard.Decision) error) error {
	for _, url := range call.URLs {
		_, d, err := s.DecideURL(url)
		if err == nil {
			err = note("fetch "+shellquote.Command([]string{url}), d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
