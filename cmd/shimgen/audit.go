package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/agent-loop/shimgen/audit"
	trail "github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/rulebook"
	"github.com/agent-loop/shimgen/runner"
)

// auditCmd reads the audit trail, or adds to it.
type auditCmd struct {
	Tail   auditTailCmd   `cmd:"" help:"Print the last records."`
	Search auditSearchCmd `cmd:"" help:"Print the records that contain a text, at most the last 100."`
	Stats  auditStatsCmd  `cmd:"" help:"Count events, actions, rules, commands and days, or what the network was asked for."`
	Append auditAppendCmd `cmd:"" help:"Record an event, or each line of standard input."`
}

// auditTailCmd prints the end of the trail.
type auditTailCmd struct {
	Lines int `short:"n" default:"10" placeholder:"N" help:"How many records (10)."`
}

// Run prints the last records, oldest first, one JSON object a line.
func (c *auditTailCmd) Run(a *app) error {
	if c.Lines < 0 {
		return exit.Usage("-n %d: must not be negative", c.Lines)
	}
	return a.records(func(dir string, emit func([]byte) error) (trail.Coverage, error) {
		return trail.Tail(dir, c.Lines, emit)
	})
}

// auditSearchCmd finds records.
type auditSearchCmd struct {
	Days int    `default:"7" placeholder:"N" help:"How many days to look back, today included (7)."`
	Text string `arg:"" help:"What to look for; case does not matter."`
}

// Run prints the records found, oldest first, one JSON object a line.
func (c *auditSearchCmd) Run(a *app) error {
	if c.Days < 1 {
		return exit.Usage("--days %d: today is day 1", c.Days)
	}
	return a.records(func(dir string, emit func([]byte) error) (trail.Coverage, error) {
		return trail.Search(dir, rulebook.IDs(c.Text), c.Days, time.Now(), emit)
	})
}

// records prints what a query emits. For a terminal it escapes control characters; in
// JSON that is another spelling of the same record.
func (a *app) records(ask func(dir string, emit func([]byte) error) (trail.Coverage, error)) error {
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.out)
	escape := a.onTerminal()
	seen, err := ask(dir, func(record []byte) error {
		if escape {
			record = []byte(line(string(record)))
		}
		_, _ = out.Write(record) // Flush returns the error
		return out.WriteByte('\n')
	})
	if err = errors.Join(err, out.Flush()); err != nil {
		return err
	}
	a.passedOver(seen)
	return nil
}

// onTerminal reports whether the output is a terminal.
func (a *app) onTerminal() bool {
	f, ok := a.out.(*os.File)
	return ok && host.IsTerminal(int(f.Fd()))
}

// passedOver prints in one line what a query skipped.
func (a *app) passedOver(c trail.Coverage) {
	if text := c.PassedOver(); text != "" {
		a.notices([]string{text})
	}
}

// auditStatsCmd counts.
type auditStatsCmd struct {
	Days int  `default:"0" placeholder:"N" help:"How many days to look back, today included; all by default."`
	JSON bool `name:"json" help:"Print one JSON object."`

	Network bool `help:"Count what commands in sandboxes reached, and what they were refused."`
}

// Run prints the counts.
func (c *auditStatsCmd) Run(a *app) error {
	if c.Days < 0 {
		return exit.Usage("--days %d: must not be negative", c.Days)
	}
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	if c.Network {
		return c.network(a, dir)
	}
	s, err := trail.Count(dir, c.Days, time.Now())
	if err != nil {
		return err
	}
	if c.JSON {
		s.Skipped = append([]string{}, s.Skipped...) // a list even if it is empty
		return json.NewEncoder(a.out).Encode(s)
	}
	if s.Files > 0 {
		err = s.Print(a.out)
	}
	a.passedOver(s.Coverage)
	return err
}

// network prints what was reached and refused.
func (c *auditStatsCmd) network(a *app, dir string) error {
	n, err := trail.NetworkOf(dir, c.Days, time.Now())
	if err != nil {
		return err
	}
	if c.JSON {
		n.Skipped = append([]string{}, n.Skipped...)
		return json.NewEncoder(a.out).Encode(n)
	}
	err = n.Print(a.out)
	a.passedOver(n.Coverage)
	return err
}

// auditAppendCmd records events of the agent's loop.
type auditAppendCmd struct {
	Event string `arg:"" optional:"" help:"One JSON object; without it, one per line of standard input."`
}

// Run records events until one is invalid. Those before it stay recorded.
func (c *auditAppendCmd) Run(a *app) error {
	s, err := runner.Open(runner.Options{Env: a.env})
	if err != nil {
		return err
	}
	if _, err := os.Stat(s.AuditDir()); err != nil && !s.Installed {
		return exit.New(exit.Failed, "this shimgen is not installed, so there is no audit trail", "shimgen install, then use ~/.agent-loop/libexec/shimgen")
	}
	a.notices(s.Notices())
	if c.Event == "" {
		return audit.EachEvent(a.in, func(e audit.Event) error { return record(s, e) })
	}
	e, err := audit.ParseEvent([]byte(c.Event))
	if err != nil {
		return err
	}
	return record(s, e)
}

// record records one event. A command runs even if its record is lost, so there a notice
// is enough; here a lost record is a failure.
func record(s *runner.Session, e audit.Event) error {
	before := len(s.Notices())
	if err := s.Record(e); err != nil {
		return err
	}
	if said := s.Notices(); len(said) > before {
		return errors.New(said[len(said)-1])
	}
	return nil
}
