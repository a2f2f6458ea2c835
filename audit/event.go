package audit

import "time"

// Event is something to record. All types of events are in this package; ParseEvent and
// ParseInside return Events too.
type Event interface {
	record() record
}

// A record holds the values of an event, in the order of the schema's columns, before they are
// written as a line.
type record struct {
	event  string
	from   source
	denied bool      // reports a refusal
	cut    bool      // was already shortened to fit
	at     time.Time // when it happened, zero for now
	run    uint64    // id of the decision on the command during which it happened; 0 for none
	values []any     // nil for a missing field
	own    *Context  // what a writer inside a sandbox said about itself
}

// Context says who wrote a record, and where. It is the same for all records of one process.
// Every field but UID may be empty, and is then left out.
type Context struct {
	Source  string // the part of shimgen that decided: check, hook, exec, run, inline, mcp, shim, doctor, audit
	Agent   string // what the requesting program calls itself
	Session string // what that program calls its session
	Host    string // the machine's name
	UID     int
	Dir     string // working directory
	Profile string
	Policy  string // fingerprint of the policy's files and flags
}

// values returns the values of a context in the order of its columns.
func (c Context) values() []any {
	return []any{c.Source, c.Agent, c.Session, c.Host, int64(c.UID), c.Dir, c.Profile, c.Policy}
}

func (r record) record() record { return r }

// During adds to an event the command during which it happened: run is the id of the decision
// that let the command run. Only the judge knows it.
func During(e Event, run uint64) Event {
	r := e.record()
	r.run = run
	return r
}

// ShimOf returns the event if it is a shim's decision, with the fields that joining it to
// a finding needs: command, argv, action, rules, id and path.
func ShimOf(e Event) (s Shim, ok bool) {
	r := e.record()
	if r.event != "path_proxy" || len(r.values) != 15 {
		return Shim{}, false
	}
	s.Command, _ = r.values[0].(string)
	s.Argv, _ = r.values[1].([]string)
	s.Action, _ = r.values[2].(string)
	s.Rules, _ = r.values[3].([]string)
	s.ID, _ = r.values[5].(uint64)
	s.Path, _ = r.values[11].(string)
	return s, true
}

// Deferred says what became of the findings about one command that the check left to a
// shim, according to the records made inside the sandbox.
type Deferred struct {
	ID       uint64   // id of the decision that left them
	Command  string   // the program, as written
	Findings int64    // how many were left
	Rules    []string // their rules, if the shim found them to match
	End      string   // allowed, blocked or "not met"
	Shim     uint64   // id of the shim's decision; 0 if the program met no shim
	Times    int64    // how often the program met its shim
}

func (e Deferred) record() record {
	return record{event: "deferred", values: []any{e.ID, e.Command, e.Findings, e.Rules, e.End, e.Shim, e.Times}}
}

// Shim is what a shim, or the judge on its behalf, decided about one exec.
type Shim struct {
	Command string   // the name it was called by
	Argv    []string // the argument vector, that name included
	Action  string   // allow, warn, ask or block
	Rules   []string // ids of the rules that decided
	Profile string
	ID      uint64 // joins the records of one decision (gate.NewID)
	PID     int
	PPID    int
	UID     int
	Dir     string // working directory
	Ring    string // what enforces the decision: check, shim or sandbox
	Path    string // the real program; "" if nobody looked for one

	Findings []string // each "RULE ACTION RING"
	Changed  []string // names of variables whose change since install counted
	Would    string   // under profile observe: the action that was not enforced; else ""
}

func (e Shim) record() record {
	return record{event: "path_proxy", denied: refused(e.Action), values: []any{
		e.Command, e.Argv, e.Action, e.Rules, e.Profile, e.ID,
		int64(e.PID), int64(e.PPID), int64(e.UID), e.Dir, e.Ring, e.Path, e.Findings, e.Changed, e.Would,
	}}
}

// Command is what check or exec decided about a piece of shell source.
type Command struct {
	Text    string // the source
	Action  string // allow, warn, ask or block
	Allowed bool   // whether it may run, also after the user answered an ask
	Reason  string
	Rules   []string
	ID      uint64
	Agent   string // what the requesting program calls itself; "" if it does not say

	Findings []string // each "RULE ACTION RING"; the action of one left to a shim is defer
	Changed  []string // names of variables whose change since install counted; from Detailed on
	Would    string   // as of a Shim
}

func (e Command) record() record {
	return record{event: "command", denied: !e.Allowed, values: []any{
		e.Text, e.Action, e.Allowed, e.Reason, e.Rules, e.ID, e.Agent, e.Findings, e.Changed, e.Would,
	}}
}

