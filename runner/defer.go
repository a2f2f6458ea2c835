package runner

import (
	"errors"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/ticket"
)

// pending are the commands of this installation that wait to be carried out.
func (s *Session) pending() ticket.Store {
	return ticket.Store{Root: s.Root, Owner: s.owner, UID: s.uid}
}

// Defer keeps a command that was judged under this session for exec to carry out, and
// returns the name that exec knows it by.
func (s *Session) Defer(d guard.Decision, p ticket.Command) (claim string, err error) {
	p.Work, p.Profile, p.Flags = s.Work, s.Policy.Profile, s.Flags
	return s.pending().Put(d, p)
}

// Await returns a command that waits to be carried out under a name, and leaves it there.
func (s *Session) Await(claim string) (ticket.Command, error) { return s.pending().Look(claim) }

// Claim takes the command that waits under a name, so that nobody else can: there is one
// run for each decision, and the file must go before. It is of the installation that this
// program is part of.
func Claim(claim string) (ticket.Command, error) {
	id, installed := gate.Installed()
	if !installed {
		return ticket.Command{}, errors.New("this shimgen is not installed: it carries out no decisions")
	}
	return ticket.Store{Root: id.Root, Owner: host.UID(), UID: host.UID()}.Take(claim)
}

// OptionsOf are the options that the session of a hook was opened with which left a command
// to be carried out.
func OptionsOf(p ticket.Command, env []string) Options {
	return Options{Flags: p.Flags, Settled: true, Work: p.Work, Env: env, Agent: p.Agent, Session: p.Session, Source: "exec"}
}
