package runner

import (
	"errors"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/ticket"
)

// tickets returns the store of commands that were judged by a hook and wait for exec to run
// them.
func (s *Session) tickets() ticket.Store {
	return ticket.Store{Root: s.Root, Owner: s.owner, UID: s.uid}
}

// PutTicket stores a command that this session has judged, for exec to run, and returns the id by
// which exec finds it.
func (s *Session) PutTicket(d guard.Decision, p ticket.Command) (claim string, err error) {
	p.Work, p.Profile, p.Flags = s.Work, s.Policy.Profile, s.Flags
	return s.tickets().Put(d, p)
}

// LookTicket returns the command that waits under an id, and leaves it there.
func (s *Session) LookTicket(claim string) (ticket.Command, error) { return s.tickets().Look(claim) }

// TakeTicket takes the command that waits under an id out of the store, so that each decision runs
// at most once. It uses the store of the installation that this program belongs to.
func TakeTicket(claim string) (ticket.Command, error) {
	id, installed := gate.Installed()
	if !installed {
		return ticket.Command{}, errors.New("this shimgen is not installed: it carries out no decisions")
	}
	return ticket.Store{Root: id.Root, Owner: host.UID(), UID: host.UID()}.Take(claim)
}

// OptionsOf returns the options of the session in which a hook has stored a command.
func OptionsOf(p ticket.Command, env []string) Options {
	return Options{Flags: p.Flags, Settled: true, Work: p.Work, Env: env, Agent: p.Agent, Session: p.Session, Source: "exec"}
}
