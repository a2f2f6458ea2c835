package runner

import (
	"errors"
	"os"
	"slices"

	"github.com/agent-loop/shimgen/appeal"
	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/rules"
)

// The reasons why a command cannot be appealed.
var (
	// ErrNotRefused says that a command may run as it is.
	ErrNotRefused = errors.New("it is not refused")
	// ErrNoEntry says that no entry of a policy can allow a command.
	ErrNoEntry = errors.New("no entry of the policy can allow it: it is not one simple command, it is catastrophic, or the policy locks that")
)

// Appeals returns the requests for exceptions that refused agents have submitted to their user.
func (s *Session) Appeals() appeal.Book { return appeal.In(s.Root, s.owner) }

// Appealable returns the appeal, still without a reason, against the refusal of a request: the
// entry of [commands] allowed that would let it run in this directory. It judges the request
// again, under the policy in force.
func (s *Session) Appealable(req guard.Request) (a appeal.Appeal, err error) {
	d := s.Decide(req)
	if d.Err == nil && d.Action >= rules.Warn {
		return a, ErrNotRefused
	}
	a = appeal.Appeal{Command: req.Source, Dir: s.Dir}
	if len(req.Argv) > 0 {
		a.Command = shellquote.Command(req.Argv)
	}
	p, err := s.Policy.WithAllowed(a.Command)
	if err != nil || s.DecideUnder(p, req).Action < rules.Warn {
		return a, ErrNoEntry
	}
	for _, f := range d.WorstFirst() {
		if f.Action < rules.Warn && !slices.Contains(a.Rules, f.Rule.ID) {
			a.Rules = append(a.Rules, f.Rule.ID)
		}
	}
	return a, nil
}

// Appeal submits an appeal in the name of this process and its ancestors.
func (s *Session) Appeal(a appeal.Appeal, why string) (code string, err error) {
	a.Why, a.Sides = []string{why}, [][]host.Process{approval.AskingSide(host.Ancestors(os.Getpid()))}
	code, err = s.Appeals().Submit(a)
	if err == nil {
		err = s.Record(audit.Consent{Step: "appealed", Code: code, Command: a.Command, Dir: a.Dir, Rules: a.Rules})
	}
	return code, err
}

// Judging opens the terminal of the person who may accept or reject an appeal. It refuses a
// terminal that belongs to the process that submitted it.
func (s *Session) Judging(a appeal.Appeal) (*os.File, error) {
	return s.Answering(approval.Request{Sides: a.Sides})
}

// Settle removes an appeal that a person accepted or rejected, and records the answer.
func (s *Session) Settle(a appeal.Appeal, accepted bool) error {
	step := "rejected"
	if accepted {
		step = "accepted"
	}
	if err := s.Appeals().Remove(a.Code()); err != nil {
		return err
	}
	return s.Record(audit.Consent{Step: step, Code: a.Code(), Command: a.Command, Dir: a.Dir, Rules: a.Rules})
}
