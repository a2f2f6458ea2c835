package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/records"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/trail"
)

// askCmd sends the commands that wait for a person.
type askCmd struct {
	serverFlags
	Send  string        `placeholder:"WHAT" help:"What leaves, as for forward: an ask has a command's text, so it must be commands."`
	Root  string        `placeholder:"DIR" help:"The installation whose asks they are (default: ~/.agent-loop)."`
	Every time.Duration `default:"1s" help:"How often to look."`
	Once  bool          `help:"Look once, and end."`
}

// Run sends asks and takes answers until a signal, or once.
func (c askCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{Send: c.Send})
	if err != nil {
		return err
	}
	if level, err := share.Parse(s.Send); err != nil || level < share.Commands {
		return exit.New(exit.Blocked, "send = "+s.Send+": an ask has the text of a command, and only send = commands lets that leave", `root writes send = "commands" into `+setting.System)
	}
	m, err := c.machine(s, a)
	if err != nil {
		return err
	}
	if _, err := m.Keys(); err != nil {
		return exit.New(exit.Failed, err.Error(), "root puts the public keys of who may answer there, as "+ask.KeysName)
	}
	conn, err := connect(s, !c.Once, a)
	if err != nil {
		return err
	}
	defer conn.Close()
	if c.Once {
		return m.Look(ctx, conn, time.Now())
	}
	m.Run(ctx, conn, c.Every)
	return nil
}

// machine returns this machine, for the user who owns the installation. It writes the trail
// at any level of the policy, since every answer must be recorded. The next judge keeps the
// trail within its limits.
func (c askCmd) machine(s setting.Settings, a app) (*ask.Machine, error) {
	root, err := installed(c.Root)
	if err != nil {
		return nil, err
	}
	uid := host.UID()
	w := trail.Writer{Root: root, Owner: uid, UID: uid, Policy: policy.Audit{Level: gate.Basic}}
	return &ask.Machine{
		Names: s.Names(), User: userName(uid), Say: a.say,
		Store: approval.In(root, uid),
		Kept:  records.Dir{Path: filepath.Join(root, "state", "asks"), Owner: uid},
		Keys:  func() ([]envelope.Key, error) { return ask.Keys(a.etc, a.need) },
		Record: func(e audit.Consent) error {
			return w.Append(audit.Context{Source: "fleet", Host: s.Machine, UID: uid}, e)
		},
	}, nil
}

// installed returns the root of an installation of this user.
func installed(root string) (string, error) {
	if root == "" {
		homes := host.Homes(host.UID(), "", "")
		if len(homes) == 0 {
			return "", exit.New(exit.Failed, "no home directory, so no installation", "--root names one")
		}
		root = filepath.Join(homes[0], ".agent-loop")
	}
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	if root, err = host.Canonical(root); err != nil {
		return "", err
	}
	if _, err := os.Lstat(root); errors.Is(err, fs.ErrNotExist) { // Open would create it
		return "", exit.New(exit.Failed, root+" is not there", "shimgen install, by the user whose agents they are")
	}
	dir, err := host.Open(root, host.PrivateDir(host.UID()))
	if err != nil {
		return "", err
	}
	return root, dir.Close()
}

// userName returns a user's name, or the number if there is none.
func userName(uid int) string {
	number := strconv.Itoa(uid)
	if u, err := user.LookupId(number); err == nil {
		return u.Username
	}
	return number
}
