package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/explain"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/revision"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// approveCmd approves a command that was asked about when nobody could answer.
type approveCmd struct {
	Code string `arg:"" name:"code" help:"The code that the refusal printed."`
	Once bool   `xor:"how" help:"For one run, within an hour: the default."`
	For  string `xor:"how" placeholder:"TIME" help:"For as many runs as come in this time: 30m, 2h; a day at most."`

	AlwaysHere bool `xor:"how" help:"From now on, in that directory: adds an entry to your policy, and shows it before it asks."`
}

// Help is the long help text.
func (approveCmd) Help() string {
	return "It shows the whole command and all that is asked about, and asks. The yes is for exactly that text or argument vector in that directory; it lifts asks, never blocks. Run it in a terminal of your own: it refuses in one that belongs to what asked."
}

// Run shows the request, asks, and stores the answer.
func (c *approveCmd) Run(a *app) error {
	until, err := c.until()
	if err != nil {
		return err
	}
	r, err := findRequest(c.Code)
	if err != nil {
		return err
	}
	s, err := openIn(a, r.Dir, "approve")
	if err != nil {
		return err
	}
	tty, err := s.Answering(r)
	if err != nil {
		return exit.New(exit.Blocked, err.Error(), "a person runs it in a terminal window, pane or login of their own")
	}
	defer tty.Close()
	changed, err := c.show(a, s, r)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "\nA yes lets exactly this run in that directory, %s.\n", c.grantPhrase(until))
	yes, err := execution.Ask(tty, "approve?", func() {
		req := guard.Request{Source: r.What.Source, Argv: r.Argv}
		_ = explain.New(textOf(r.What), req, s.Explain(req), s).Print(tty)
	})
	if err != nil { // the window was closed, which is not an answer
		return exit.New(exit.Blocked, "not approved: nobody answered", "")
	}
	return c.answer(a, s, r, yes, until, changed)
}

// findRequest returns the request that waits under a code.
func findRequest(code string) (r approval.Request, err error) {
	store, err := installation.Approvals()
	if err != nil {
		return r, err
	}
	r, err = store.Find(code)
	switch {
	case errors.Is(err, approval.ErrNone):
		return r, exit.New(exit.Blocked, err.Error(), "shimgen pending")
	case err != nil:
		return r, exit.From(err)
	}
	return r, nil
}

// show prints everything that a person approves. With --always-here it returns the changed
// policy.
func (c *approveCmd) show(a *app, s *runner.Session, r approval.Request) (changed []byte, err error) {
	d := s.Reconsider(r)
	if d.Action == rules.Block {
		verdict.Print(a.out, d)
		return nil, exit.New(exit.Blocked, "not approved: it is blocked, and a yes lifts asks alone", "")
	}
	showRequest(a, s, r)
	execution.PrintStakes(a.out, d, s.Dir)
	if !c.AlwaysHere {
		return nil, nil
	}
	return allowedHere(a, s, r)
}

// answer stores a person's answer, and says what follows from it.
func (c *approveCmd) answer(a *app, s *runner.Session, r approval.Request, yes bool, until time.Time, changed []byte) error {
	if yes && c.AlwaysHere {
		if err := a.putInForce(changed); err != nil {
			return err
		}
		until = time.Time{}
	}
	if err := s.Answer(r, yes, c.For == "", until); err != nil {
		return err
	}
	switch {
	case !yes:
		return exit.New(exit.Blocked, "not approved: nobody said yes", "")
	case c.AlwaysHere:
		fmt.Fprintln(a.out, "approved: the policy allows it there now")
	default:
		fmt.Fprintf(a.out, "approved: it runs when the agent repeats it; shimgen revoke %s takes that back\n", r.Code)
	}
	return nil
}

// until returns when the grant ends.
func (c *approveCmd) until() (time.Time, error) {
	if c.For == "" {
		return time.Now().Add(approval.OnceFor), nil
	}
	long, ok := readAge(c.For)
	if !ok || long < time.Minute || long > approval.LongestFor {
		return time.Time{}, exit.Usage("--for %q: write 30m or 2h, from a minute to a day", c.For)
	}
	return time.Now().Add(long), nil
}

// grantPhrase says for how many runs an approval is.
func (c *approveCmd) grantPhrase(until time.Time) string {
	if c.AlwaysHere {
		return "from now on: the policy changes so"
	}
	if c.For == "" {
		return "once, before " + until.Format("15:04")
	}
	return "as often as it comes before " + until.Format("2006-01-02 15:04")
}

// allowedHere returns the user's policy with an entry that allows a request in its directory,
// and prints what that changes. An error says that no entry can allow it.
func allowedHere(a *app, s *runner.Session, r approval.Request) ([]byte, error) {
	name, text, err := revision.Target()
	if err != nil {
		return nil, err
	}
	command := textOf(r.What)
	p, err := s.Policy.WithAllowed(command)
	if err != nil || s.DecideUnder(p, guard.Request{Source: r.What.Source, Argv: r.Argv}).Action < rules.Warn {
		return nil, exit.New(exit.Blocked, "no entry of the policy can allow it: it is not one simple command, or the policy locks that", "shimgen approve "+r.Code+" --for 8h")
	}
	changed := []byte(revision.AllowHere(text, command, r.Dir))
	d, err := revision.Compare(name, changed, a.env)
	if err != nil {
		return nil, err
	}
	d.Print(a.out)
	a.notices(d.Warnings)
	return changed, nil
}