// Consent is a step on the way to a person's yes, to a command that was asked about or to a
// project's policy file.
type Consent struct {
	Step    string // approved, declined, used or revoked; trusted or untrusted; released; sent; yes, no or refused
	Code    string // the code of the request
	ID      uint64 // of the decision that asked, or that used the yes
	Command string
	Dir     string   // where the command may run
	Rules   []string // the rules that ask about it
	Until   string   // when the yes ends, in RFC 3339
	Path    string   // of the project's file
	Hash    string   // of that file's text: SHA-256
	By      string   // who answered from another machine
	Machine string   // the machine that was answered: TEAM.MACHINE
	Reason  string   // why an answer was refused
}

func (e Consent) record() record {
	return record{event: "consent", denied: e.Step == "declined" || e.Step == "refused", values: []any{
		e.Step, e.Code, e.ID, e.Command, e.Dir, e.Rules, e.Until, e.Path, e.Hash, e.By, e.Machine, e.Reason,
	}}
}

// Outcome is how an executed command ended.
type Outcome struct {
	ID       uint64 // of the decision that let it run
	Exit     int    // exit status; 128+n for signal n, as in shells
	Signal   string // name of the signal that ended it, "" if none
	TimedOut bool
	Duration time.Duration // written in whole milliseconds
	Output   string        // what it printed, if that was captured; written at Forensic only

	Sandbox    string // what confined it; "" for nothing
	PID        int    // of the started process, which is the ppid of its children
	Stdout     int64  // bytes that it printed, if that was captured; this and the next two from Detailed on
	Stderr     int64
	Violations int64         // how often its sandbox refused it something
	Withheld   []string      // names of variables that it did not get
	CPU        time.Duration // processor time of the command and its children; this and the next at Forensic only
	Memory     int64         // the largest resident set, in KiB
}

func (e Outcome) record() record {
	return record{event: "outcome", values: []any{
		e.ID, int64(e.Exit), e.Signal, e.TimedOut, e.Duration.Milliseconds(), e.Output,
		e.Sandbox, int64(e.PID), e.Stdout, e.Stderr, e.Violations, e.Withheld, e.CPU.Milliseconds(), e.Memory,
	}}
}

// FileAccess is a file tool's request.
type FileAccess struct {
	Path      string // canonical: the path that was really used
	Operation string // read, write or delete
	Allowed   bool
	Reason    string
	Bytes     int64
}

func (e FileAccess) record() record {
	return record{event: "file_access", denied: !e.Allowed, values: []any{e.Path, e.Operation, e.Allowed, e.Reason, e.Bytes}}
}

// Network is something that a command in a sandbox reached on the network, or was refused. What
// profile observe let through is allowed, and Would says what an enforcing profile does.
type Network struct {
	Host    string // a name or an address
	Port    uint16 // 0 if unknown
	Method  string // of a request that the proxy saw; "datagram"; "" for connections
	Path    string // of a refused request
	Allowed bool
	Would   string // the action that profile observe did not enforce
	Reason  string // what in the policy refused it, or would have
	Fix     string // what would allow it
	Entry   string // the entry of network.allowed_domains that would
	Count   int64  // how often
}

func (e Network) record() record {
	return record{event: "network", denied: !e.Allowed, values: []any{
		e.Host, int64(e.Port), e.Method, e.Path, e.Allowed, e.Would, e.Reason, e.Fix, e.Entry, e.Count,
	}}
}

// ToolCall is a call of one of the agent's tools.
type ToolCall struct {
	Tool    string
	Success bool
	Args    string
}

func (e ToolCall) record() record {
	return record{event: "tool_call", values: []any{e.Tool, e.Success, e.Args}}
}

// APICall is a request to a model.
type APICall struct {
	Backend string
	Model   string
	Tokens  int64
	Cost    float64 // in the backend's currency
}

func (e APICall) record() record {
	return record{event: "api_call", values: []any{e.Backend, e.Model, e.Tokens, e.Cost}}
}

// SessionStart opens an agent's session.
type SessionStart struct {
	SessionID string
	UserID    string
	Profile   string
}

func (e SessionStart) record() record {
	return record{event: "session_start", values: []any{e.SessionID, e.UserID, e.Profile}}
}

// SessionEnd closes it.
type SessionEnd struct {
	SessionID string
}

func (e SessionEnd) record() record {
	return record{event: "session_end", values: []any{e.SessionID}}
}

// refused reports whether an action keeps the command from running.
func refused(action string) bool { return action != "allow" && action != "warn" }
