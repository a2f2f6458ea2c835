package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
)

// approvalsCmd lists the asks that wait.
type approvalsCmd struct {
	serverFlags
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run prints a line for each ask, the oldest first.
func (c approvalsCmd) Run(ctx context.Context, a app) error {
	js, err := c.streams(a)
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	all, err := ask.Waiting(ctx, js, time.Now())
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(all)
	}
	for _, p := range all {
		answered := ""
		if p.IsAnswered {
			answered = ", answered"
		}
		fmt.Fprintf(a.out, "%s  %s.%s, %s ago%s, in %s: %s [%s]\n", p.ID, printable.VisibleLine(p.Team), printable.VisibleLine(p.Machine), age(p.At), answered,
			printable.VisibleLine(p.Dir), printable.VisibleLine(printable.Shorten(p.Text)), printable.VisibleLine(strings.Join(p.Rules, " ")))
	}
	return nil
}

// age describes the time since a moment.
func age(at time.Time) string { return max(time.Since(at), 0).Truncate(time.Second).String() }

// answerFlags are the flags of both answers.
type answerFlags struct {
	serverFlags
	ID    string        `arg:"" optional:"" name:"id" help:"The ask, as approvals lists it; its first four letters will do (default: the only one that waits)."`
	Key   string        `required:"" placeholder:"FILE" help:"The private key of who answers."`
	For   time.Duration `default:"5m" help:"How long the machine may take the answer."`
	Again bool          `help:"In the place of an answer that the machine has not taken."`
}

// find connects, and finds the ask. Close the connection that it returns.
func (f answerFlags) find(ctx context.Context, a app) (o ask.Answerer, p ask.Pending, err error) {
	s, err := f.settings(a, setting.Settings{})
	if err != nil {
		return o, p, err
	}
	if f.For <= 0 || f.For > time.Hour {
		return o, p, usage(errors.New("--for must be longer than nothing, and an hour at most"))
	}
	key, err := privateKey(f.Key)
	if err != nil {
		return o, p, err
	}
	js, err := connectStreams(s, false, a)
	if err != nil {
		return o, p, err
	}
	o = ask.Answerer{JS: js, Names: s.Names(), Key: key, For: f.For, Again: f.Again}
	all, err := ask.Waiting(ctx, js, time.Now())
	switch {
	case err != nil:
	case f.ID == "":
		p, err = ask.Only(all)
	default:
		p, err = ask.Find(all, f.ID)
	}
	if errors.Is(err, ask.ErrNone) || errors.Is(err, ask.ErrNothing) || errors.Is(err, ask.ErrMany) {
		err = exit.New(exit.Blocked, err.Error(), "shimgen-fleet approvals")
	}
	if err != nil {
		js.Conn().Close()
	}
	return o, p, err
}

// answer signs the answer and publishes it.
func answer(ctx context.Context, o ask.Answerer, p ask.Pending, yes bool) error {
	err := o.Answer(ctx, p, yes, time.Now())
	if errors.Is(err, ask.ErrAnswered) {
		return exit.New(exit.Blocked, err.Error(), "--again puts this answer in its place, if the machine has not taken it")
	}
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, jetstream.ErrStreamNotFound) {
		return exit.New(exit.Failed, "the answer cannot be recorded, so it is none: "+err.Error(), "shimgen-fleet init")
	}
	return err
}

// approveCmd signs a yes.
type approveCmd struct {
	answerFlags
	Yes bool `short:"y" help:"Show it and do not ask."`
}

// Run shows the ask, asks for confirmation, and signs.
func (c approveCmd) Run(ctx context.Context, a app) error {
	if c.Yes && c.ID == "" {
		return usage(errors.New("--yes asks nobody, so it needs the id of what somebody has seen"))
	}
	o, p, err := c.find(ctx, a)
	if err != nil {
		return err
	}
	defer o.JS.Conn().Close()
	showAsk(a.out, p)
	if !c.Yes {
		fmt.Fprint(a.out, "\nA yes lets exactly this run in that directory, once.\napprove? [y/N] ")
		line, err := bufio.NewReader(a.in).ReadString('\n')
		word := strings.ToLower(strings.TrimSpace(line))
		if err != nil || word != "y" && word != "yes" {
			return exit.New(exit.Blocked, "not approved: nobody said yes", "it waits; shimgen-fleet deny says no")
		}
	}
	if err := answer(ctx, o, p, true); err != nil {
		return err
	}
	a.say("signed: " + p.Machine + " takes it within " + c.For.String() + ", and the command runs when the agent repeats it")
	return nil
}

// denyCmd signs a no.
type denyCmd struct{ answerFlags }

// Run shows the ask and signs.
func (c denyCmd) Run(ctx context.Context, a app) error {
	o, p, err := c.find(ctx, a)
	if err != nil {
		return err
	}
	defer o.JS.Conn().Close()
	showAsk(a.out, p)
	return answer(ctx, o, p, false)
}

// showAsk prints everything that an answer covers. It makes invisible characters visible.
func showAsk(out io.Writer, p ask.Pending) {
	who := p.From
	if p.Agent != "" {
		who = p.Agent + " (" + p.From + ")"
	}
	fmt.Fprintf(out, "%s: %s.%s, user %s, asked by %s %s ago, in\n\n    %s\n\n", p.ID, printable.VisibleLine(p.Team), printable.VisibleLine(p.Machine), printable.VisibleLine(p.User), printable.VisibleLine(who), age(p.At), printable.VisibleLine(p.Dir))
	for _, row := range printable.Visible(p.Text) {
		fmt.Fprintf(out, "    %s\n", row)
	}
	fmt.Fprintln(out)
	for i, row := range p.Asked {
		fmt.Fprintf(out, "ask %d of %d: %s\n", i+1, len(p.Asked), printable.VisibleLine(row))
	}
}
