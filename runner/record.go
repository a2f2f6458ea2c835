package runner

import (
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/trail"
)

// AuditDir returns the directory of the audit trail.
func (s *Session) AuditDir() string { return s.trail().Dir() }

// trail returns the writer of this installation's audit trail.
func (s *Session) trail() trail.Writer {
	return trail.Writer{Root: s.Root, Owner: s.owner, UID: s.uid, Installed: s.Installed, Policy: s.Policy.Audit}
}

// Record writes an event to the audit trail, and a copy if AGENT_LOOP_AUDIT_LOG asks for one.
// If the policy requires the trail, a failure is an error; otherwise it is a notice, with three
// exceptions. A command that a shim lets run stays silent if a limit of this process caused the
// failure: a script that sets such a limit for its programs also reads what they print. A
// shim's notice comes once a session. A shimgen that was never installed has no trail.
func (s *Session) Record(e audit.Event) error {
	if s.Policy.Audit.Level == gate.Off {
		return nil
	}
	err := s.trail().Append(s.context(), e)
	s.appendCopy(e)
	if err == nil || !s.Installed && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if s.Policy.Audit.Required {
		return fmt.Errorf("%s: %w; the policy requires the audit trail", s.AuditDir(), err)
	}
	shim, isShim := e.(audit.Shim)
	if runs := shim.Action == rules.Allow.String() || shim.Action == rules.Warn.String(); runs && trail.IsLimited(err) {
		return nil
	}
	s.unrecorded = fmt.Sprintf("%s: %s", s.AuditDir(), err)
	if isShim && !trail.IsLimited(err) && !s.FirstTime("unrecorded "+s.unrecorded) {
		return nil // the caller has read it with an earlier command
	}
	s.warn("%s; nothing was recorded", s.unrecorded)
	return nil
}

// Unrecorded says why an event could not be recorded, or "".
func (s *Session) Unrecorded() string { return s.unrecorded }

// appendCopy appends the event to the file that AGENT_LOOP_AUDIT_LOG names, if the policy allows that
// write and only this user can write the file. The agent can set the variable, but it can only
// add a copy.
func (s *Session) appendCopy(e audit.Event) {
	name := s.env.value("AGENT_LOOP_AUDIT_LOG")
	if name == "" {
		return
	}
	at := name // with links in the directory followed, as /tmp is one on macOS; the file itself must not be a link
	if dir, err := host.Canonical(filepath.Dir(name)); err == nil {
		at = filepath.Join(dir, filepath.Base(name))
	}
	_, d, err := s.DecidePath(at, grammar.Writes, 0)
	if err != nil || d.Action != rules.Allow && d.Action != rules.Warn {
		s.warn("AGENT_LOOP_AUDIT_LOG=%s: the policy does not allow that write; no copy", name)
		return
	}
	f, err := host.Open(at, host.AuditCopy(s.uid))
	if err != nil {
		s.warn("AGENT_LOOP_AUDIT_LOG: %s; no copy", err)
		return
	}
	defer f.Close()
	if err := trail.Write(f, s.Policy.Audit.Level, s.context(), e); err != nil && !trail.IsLimited(err) {
		s.warn("AGENT_LOOP_AUDIT_LOG: %s", err)
	}
}

// RecordShim records a shim's decision.
func (s *Session) RecordShim(name string, args []string, d guard.Decision, path string) error {
	s.keepProvenance(d, d.Action == rules.Allow || d.Action == rules.Warn)
	argv := redact.Argv(append([]string{name}, args...))
	told, would := trail.Observed(d)
	return s.Record(audit.Shim{
		Command: name, Argv: argv, Action: d.Action.String(), Rules: trail.RuleIDs(told), Profile: s.Policy.Profile, ID: trail.ParseID(d.ID()),
		PID: os.Getpid(), PPID: os.Getppid(), UID: s.uid, Dir: s.Dir, Ring: string(guard.RingShim), Path: path,
		Findings: trail.Findings(told), Changed: s.changedNames(), Would: would,
	})
}

