package runner

import (
	"errors"
	"os"
	"time"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/trail"
)

// Answering opens the terminal of the person who may answer a request. It refuses a terminal
// that belongs to the process that asked.
func (s *Session) Answering(r approval.Request) (*os.File, error) {
	tty, err := s.Person()
	if err != nil {
		return nil, err
	}
	if err := r.MayAnswer(host.Ancestors(os.Getpid())); err != nil {
		tty.Close()
		return nil, err
	}
	return tty, nil
}

// Reconsider judges a request again, in the directory that it is about.
func (s *Session) Reconsider(r approval.Request) guard.Decision {
	return s.Decide(guard.Request{Source: r.What.Source, Argv: r.Argv, ID: r.Decision})
}

// ErrAnswered says that a request no longer waits for an answer.
var ErrAnswered = errors.New("somebody else has answered it meanwhile")

// Answer records a person's answer: no, or yes for one run, or yes until a time. A zero time
// creates no grant, because the policy allows the command now. Afterwards the request no longer
// waits.
func (s *Session) Answer(r approval.Request, yes, once bool, until time.Time) error {
	step := "declined"
	if yes {
		step = "approved"
	}
	// Only one answer can remove the request. A no that comes too late revokes the yes that
	// somebody gave elsewhere meanwhile.
	was, err := s.approvals().Forget(r.Code)
	if err == nil && !was && !yes {
		_, err = s.approvals().Revoke(r.Code)
	}
	switch {
	case err != nil:
		return err
	case !was && yes && !until.IsZero():
		return ErrAnswered
	case yes && !until.IsZero():
		err := s.approvals().Add(approval.Grant{Code: r.Code, What: r.What, Asks: r.Asks, Once: once, At: time.Now().UTC(), Until: until.UTC()})
		if err != nil {
			return err
		}
	}
	text := r.What.Source
	if text == "" {
		text = shellquote.Command(r.Argv)
	}
	e := audit.Consent{Step: step, Code: r.Code, ID: trail.ParseID(r.Decision), Command: redact.Text(text, s.Reconsider(r)), Dir: r.Dir}
	for _, a := range r.Asks {
		e.Rules = append(e.Rules, a.Rule)
	}
	if yes && !until.IsZero() {
		e.Until = until.UTC().Format(time.RFC3339)
	}
	return s.Record(e)
}

// Revoke revokes the grants of a code, or all of them for "", and forgets the requests that
// wait under it.
func (s *Session) Revoke(code string) (gone []approval.Grant, err error) {
	gone, err = s.approvals().Revoke(code)
	if err != nil {
		return gone, err
	}
	waiting, err := s.approvals().Waiting()
	if err != nil {
		return gone, err
	}
	for _, r := range waiting {
		if code != "" && r.Code != code {
			continue
		}
		if err := s.Answer(r, false, false, time.Time{}); err != nil {
			return gone, err
		}
		gone = append(gone, approval.Grant{Code: r.Code, What: r.What})
	}
	for _, g := range gone {
		if !g.At.IsZero() {
			if err := s.Record(audit.Consent{Step: "revoked", Code: g.Code, Dir: g.Dir}); err != nil {
				return gone, err
			}
		}
	}
	return gone, nil
}
