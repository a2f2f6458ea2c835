package explain

import (
	"errors"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// Page is everything that explain prints, also as JSON.
type Page struct {
	Command  string       `json:"command"`
	Action   string       `json:"action"`
	Said     string       `json:"said"` // check's own line; "" for a command that is allowed without a finding
	Hint     string       `json:"hint"`
	ReadOnly bool         `json:"readonly"`
	Error    string       `json:"error,omitempty"`
	At       *parser.Span `json:"error_span,omitempty"`
	Profile  string       `json:"profile"`
	Sources  []string     `json:"policy_sources"`
	Dir      string       `json:"dir"`
	Work     string       `json:"work"` // the work directory; "" if nothing counts as inside
	Commands []*step      `json:"commands"`
	More     int          `json:"more"` // how many commands were left out

	source    string            // the text of the request; "" for an argument vector
	inherited map[string]string // by name, the variables whose values must not be shown
}

// step is one command.
type step struct {
	Command    string             `json:"command"`
	How        string             `json:"how"`    // what makes it run; "" for a command of the text itself
	Source     string             `json:"source"` // the text that holds it, if that is not the request's
	Span       parser.Span        `json:"span"`
	Words      []wordLine         `json:"words"`
	Grammar    grammarLine        `json:"grammar"`
	Directory  string             `json:"directory"`
	Stdin      stdinLine          `json:"stdin"`
	Effects    []effect           `json:"effects"`
	Findings   []explainedFinding `json:"findings"`
	Deferred   []explainedFinding `json:"deferred"`
	Passed     []passedRule       `json:"passed"`
	Near       []nearRule         `json:"near"`
	Gate       string             `json:"gate"`
	Background bool               `json:"background"`
	Function   string             `json:"function"`
	Error      string             `json:"error,omitempty"`
	Commands   []*step            `json:"commands"`

	text string // the whole text that Span refers to
}

type grammarLine struct {
	Program  string `json:"program"`
	Sub      string `json:"subcommand"`
	Source   string `json:"source"`
	Complete bool   `json:"complete"`
	Why      string `json:"why"` // why it is incomplete
}

type stdinLine struct {
	Kind string   `json:"kind"` // inherited, file, text, pipe
	Text string   `json:"text"`
	From []string `json:"from"`
}

// explainedFinding is a finding and what decided about it.
type explainedFinding struct {
	verdict.Finding
	Word     string      `json:"word"` // the word that the rule matched; "" for the whole command
	WordSpan parser.Span `json:"word_span"`
	By       cause       `json:"decided_by"`
	Undone   string      `json:"undone_by,omitempty"` // of a destructive rule: what can bring back what it destroys
	Came     string      `json:"came,omitempty"`      // how an earlier command brought here what the word names
}

type cause struct {
	Key   string `json:"key"`
	Layer string `json:"layer"`
	Where string `json:"where"`
	Lock  string `json:"locked_by"`
	Floor bool   `json:"floor"` // the rule itself permits no weaker action
}

// passedRule is a rule that matches without any consequence.
type passedRule struct {
	Rule      string `json:"rule"`
	Certainty string `json:"certainty"`
	Lifted    bool   `json:"lifted"` // by one of the user's allowed entries
	By        cause  `json:"decided_by"`
}

type nearRule struct {
	Rule string `json:"rule"`
	Why  string `json:"why"`
	Held int    `json:"held"` // how many of the rule's conditions hold before the failing one
}

func newCause(c policy.Cause) cause { return cause{c.Key, c.Layer, c.Where, c.Lock, c.Floor} }

// New makes the page of an explanation.
func New(command string, req guard.Request, x guard.Explanation, s *runner.Session) *Page {
	p := &Page{
		Command: gate.Redact(redact.Text(command, x.Decision)), Action: x.Action.String(), ReadOnly: x.ReadOnly, Profile: s.Policy.Profile,
		Dir: s.Dir, Work: x.Work, Sources: []string{}, Commands: []*step{}, More: x.More, inherited: x.Inherited,
	}
	p.Said, p.Hint = verdict.Say(x.Decision)
	if req.Dir != "" {
		p.Dir = req.Dir
	}
	for _, src := range s.Policy.Sources {
		p.Sources = append(p.Sources, src.Kind.String()+" "+src.Name)
	}
	if req.Argv == nil {
		p.source = req.Source
	}
	if x.Err != nil {
		p.Error, p.At = gate.Redact(x.Err.Error()), placeOf(x.Err)
	}
	b := &builder{redactor: redact.New(x.Decision), masked: map[string]string{p.source: redact.Mask(p.source, x.Invocations)}, page: p, session: s, steps: map[*grammar.Invocation]*guard.Step{}, stepOf: map[*parser.Command]*step{}}
	for i := range x.Steps {
		b.steps[x.Steps[i].Invocation] = &x.Steps[i]
	}
	for _, v := range x.Invocations {
		b.root(v)
	}
	p.source = b.shown(p.source)
	return p
}

// placeOf returns the span of a source that an error refers to.
func placeOf(err error) *parser.Span {
	var syntax *parser.SyntaxError
	var limit *parser.LimitError
	switch {
	case errors.As(err, &syntax):
		return &syntax.Span
	case errors.As(err, &limit):
		return &limit.Span
	}
	return nil
}
