package guard

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// The errors for paths that name nothing.
var (
	ErrNoPath  = errors.New("empty path")
	ErrNul     = errors.New("NUL byte in a path")
	ErrNowhere = errors.New("the working directory is gone, so a relative path leads nowhere")
)

// readsAs is the program as whose effect a read of a path is judged. Rules about secrets name
// the programs that print a file, and reading a file amounts to that.
const readsAs = "cat"

// JudgePath decides about one use of a path: [grammar.Reads], Writes or Deletes, which includes
// everything below. A leading ~ stands for the user's home. It returns the canonical path,
// which is what would be touched. The error is ErrNoPath, ErrNul, ErrNowhere, or about a loop
// of links; then the decision blocks.
func JudgePath(p *policy.Policy, m zone.Machine, req Request, name string, use grammar.Kind) (string, Decision, error) {
	switch {
	case name == "":
		return "", Decision{Err: ErrNoPath}, ErrNoPath
	case strings.ContainsRune(name, 0):
		return "", Decision{Err: ErrNul}, ErrNul
	}
	name = m.Expand(name)
	abs := name
	if !strings.HasPrefix(abs, "/") {
		if req.Dir == Nowhere {
			return "", Decision{Err: ErrNowhere}, ErrNowhere
		}
		abs = req.Dir + "/" + abs
	}
	real, err := zone.Resolve(m.Files, abs, req.Dir, use&grammar.Deletes == 0)
	if err != nil {
		return "", Decision{Err: err}, err
	}
	v := &grammar.Invocation{Truth: parser.Yes, Command: parser.Argv([]string{name}), Effects: []grammar.Effect{
		{Kind: use, Word: parser.Text(name), Recursive: parser.Yes, Truth: parser.Yes},
	}}
	if use == grammar.Reads {
		v.Name, v.Program = readsAs, grammar.Lookup(readsAs)
	}
	return real, judgeEffects(p, m, req, v), nil
}

// JudgeURL decides about connecting to a URL and returns its host. The error says why it is not
// a plain URL with scheme http or https; then the decision blocks.
func JudgeURL(p *policy.Policy, m zone.Machine, req Request, url string) (string, Decision, error) {
	scheme, host, err := zone.Host(url)
	if err == nil && scheme != "http" && scheme != "https" {
		err = errors.New("URL " + url + ": scheme is not http or https")
	}
	if err != nil {
		return "", Decision{Err: err}, err
	}
	v := &grammar.Invocation{Truth: parser.Yes, Command: parser.Argv([]string{url}), Effects: []grammar.Effect{
		{Kind: grammar.Connects, Word: parser.Text(url), Truth: parser.Yes},
	}}
	return host, judgeEffects(p, m, req, v), nil
}

// JudgeUnread decides about a call of an unknown tool with arguments that shimgen cannot read,
// as about any word that only execution knows.
func JudgeUnread(p *policy.Policy, m zone.Machine, req Request, tool string) Decision {
	v := &grammar.Invocation{Truth: parser.Yes, Command: parser.Argv([]string{tool})}
	d := judgeEffects(enforced(p), m, req, v)
	rule := rules.Rule{
		ID: "tool.unread", Class: rules.Opaque,
		Reason: "gives a tool what cannot be told to be harmless",
		Hint:   "ask the user",
	}
	if action := p.Action(&rule); action != rules.Allow {
		d.Findings = append(d.Findings, Finding{Rule: &rule, Action: action, Truth: parser.Yes, Command: v.Command, Ring: RingCheck})
		d.Action = min(d.Action, action)
	}
	return observed(p, d)
}

// judgeEffects decides about effects that belong to no program's command.
func judgeEffects(p *policy.Policy, m zone.Machine, req Request, v *grammar.Invocation) Decision {
	j := newJudge(p, m, req)
	j.argv, j.Invocations = nil, []*grammar.Invocation{v}
	for _, f := range rules.Check(p.Rules, j.Invocations, j.view(j.Invocations)) {
		j.add(f)
	}
	return j.finish()
}
