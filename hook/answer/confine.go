package answer

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/ticket"
)

// hookedCall is an agent's call together with the payload that the hook read.
type hookedCall struct {
	Options
	agent   hook.Host
	reg     hook.Registration
	call    hook.Call
	payload []byte
}

// program is the shimgen that the agent's commands name. Copilot asks its user about
// every path outside its trusted folders, so there the name is bare and PATH leads to it.
func (q hookedCall) program(s *runner.Session) string { return q.reg.Program(s.Root) }

// confines reports whether an allowed command runs in a sandbox: because the registered
// line says so, or because an administrator has locked sandbox.mode at required.
func (q hookedCall) confines(s *runner.Session) bool {
	locked := s.Policy.Sandbox == policy.Required && s.Policy.LockOf("sandbox.mode") != ""
	if !s.Installed || q.agent.Rewrite == hook.NoRewrite || !q.reg.Runs(q.call) || !(q.Confine && !q.NeverConfine || locked) {
		return false
	}
	if q.agent.Rewrite == hook.AllowedInput {
		return q.call.Mode == "bypassPermissions" && unconfinedCodex()
	}
	return true
}

// isPending reports whether the call's command already carries out a hook's decision that
// nobody has claimed yet: then the hook has judged it before. A command that the user was
// asked about never counts: a user who declined must not find it run because the agent
// tried again.
func (q hookedCall) isPending(s *runner.Session) bool {
	if !s.Installed || len(q.call.Sources) != 1 {
		return false
	}
	source := q.call.Sources[0]
	claim, ok := q.reg.ConfinedBy(q.program(s), source)
	if !ok {
		return false
	}
	p, err := s.LookTicket(claim)
	if err != nil || len(p.Asked) > 0 || q.reg.ConfinedCommand(q.program(s), claim, p.Text) != source {
		return false
	}
	dir, err := host.Canonical(q.dir(s))
	return err == nil && dir == p.Dir
}

// dir is the directory in which the call's command would run.
func (q hookedCall) dir(s *runner.Session) string {
	if filepath.IsAbs(q.call.Dir) {
		return q.call.Dir
	}
	return filepath.Join(s.Dir, q.call.Dir)
}

// confinedReply is the answer that replaces the agent's command by one that carries the
// decision out. It refuses a command that it cannot replace.
func (q hookedCall) confinedReply(s *runner.Session, d guard.Decision, verdict hook.Verdict) hook.Reply {
	agent, reason := q.agent.In(q.call.Mode), ""
	if verdict == hook.Ask {
		reason = objection(d)
	}
	refuse := func(err error) hook.Reply {
		return agent.Reply(hook.Refuse, "shimgen: blocked: cannot be confined: "+err.Error())
	}
	if len(q.call.Sources) != 1 {
		return refuse(hook.ErrShape)
	}
	text := q.call.Sources[0]
	claim, err := s.PutTicket(d, ticket.Command{Text: text, Dir: q.dir(s), Agent: agent.Name, Session: q.call.Session})
	if err != nil {
		return refuse(err)
	}
	reply, err := agent.Rewritten(q.payload, text, q.reg.ConfinedCommand(q.program(s), claim, text), reason)
	if err != nil {
		return refuse(err)
	}
	return reply
}

// maxParents limits how many ancestor processes are examined.
const maxParents = 8

// unconfinedCodex reports whether an ancestor of this process is a Codex whose command
// line turns its sandbox off. Inside Codex' sandbox nobody can claim a decision or set up
// another sandbox, and Codex' payloads do not say whether it is on.
func unconfinedCodex() bool {
	for pid, n := os.Getppid(), 0; pid > 1 && n < maxParents; n++ {
		args, err := host.CommandLine(pid)
		if err != nil {
			return false
		}
		if strings.HasPrefix(filepath.Base(args[0]), "codex") {
			return hook.CodexUnconfined(args[1:])
		}
		pid = host.ParentOf(pid)
	}
	return false
}