// openIn opens a session in the directory that a request is about.
func openIn(a *app, dir, source string) (*runner.Session, error) {
	if err := os.Chdir(dir); err != nil {
		return nil, exit.From(err)
	}
	s, err := runner.Open(runner.Options{Env: a.env, Source: source})
	if err == nil && !s.Installed {
		err = installation.NotInstalled()
	}
	return s, err
}

// showRequest prints the command, the directory and the questions.
func showRequest(a *app, s *runner.Session, r approval.Request) {
	fmt.Fprintf(a.out, "%s, asked by %s %s ago, in\n\n    %s\n\n", r.Code, line(asker(r)), age(r.At), line(r.Dir))
	for _, row := range printable.Visible(textOf(r.What)) {
		fmt.Fprintf(a.out, "    %s\n", row)
	}
	fmt.Fprintln(a.out)
	for i, ask := range r.Asks {
		reason := ""
		if rule := s.Policy.Rules.Find(ask.Rule); rule != nil {
			reason = " " + rule.Reason
		}
		if ask.File != "" {
			reason += " (in " + ask.File + ")"
		}
		fmt.Fprintf(a.out, "ask %d of %d: %s%s [%s]\n", i+1, len(r.Asks), strings.Join(printable.Visible(ask.Command), `\n`), line(reason), line(ask.Rule))
	}
}

// textOf returns a command as one text.
func textOf(w approval.What) string {
	if w.Source != "" {
		return w.Source
	}
	return shellquote.Command(w.Argv)
}

// asker names who asked: the agent, and the part of shimgen.
func asker(r approval.Request) string {
	if r.Agent == "" {
		return r.From
	}
	return r.Agent + " (" + r.From + ")"
}

// age returns the time since at, in words.
func age(at time.Time) string {
	return max(time.Since(at), 0).Truncate(time.Second).String()
}

// pendingCmd lists the requests that wait for a person.
type pendingCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// shownCommand is the JSON form of a request or a grant.
type shownCommand struct {
	Code    string    `json:"code"`
	Command string    `json:"command"`
	Dir     string    `json:"dir"`
	Rules   []string  `json:"rules"`
	By      string    `json:"asked_by,omitempty"`
	At      time.Time `json:"at"`
	Until   time.Time `json:"until"`
	Once    bool      `json:"once"`
	Answer  string    `json:"approved_by,omitempty"` // set if the approval came from another machine
}

// Run prints a line per request, the oldest first.
func (c *pendingCmd) Run(a *app) error {
	store, err := installation.Approvals()
	if err != nil {
		return err
	}
	all, err := store.Waiting()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return exit.From(err)
	}
	shown := []shownCommand{}
	for _, r := range all {
		shown = append(shown, shownCommand{r.Code, textOf(r.What), r.Dir, ruleNames(r.Asks), asker(r), r.At, r.Until(), true, ""})
	}
	return printCommands(a, shown, c.JSON)
}

func ruleNames(asks []approval.Ask) (names []string) {
	for _, a := range asks {
		names = append(names, a.Rule)
	}
	return names
}

func printCommands(a *app, shown []shownCommand, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(a.out).Encode(shown)
	}
	for _, c := range shown {
		how := "once"
		if !c.Once {
			how = "often"
		}
		text := line(printable.Shorten(c.Command))
		if _, err := fmt.Fprintf(a.out, "%s  %s, %s ago, until %s, in %s: %s [%s]\n", c.Code, how, age(c.At), c.Until.Local().Format("15:04"), line(c.Dir), text, line(strings.Join(c.Rules, " "))); err != nil {
			return err
		}
	}
	return nil
}

// grantsCmd lists the grants.
type grantsCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run prints a line for each unused grant, the oldest first.
func (c *grantsCmd) Run(a *app) error {
	store, err := installation.Approvals()
	if err != nil {
		return err
	}
	all, err := store.Granted()
	if err != nil {
		return exit.From(err)
	}
	shown := []shownCommand{}
	for _, g := range all {
		shown = append(shown, shownCommand{g.Code, textOf(g.What), g.Dir, ruleNames(g.Asks), "", g.At, g.Until, g.Once, g.By})
	}
	return printCommands(a, shown, c.JSON)
}

// revokeCmd revokes approvals.
type revokeCmd struct {
	Code string `arg:"" optional:"" name:"code" help:"The code of what was approved, or waits."`
	All  bool   `help:"All that was approved and all that waits."`
}

// Run says what it revoked.
func (c *revokeCmd) Run(a *app) error {
	switch {
	case c.All == (c.Code != ""):
		return exit.Usage("revoke: name a code, or --all")
	case c.Code != "" && !approval.IsCode(c.Code):
		return exit.New(exit.Blocked, "nothing was approved or waits under that code", "shimgen grants; shimgen pending")
	}
	s, err := runner.Open(runner.Options{Env: a.env, Source: "revoke"})
	if err != nil {
		return err
	}
	if !s.Installed {
		return installation.NotInstalled()
	}
	gone, err := s.Revoke(c.Code)
	for _, g := range gone {
		fmt.Fprintf(a.out, "taken back: %s\n", line(printable.Shorten(textOf(g.What))))
	}
	if err == nil && len(gone) == 0 && !c.All {
		err = exit.New(exit.Blocked, "nothing was approved or waits under that code", "shimgen grants; shimgen pending")
	}
	return err
}
