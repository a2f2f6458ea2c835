package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/export"
	trail "github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/audit/seal"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/rulebook"
	"github.com/agent-loop/shimgen/runner"
)

// auditCmd reads the audit trail, or adds to it.
type auditCmd struct {
	Tail   auditTailCmd   `cmd:"" help:"Print the last records."`
	Search auditSearchCmd `cmd:"" help:"Print the records that contain a text or are as the flags say, at most the last 100."`
	Stats  auditStatsCmd  `cmd:"" help:"Count events, actions, rules, commands and days, or what the network was asked for."`
	Report auditReportCmd `cmd:"" help:"Write a page for a browser: decisions by day, rules, programs, agents, the last refusals."`
	Export auditExportCmd `cmd:"" help:"Print the records in the format of another system, one a line."`
	Seal   auditSealCmd   `cmd:"" help:"Write down what the trail holds now, so that a later change of it can be seen."`
	Verify auditVerifyCmd `cmd:"" help:"Say what was changed or removed since it was sealed."`
	Append auditAppendCmd `cmd:"" help:"Record an event, or each line of standard input."`
}

// auditTailCmd prints the end of the trail.
type auditTailCmd struct {
	Lines  int  `short:"n" default:"10" placeholder:"N" help:"How many records (10)."`
	Follow bool `short:"f" help:"Go on with each record that is written, until interrupted."`
}

// Run prints the last records, oldest first, one JSON object a line.
func (c *auditTailCmd) Run(a *app) error {
	if c.Lines < 0 {
		return exit.Usage("-n %d: must not be negative", c.Lines)
	}
	if c.Follow {
		dir, err := installation.AuditDir()
		if err != nil {
			return err
		}
		show := a.recordFormatter()
		return trail.Follow(context.Background(), dir, c.Lines, func(record []byte) error {
			_, err := a.out.Write(append([]byte(show(record)), '\n'))
			return err
		})
	}
	return a.records(func(dir string, emit func([]byte) error) (trail.Coverage, error) {
		return trail.Tail(dir, c.Lines, emit)
	})
}

// auditSearchCmd finds records.
type auditSearchCmd struct {
	Days    int    `default:"7" placeholder:"N" help:"How many days to look back, today included (7)."`
	Since   string `placeholder:"WHEN" help:"Look back to then instead: 90m, 36h, 14d, 2006-01-02 or 2006-01-02T15:04:05Z."`
	Action  string `placeholder:"ACTION" help:"What was decided: allow, warn, ask or block."`
	Rule    string `placeholder:"ID" help:"A rule that decided, was found, or was left to a shim."`
	Agent   string `placeholder:"NAME" help:"What the agent calls itself."`
	Session string `placeholder:"ID" help:"What the agent calls its session."`
	Path    string `placeholder:"PATH" help:"What was touched, ran, or was named as an argument lies there or below, or the working directory does."`
	Text    string `arg:"" optional:"" help:"What to look for; case does not matter."`
}

// Run prints the records found, oldest first, one JSON object a line.
func (c *auditSearchCmd) Run(a *app) error {
	f := trail.Filter{Action: c.Action, Agent: c.Agent, Session: c.Session}
	if c.Text+c.Action+c.Rule+c.Agent+c.Session+c.Path == "" {
		return exit.Usage("search needs a text, or a flag that says what to look for")
	}
	if !slices.Contains([]string{"", "allow", "warn", "ask", "block"}, c.Action) {
		return exit.Usage("--action %q: allow, warn, ask or block", c.Action)
	}
	if c.Text != "" {
		f.Texts = rulebook.IDs(c.Text)
	}
	if c.Rule != "" {
		f.Rules = rulebook.IDs(c.Rule)
	}
	if c.Path != "" {
		var err error
		if f.Path, err = filepath.Abs(c.Path); err != nil {
			return err
		}
	}
	var err error
	if f.Since, err = since(c.Since, c.Days, time.Now()); err != nil {
		return err
	}
	return a.records(f.Search)
}

// since returns the time from which to look: --since, or else --days.
func since(text string, days int, now time.Time) (time.Time, error) {
	if text == "" {
		if days < 1 {
			return now, exit.Usage("--days %d: today is day 1", days)
		}
		return now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-days), nil
	}
	if back, ok := readAge(text); ok {
		return now.Add(-back), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return now, exit.Usage("--since %q: say 90m, 36h, 14d, 2006-01-02 or 2006-01-02T15:04:05Z", text)
}

// readAge reads a number of days ("7d") or what time.ParseDuration reads.
func readAge(text string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		return time.Duration(n) * 24 * time.Hour, err == nil
	}
	age, err := time.ParseDuration(text)
	return age, err == nil && age >= 0
}

// records prints the records of a query. On a terminal it escapes control characters, which in
// JSON only spells the same record differently.
func (a *app) records(ask func(dir string, emit func([]byte) error) (trail.Coverage, error)) error {
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.out)
	show := a.recordFormatter()
	seen, err := ask(dir, func(record []byte) error {
		_, _ = out.WriteString(show(record)) // Flush returns the error
		return out.WriteByte('\n')
	})
	if err = errors.Join(err, out.Flush()); err != nil {
		return err
	}
	a.noticeSkipped(seen)
	return nil
}

// recordFormatter returns the function that formats a record: unchanged, or on a terminal without control
// characters, and in colour unless NO_COLOR is set.
func (a *app) recordFormatter() func(record []byte) string {
	if !a.onTerminal() {
		return func(record []byte) string { return string(record) }
	}
	colour := environ.Get(a.env, "NO_COLOR") == "" && environ.Get(a.env, "TERM") != "dumb"
	return func(record []byte) string { return trail.Line(record, colour) }
}

