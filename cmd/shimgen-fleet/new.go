package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/host"
)

// newCmd starts a new fleet.
type newCmd struct {
	serverFlags
	Dir      string `arg:"" help:"The directory to make, for machines to join by: the settings and the public keys."`
	Key      string `required:"" placeholder:"FILE" help:"The private key to make that signs policies."`
	Approver string `placeholder:"FILE" help:"The private key to make of a person who answers asks, named as the file: ann.key is ann's."`
	Send     string `placeholder:"WHAT" help:"What leaves machines that join (default: decisions)."`
}

// Run creates the streams on the server, then the keys, then the directory. It replaces no
// existing file.
func (c newCmd) Run(ctx context.Context, a app) error {
	who := strings.TrimSuffix(filepath.Base(c.Approver), ".key")
	if c.Approver != "" {
		if err := wire.CheckToken("--approver", who); err != nil {
			return usage(err)
		}
	}
	s, err := c.settings(a, setting.Settings{Send: c.Send})
	if err != nil {
		return err
	}
	if hasPassword(s.To) {
		return usage(errors.New("--to has a password in it, which everybody who joins could read: creds or nkey in " + setting.Name + " name a file of each machine"))
	}
	for _, name := range []string{c.Dir, c.Key, c.Approver} {
		if _, err := os.Lstat(name); name != "" && !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, &fs.PathError{Op: "new", Path: name, Err: fs.ErrExist})
		}
	}
	js, err := connectStreams(s, false, a)
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	if err := wire.Complete(ctx, js); err != nil {
		return err
	}
	files, err := c.files(s, who)
	if err != nil {
		return err
	}
	if err := os.Mkdir(c.Dir, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := host.Replace(filepath.Join(c.Dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	a.say("keep the private keys where no agent can read them; machines join by " + c.Dir)
	return nil
}

// files creates the keys, and returns the files of the directory.
func (c newCmd) files(s setting.Settings, who string) (map[string]string, error) {
	text, err := setting.Settings{To: s.To, Team: c.Team, Send: s.Send}.Text()
	if err != nil {
		return nil, err
	}
	all := map[string]string{setting.Name: text}
	if all[pull.KeysName], err = makeKey(c.Key, ""); err != nil {
		return nil, err
	}
	if c.Approver != "" {
		all[ask.KeysName], err = makeKey(c.Approver, who)
	}
	return all, err
}

// hasPassword reports whether one of the servers' URLs contains a user, or is invalid.
func hasPassword(to string) bool {
	for one := range strings.SplitSeq(to, ",") {
		if u, err := url.Parse(strings.TrimSpace(one)); err != nil || u.User != nil {
			return true
		}
	}
	return false
}

// joinCmd makes a machine join a fleet.
type joinCmd struct {
	Dir string `arg:"" help:"The directory that new has made. You trust whoever gives it to you with this machine's policy."`
}

// Run copies the fleet's files.
func (c joinCmd) Run(a app) error { return join(c.Dir, a) }

// join copies the files of a fleet's directory to the places where the machine looks for
// them, unless different ones exist. It checks all before it writes the first, and writes
// the settings last, since systemd's units wait for them.
func join(dir string, a app) error {
	if host.UID() != a.owner {
		return notRoot("join")
	}
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = host.Canonical(dir)
	}
	if err != nil {
		return err
	}
	names := []string{pull.KeysName, ask.KeysName, setting.Name}
	texts, says := map[string]string{}, []string{}
	for _, name := range names {
		text, err := ownText(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) && name == ask.KeysName {
			continue // nobody answers from elsewhere
		}
		if err != nil {
			return err
		}
		said, err := meaningOf(name, text)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, name), err)
		}
		there, err := os.ReadFile(filepath.Join(a.etc, name))
		switch {
		case err == nil && string(there) == text:
			continue
		case err == nil:
			return otherFleet(filepath.Join(a.etc, name))
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		texts[name] = text
		says = append(says, said)
	}
	if err := os.MkdirAll(a.etc, 0o755); err != nil {
		return err
	}
	for _, name := range names {
		if text, is := texts[name]; is {
			if err := host.Replace(filepath.Join(a.etc, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	if len(says) > 0 {
		a.say("joined: " + strings.Join(says, "; "))
	}
	return nil
}
