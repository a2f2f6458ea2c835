package runner

import (
	"errors"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/handover"
	"github.com/agent-loop/shimgen/host"
)

// pending are the commands of this installation that wait to be carried out.
func (s *Session) pending() handover.Store {
	return handover.Store{Root: s.Root, Owner: s.owner, UID: s.uid}
}

// Defer keeps a command that was judged under this session for exec to carry out, and
// returns the name that exec knows it by.
func (s *Session) Defer(d guard.Decision, p handover.Command) (claim string, err error) {
	p.Work, p.Profile, p.Flags = s.Work, s.Policy.Profile, s.Flags
	return s.pending().Put(d, p)
}

// Await returns a command that waits to be carried out under a name, and leaves it there.
func (s *Session) Await(claim string) (handover.Command, error) { return s.pending().Look(claim) }

// Claim takes the command that waits under a name, so that nobody else can: there is one
// run for each decision, and the file must go before. It is of the installation that this
// program is part of.
func Claim(claim string) (handover.Command, error) {
	id, installed := gate.Installed()
	if !installed {
		return handover.Command{}, errors.New("this shimgen is not installed: it carries out no decisions")
	}
	return handover.Store{Root: id.Root, Owner: host.UID(), UID: host.UID()}.Take(claim)
}

// OptionsOf are the options that the session of a hook was opened with which left a command
// to be carried out.
func OptionsOf(p handover.Command, env []string) Options {
	return Options{Flags: p.Flags, Settled: true, Work: p.Work, Env: env, Agent: p.Agent, Session: p.Session, Source: "exec"}
}
