package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy/show"
)

// pullCmd puts signed policies in force.
type pullCmd struct {
	serverFlags
	Group  string        `placeholder:"NAME" help:"Whose policy this machine gets (default: all)."`
	From   string        `placeholder:"FILE|oci://HOST/REPO" help:"Take the signed policy from a file or a registry, in the place of a server."`
	Every  time.Duration `default:"15s" help:"How often to look."`
	Once   bool          `help:"Look once, and end."`
	DryRun bool          `help:"Print what would change, and change nothing."`
}

// Run puts signed policies in force until a signal, or once.
func (c pullCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{Group: c.Group})
	if err != nil {
		return err
	}
	m := pull.Machine{Etc: a.etc, Need: a.need, Group: s.Group}
	if _, err := m.Current(); err != nil {
		return exit.New(exit.Failed, err.Error(), "root puts the public key there, as "+pull.KeysName)
	}
	if !c.DryRun {
		if err := mend(m, a); err != nil {
			return err
		}
	}
	if c.From != "" {
		return c.from(ctx, m, a)
	}
	js, err := connectStreams(s, !c.Once && !c.DryRun, a)
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	follower := pull.Follower{Watch: c.watch(m, a), Names: s.Names(), Conn: js.Conn()}
	switch {
	case c.DryRun:
		data, err := pull.Fetch(ctx, js, s.Group)
		if err != nil {
			return refused(err)
		}
		return c.use(m, data, a)
	case c.Once:
		return refused(follower.Look(ctx, js, time.Now()))
	}
	return follower.Run(ctx)
}

// watch looks as often as the flags say.
func (c pullCmd) watch(m pull.Machine, a app) pull.Watch {
	return pull.Watch{Machine: m, Every: c.Every, Say: a.say}
}

// from takes the policy from a file or registry instead of a server.
func (c pullCmd) from(ctx context.Context, m pull.Machine, a app) error {
	read := func(context.Context) ([]byte, error) { return pull.FromFile(c.From) }
	if isRegistry(c.From) {
		ref, err := openRegistry(c.From, m.Group, c.CA)
		if err != nil {
			return err
		}
		read = ref.Fetch
	}
	if !c.Once && !c.DryRun {
		w := c.watch(m, a)
		w.Run(ctx, read)
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	data, err := read(ctx)
	if err != nil {
		return refused(err)
	}
	return c.use(m, data, a)
}

// mend puts the policy of the envelope in force, if a crash has left another.
func mend(m pull.Machine, a app) error {
	mended, err := m.Mend()
	if mended && err == nil {
		a.say("the policy of the last envelope is in force again")
	}
	return err
}

// use puts an envelope in force, or prints what that would change.
func (c pullCmd) use(m pull.Machine, data []byte, a app) error {
	change, err := m.Judge(data, time.Now())
	if err != nil {
		return refused(err)
	}
	if !c.DryRun {
		return m.Apply(change)
	}
	diff, settings := m.Difference(change)
	for row := range strings.Lines(diff) {
		fmt.Fprintln(a.out, printable.Line(strings.TrimSuffix(row, "\n")))
	}
	if len(settings) > 0 {
		fmt.Fprintln(a.out, "what changes:")
		show.PrintChanges(a.out, settings)
	}
	return nil
}

// refused gives the status of a refusal to an error that says why a policy is not in force.
func refused(err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return err
	}
	return exit.New(exit.Blocked, err.Error(), "what was in force stays in force")
}

// statusCmd lists the policy in force on each machine.
type statusCmd struct {
	serverFlags
	JSON bool `name:"json" help:"As JSON."`
}

// Run prints each machine's report.
func (c statusCmd) Run(ctx context.Context, a app) error {
	js, err := c.streams(a)
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	states, err := pull.States(ctx, js)
	if err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(a.out)
		out.SetIndent("", "  ")
		return out.Encode(states)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MACHINE\tGROUP\tVERSION\tSHA256\tREPORTED\tPROBLEM")
	for _, r := range states {
		fmt.Fprintf(w, "%s\t%s\t%d\t%.12s\t%s\t%s\n", printable.Line(r.Machine), printable.Line(r.Group), r.Version, printable.Line(r.Hash), r.At.Format(time.RFC3339), printable.Line(r.Problem))
	}
	return w.Flush()
}