// RecordUnopened records that a shim refused its command because the policy is missing or
// invalid. Without a policy nobody has switched the trail off. Failures are ignored: there is
// nobody left to tell.
func RecordUnopened(name string, args []string) {
	id, installed := gate.Installed()
	if !installed {
		return
	}
	s := &Session{Policy: &policy.Policy{}, Root: id.Root, Installed: true, uid: host.UID()}
	var err error
	if s.owner, err = policyfile.OwnerOf(id, s.uid); err != nil {
		return
	}
	s.Dir, _ = host.Getwd() // "" if the directory has no name
	_ = s.trail().Append(s.context(), audit.Shim{
		Command: name, Argv: redact.Argv(append([]string{name}, args...)), Action: rules.Block.String(),
		PID: os.Getpid(), PPID: os.Getppid(), UID: s.uid, Dir: s.Dir, Ring: string(guard.RingShim),
	})
}

// RecordCheck records a check, which runs nothing.
func (s *Session) RecordCheck(text string, d guard.Decision) error {
	return s.RecordExec(text, d, d.Action == rules.Allow || d.Action == rules.Warn)
}

// RecordExec records the decision on a command, and whether it may run.
func (s *Session) RecordExec(text string, d guard.Decision, allowed bool) error {
	s.keepProvenance(d, allowed)
	text = redact.Text(text, d)
	reason := ""
	told, would := trail.Observed(d)
	if f, ok := told.Worst(); ok {
		reason = f.Rule.Reason
	}
	switch {
	case told.Err != nil:
		reason = told.Err.Error()
	case d.Unread:
		reason = "not judged: --no-check"
	}
	return s.Record(audit.Command{
		Text: text, Action: d.Action.String(), Allowed: allowed, Reason: reason, Rules: trail.RuleIDs(told), ID: trail.ParseID(d.ID()),
		Agent: s.recordContext.Agent, Findings: trail.Findings(told), Changed: s.changedNames(), Would: would,
	})
}

// recordOutcome records how a child ended.
func (s *Session) recordOutcome(p permit.Permit, c *child, o audit.Outcome) {
	o.ID, o.Withheld, o.PID = trail.ParseID(p.Decision()), s.removedVars, c.ProcessState.Pid()
	if c.sandbox != NoSandbox {
		o.Sandbox = string(c.sandbox)
	}
	for _, v := range s.violations {
		o.Violations += int64(max(1, v.Count))
	}
	o.CPU = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	if used, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.Memory = int64(used.Maxrss)
		if s.Machine.Mac {
			o.Memory >>= 10 // macOS counts bytes
		}
	}
	if o.Exit > 128 {
		o.Signal = syscall.Signal(o.Exit - 128).String()
	}
	if err := s.Record(o); err != nil {
		s.warn("%s", err) // the command has run, so this cannot be an error
	}
}

// AskedBy sets for whom the session decides: see [Options].
func (s *Session) AskedBy(source, agent, session string) {
	s.recordContext.Source, s.recordContext.Agent, s.recordContext.Session = source, agent, session
}

// context returns what every record of this process has.
func (s *Session) context() audit.Context {
	c := s.recordContext
	c.UID, c.Dir, c.Profile = s.uid, s.Dir, s.Policy.Profile
	c.Host, _ = os.Hostname() // "" if nobody knows
	return c
}

// fingerprintOf identifies a policy by the text of its files and by the flags. For a file whose
// text was not read, because it has an index, it uses the file's identity.
func fingerprintOf(layers []policy.Layer, flags policy.Flags) string {
	h := fnv.New64a()
	for _, l := range layers {
		kind := byte(l.Kind)
		if l.Trusted {
			kind |= 0x80
		}
		h.Write(append(strconv.AppendInt([]byte{kind, ' '}, int64(len(l.Data)), 10), '\n'))
		h.Write(l.Data)
		if l.Index != nil {
			fmt.Fprintf(h, "%+v", l.Origin)
		}
	}
	if !reflect.ValueOf(flags).IsZero() {
		fmt.Fprintf(h, "%+v", flags)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// changedNames returns the names of the variables that differ from those at install. Only the
// levels from detailed on record them.
func (s *Session) changedNames() (names []string) {
	if !s.Installed || s.Policy.Audit.Level > gate.Detailed {
		return nil
	}
	for _, pair := range s.Changed() {
		name, _, _ := strings.Cut(pair, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// recordDeferred records, for each command with findings deferred to shims, how the shims in
// the sandbox decided. Lines from inside the sandbox say so, and anybody there could have
// written them.
func (s *Session) recordDeferred(run string, left []guard.Finding, seen []audit.Shim) {
	for _, e := range trail.Deferred(trail.ParseID(run), left, seen) {
		if err := s.Record(e); err != nil {
			s.warn("%s", err) // the command has run, so this cannot be an error
		}
	}
}
