package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/fleet/poll"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
)

// runCmd does everything that a machine of a fleet does.
type runCmd struct {
	serverFlags
	Group     string `placeholder:"NAME" help:"Whose policy this machine gets (default: all)."`
	Join      string `placeholder:"DIR" help:"Join the fleet of this directory first."`
	User      string `placeholder:"NAME" help:"Whose agents' trail and asks these are. Root must say it."`
	Root      string `placeholder:"DIR" help:"That user's installation (default: ~/.agent-loop)."`
	UserCreds string `placeholder:"FILE" help:"Credentials that the user can read, in the place of root's."`
	UserNkey  string `placeholder:"FILE" help:"Likewise, the seed of an nkey."`
	Child     bool   `hidden:"" help:"Forward and ask, and end when standard input does."`
}

// retryAfter is how long a failed part waits before it tries again.
const retryAfter = 5 * time.Second

// Run runs until a signal. As root, one process pulls, and another, which runs as the user,
// reads and writes the user's files. As the user, there is only the second.
func (c runCmd) Run(ctx context.Context, a app) error {
	switch {
	case c.Child:
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		go func() { // ends with standard input, or with the process
			_, _ = io.Copy(io.Discard, a.in)
			stop()
		}()
		return c.sends(ctx, a)
	case host.UID() != a.owner && (c.Join != "" || c.User != ""):
		return notRoot("run")
	case host.UID() != a.owner:
		a.say("only root puts policies in force: what is in force here stays")
		return c.sends(ctx, a)
	case c.User == "":
		return usage(errors.New("run: --user names whose agents these are; pull does root's part alone"))
	}
	if c.Join != "" {
		if err := join(c.Join, a); err != nil {
			return err
		}
	}
	whose, err := user.Lookup(c.User)
	if err != nil {
		return err
	}
	if _, err := c.settings(a, setting.Settings{Group: c.Group}); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var child sync.WaitGroup
	defer child.Wait()
	defer stop()
	child.Go(func() {
		poll.Every(ctx, retryAfter, a.say, func() error { return c.asUser(ctx, a, whose) })
	})
	return pullCmd{serverFlags: c.serverFlags, Group: c.Group, Every: 15 * time.Second}.Run(ctx, a)
}

// sends forwards and asks until the context is done. Each restarts when it fails, and does
// not repeat earlier reports.
func (c runCmd) sends(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{})
	if err != nil {
		return err
	}
	level, err := share.Parse(s.Send)
	if err != nil {
		return err
	}
	trail := ""
	if c.Root != "" {
		trail = filepath.Join(c.Root, gate.TrailName)
	}
	parts := map[string]func() error{
		"forward": func() error { return forwardCmd{serverFlags: c.serverFlags, Trail: trail}.Run(ctx, a) },
		"ask":     func() error { return askCmd{serverFlags: c.serverFlags, Root: c.Root, Every: time.Second}.Run(ctx, a) },
	}
	if level < share.Commands {
		a.say("asks wait here alone, for they have the text of a command: send = " + s.Send)
		delete(parts, "ask")
	}
	var all sync.WaitGroup
	for name, part := range parts {
		all.Go(func() {
			poll.Every(ctx, retryAfter, a.say, func() error {
				if err := part(); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return nil
			})
		})
	}
	all.Wait()
	return nil
}

// asUser runs a process of the user that sends, and waits for it. The process gets only its
// arguments from root: no environment, no groups, no file. It ends with this one, however
// this one ends, because its standard input ends.
func (c runCmd) asUser(ctx context.Context, a app, whose *user.User) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args, err := c.childArgs(whose)
	if err != nil {
		return err
	}
	p := exec.CommandContext(ctx, self, args...)
	p.Env = append([]string{"HOME=" + whose.HomeDir, "USER=" + whose.Username, "PATH=/usr/bin:/bin"}, a.env...)
	p.Dir, p.Stdout, p.Stderr = "/", a.out, a.err
	p.Cancel = func() error { return p.Process.Signal(syscall.SIGTERM) }
	p.WaitDelay = 2 * retryAfter
	uid, err := strconv.ParseUint(whose.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(whose.Gid, 10, 32)
	if err != nil {
		return err
	}
	if int(uid) != host.UID() { // without root even a change to the same user fails
		p.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	open, err := p.StdinPipe()
	if err != nil {
		return err
	}
	defer open.Close()
	if err := p.Run(); ctx.Err() == nil {
		return exit.New(exit.Failed, fmt.Sprintf("the process of %s has ended: %v", whose.Username, err), "")
	}
	return nil
}

// childArgs returns the arguments of the user's process, which has another directory.
func (c runCmd) childArgs(whose *user.User) ([]string, error) {
	root := c.Root
	if root == "" {
		root = filepath.Join(whose.HomeDir, ".agent-loop")
	}
	creds, nkey := c.Creds, c.Nkey
	if c.UserCreds != "" || c.UserNkey != "" {
		creds, nkey = c.UserCreds, c.UserNkey
	}
	args := []string{"run", "--child"}
	for _, f := range []struct {
		flag, value string
		isFile      bool
	}{
		{"--root", root, true},
		{"--config", c.Config, true},
		{"--creds", creds, true},
		{"--nkey", nkey, true},
		{"--ca", c.CA, true},
		{"--to", c.To, false},
		{"--team", c.Team, false},
		{"--machine", c.Machine, false},
	} {
		if f.value == "" {
			continue
		}
		if f.isFile {
			var err error
			if f.value, err = filepath.Abs(f.value); err != nil {
				return nil, err
			}
		}
		args = append(args, f.flag, f.value)
	}
	return args, nil
}
