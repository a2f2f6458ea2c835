package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/agent-loop/shimgen/audit"
	trail "github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/lines"
	"github.com/agent-loop/shimgen/runner"
)

// auditCmd reads the audit trail, or adds to it.
type auditCmd struct {
	Tail   auditTailCmd   `cmd:"" help:"Print the last records."`
	Search auditSearchCmd `cmd:"" help:"Print the records with a text in them, the last 100 at most."`
	Stats  auditStatsCmd  `cmd:"" help:"Count events, actions, rules, commands and days."`
	Append auditAppendCmd `cmd:"" help:"Record an event, or each line of standard input."`
}

// auditTailCmd prints the end of the trail.
type auditTailCmd struct {
	Lines int `short:"n" default:"10" placeholder:"N" help:"How many records (10)."`
}

// Run prints the last records, oldest first, one JSON object a line.
func (c *auditTailCmd) Run(a *app) error {
	if c.Lines < 0 {
		return exit.Usage("-n %d: less than nothing", c.Lines)
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
		return trail.Search(dir, c.Text, c.Days, time.Now(), emit)
	})
}

// records prints what a query emits. A terminal gets what could drive it
// escaped; in JSON that is another spelling of the same record.
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
	a.coverage(seen)
	return nil
}

// onTerminal says whether the output is shown as it is written.
func (a *app) onTerminal() bool {
	f, ok := a.out.(*os.File)
	return ok && host.IsTerminal(int(f.Fd()))
}

// coverage says, in one line, what a query had to pass over.
func (a *app) coverage(c trail.Coverage) {
	if c.Damaged == 0 && len(c.Skipped) == 0 {
		return
	}
	text := fmt.Sprintf("audit: %d damaged lines passed over, %d files not read", c.Damaged, len(c.Skipped))
	for _, why := range c.Skipped {
		text += "; " + why
	}
	fmt.Fprintf(a.err, "shimgen: %s\n", line(text))
}

// auditStatsCmd counts.
type auditStatsCmd struct {
	Days int  `default:"0" placeholder:"N" help:"How many days to look back, today included; all by default."`
	JSON bool `name:"json" help:"Print one JSON object."`
}

// counts is the JSON form of trail.Stats.
type counts struct {
	Files    int            `json:"files"`
	Lines    int            `json:"lines"`
	Damaged  int            `json:"damaged"`
	Skipped  []string       `json:"skipped"`
	Events   map[string]int `json:"events"`
	Actions  map[string]int `json:"actions"`
	Rules    map[string]int `json:"rules"`
	Commands map[string]int `json:"commands"`
	Days     map[string]int `json:"days"`
}

// Run prints the counts.
func (c *auditStatsCmd) Run(a *app) error {
	if c.Days < 0 {
		return exit.Usage("--days %d: less than nothing", c.Days)
	}
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	s, err := trail.Count(dir, c.Days, time.Now())
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(counts{
			s.Files, s.Lines, s.Damaged, append([]string{}, s.Skipped...),
			s.Events, s.Actions, s.Rules, s.Commands, s.Days,
		})
	}
	if s.Files > 0 {
		err = printStats(a.out, s)
	}
	a.coverage(s.Coverage)
	return err
}

// maxCounts is how many values of one kind are printed.
const maxCounts = 10

// printStats prints a line for each value counted, the most frequent first and
// days in their order.
func printStats(out io.Writer, s trail.Stats) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "records\t%d\nfiles\t%d\n", s.Lines, s.Files)
	for _, group := range []struct {
		name   string
		counts map[string]int
	}{{"event", s.Events}, {"action", s.Actions}, {"rule", s.Rules}, {"command", s.Commands}} {
		for i, value := range byCount(group.counts) {
			if i == maxCounts {
				fmt.Fprintf(w, "%s\t\t(%d more)\n", group.name, len(group.counts)-maxCounts)
				break
			}
			fmt.Fprintf(w, "%s\t%d\t%s\n", group.name, group.counts[value], line(value))
		}
	}
	for _, day := range slices.Sorted(maps.Keys(s.Days)) {
		fmt.Fprintf(w, "day\t%d\t%s\n", s.Days[day], line(day))
	}
	return w.Flush()
}

// byCount returns the keys, the highest count first, equal ones by name.
func byCount(counts map[string]int) []string {
	keys := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(keys, func(x, y string) int { return counts[y] - counts[x] })
	return keys
}

// auditAppendCmd records what the agent's loop tells.
type auditAppendCmd struct {
	Event string `arg:"" optional:"" help:"One JSON object; without it, standard input has one a line."`
}

// Run records events until one is none. Those before it stay recorded.
func (c *auditAppendCmd) Run(a *app) error {
	s, err := runner.Open(runner.Options{Env: a.env})
	if err != nil {
		return err
	}
	if _, err := os.Stat(s.AuditDir()); err != nil && !s.Installed {
		return exit.New(exit.Failed, "this shimgen is not installed, so there is no audit trail", "shimgen install, then use ~/.agent-loop/libexec/shimgen")
	}
	a.notices(s.Notices())
	if c.Event != "" {
		return record(s, []byte(c.Event))
	}
	in := bufio.NewReader(a.in)
	for n := 1; ; n++ {
		text, long, readErr := lines.Read(in, lines.Longest)
		switch {
		case long:
			return exit.New(exit.Failed, fmt.Sprintf("line %d: over %d bytes", n, lines.Longest), "")
		case len(bytes.TrimSpace(text)) > 0:
			if err := record(s, text); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// record records one event. A command goes on where its record is lost, so
// there a notice is enough; here the record is all there is to do.
func record(s *runner.Session, text []byte) error {
	e, err := audit.ParseEvent(text)
	if err != nil {
		return err
	}
	before := len(s.Notices())
	if err := s.Record(e); err != nil {
		return err
	}
	if said := s.Notices(); len(said) > before {
		return errors.New(said[len(said)-1])
	}
	return nil
}