// onTerminal reports whether the output is a terminal.
func (a *app) onTerminal() bool {
	f, ok := a.out.(*os.File)
	return ok && host.IsTerminal(int(f.Fd()))
}

// noticeSkipped prints a notice about what a query skipped.
func (a *app) noticeSkipped(c trail.Coverage) {
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
	a.noticeSkipped(s.Coverage)
	return err
}

// network prints what commands in sandboxes reached, and what they were refused.
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
	a.noticeSkipped(n.Coverage)
	return err
}

// auditReportCmd writes an HTML page.
type auditReportCmd struct {
	HTML   bool   `name:"html" help:"One HTML page that needs no other file."`
	Output string `short:"o" placeholder:"FILE" help:"The file to write; standard output by default."`
	Days   int    `default:"30" placeholder:"N" help:"How many days to look back, today included (30)."`
	Since  string `placeholder:"WHEN" help:"Look back to then instead: 90m, 36h, 14d, 2006-01-02 or 2006-01-02T15:04:05Z."`
}

// Run writes the report. Only the user can read its file, like the trail.
func (c *auditReportCmd) Run(a *app) error {
	if !c.HTML {
		return exit.Usage("report needs --html")
	}
	now := time.Now()
	from, err := since(c.Since, c.Days, now)
	if err != nil {
		return err
	}
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	r, seen, err := trail.NewReport(dir, from, now)
	if err != nil {
		return err
	}
	a.noticeSkipped(seen)
	if c.Output == "" {
		return r.WriteHTML(a.out)
	}
	var text bytes.Buffer
	if err := r.WriteHTML(&text); err != nil {
		return err
	}
	return host.Replace(c.Output, text.Bytes(), 0o600)
}

// auditExportCmd writes the trail for other systems. It sends nothing.
type auditExportCmd struct {
	NDJSON bool `name:"ndjson" xor:"format" help:"As the trail has them, which is the default."`
	ECS    bool `name:"ecs" xor:"format" help:"Documents of the Elastic Common Schema."`
	Syslog bool `xor:"format" help:"Messages of RFC 5424."`
	OTLP   bool `name:"otlp" xor:"format" help:"OpenTelemetry logs in JSON, as a collector reads them from a file."`

	Days   int    `default:"0" placeholder:"N" help:"How many days to look back, today included; all by default."`
	Since  string `placeholder:"WHEN" help:"Look back to then instead: 90m, 36h, 14d, 2006-01-02 or 2006-01-02T15:04:05Z."`
	Follow bool   `short:"f" help:"Print the records that are written from now on, until interrupted."`
}

// Run prints the records, oldest first.
func (c *auditExportCmd) Run(a *app) error {
	format := export.NDJSON
	switch {
	case c.ECS:
		format = export.ECS
	case c.Syslog:
		format = export.Syslog
	case c.OTLP:
		format = export.OTLP
	}
	from, now := time.Time{}, time.Now()
	if c.Since != "" || c.Days != 0 {
		var err error
		if from, err = since(c.Since, c.Days, now); err != nil {
			return err
		}
		if c.Follow {
			return exit.Usage("--follow prints what is written from now on: leave --since and --days out")
		}
	}
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.out)
	emit := func(record []byte) error { return format.Write(out, record) }
	if a.onTerminal() {
		emit = func(record []byte) error {
			var line bytes.Buffer
			err := format.Write(&line, record)
			_, _ = out.WriteString(printable.Line(strings.TrimSuffix(line.String(), "\n")) + "\n") // Flush returns the error
			return err
		}
	}
	if c.Follow {
		return trail.Follow(context.Background(), dir, 0, func(record []byte) error { return errors.Join(emit(record), out.Flush()) })
	}
	seen, err := trail.Each(dir, from, emit)
	if err = errors.Join(err, out.Flush()); err != nil {
		return err
	}
	a.noticeSkipped(seen)
	return nil
}

// auditSealCmd seals the trail.
type auditSealCmd struct{}

// Run prints the hash of the last seal, and what the seal covers.
func (c *auditSealCmd) Run(a *app) error {
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return exit.New(exit.Blocked, "there is no audit trail: "+dir, "shimgen install")
	}
	h, err := seal.Add(dir, host.UID(), time.Now())
	if err != nil {
		return exit.New(exit.Failed, err.Error(), "shimgen audit verify")
	}
	if h.Seals == 0 {
		return exit.New(exit.Blocked, "the trail has no records", "")
	}
	_, err = fmt.Fprintf(a.out, "%s  seal %d: %d bytes in %d files\n", h.Hash, h.Seals, h.Bytes, h.Files)
	return err
}

// auditVerifyCmd compares the trail with its seals.
type auditVerifyCmd struct {
	Hash string `arg:"" optional:"" name:"hash" help:"What seal printed once, kept where the trail's writer could not change it."`
	JSON bool   `name:"json" help:"Print one JSON object."`
}

// Run prints what it found. The status says whether anything was changed.
func (c *auditVerifyCmd) Run(a *app) error {
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	found, err := seal.Verify(dir, c.Hash)
	switch {
	case errors.Is(err, seal.ErrNoSeal):
		return exit.New(exit.Blocked, err.Error(), "shimgen audit seal")
	case err != nil:
		return exit.New(exit.Blocked, err.Error(), "compare seals in "+dir+" with a copy of it")
	case c.JSON:
		err = json.NewEncoder(a.out).Encode(found)
	default:
		err = found.Print(a.out)
	}
	if err == nil && len(found.Faults) > 0 {
		err = exit.Silent(exit.Blocked)
	}
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

// record records one event. A notice is enough where a command runs although its record was
// lost; here a lost record is a failure.
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
