package main

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
)

// keyCmd makes a key pair.
type keyCmd struct {
	File string `arg:"" help:"The private key's file, which must not be there yet; the public key gets the same name with .pub."`
	Name string `placeholder:"NAME" help:"Of who answers with it: the machines' records have it."`
}

// Run writes both keys. Neither replaces a file.
func (c keyCmd) Run(a app) error {
	if c.Name != "" {
		if err := wire.CheckToken("--name", c.Name); err != nil {
			return usage(err)
		}
	}
	private, public, err := envelope.NewKey(c.Name)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name, text string
		mode       os.FileMode
	}{{c.File, private, 0o600}, {c.File + ".pub", public, 0o644}} {
		out, err := os.OpenFile(f.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
		if err != nil {
			return err
		}
		_, err = out.WriteString(f.text)
		if err := errors.Join(err, out.Close()); err != nil {
			return err
		}
	}
	a.say("keep " + c.File + " where no machine of the fleet can read it; " + c.File + ".pub goes to each: /etc/agent-loop/fleet-policy.pub says who signs policies, fleet-approvers.pub who answers asks")
	return nil
}

// signCmd signs a policy.
type signCmd struct {
	Policy  string        `arg:"" help:"The policy: a system's policy.toml."`
	Key     string        `required:"" placeholder:"FILE" help:"The private key."`
	Group   string        `default:"all" help:"The machines that it is for."`
	Version uint64        `placeholder:"N" help:"Higher than that of the policy before (default: seconds since 1970)."`
	For     time.Duration `default:"720h" help:"How long machines may begin to use it."`
	Output  string        `short:"o" placeholder:"FILE" help:"Where to write it, in the place of standard output."`
}

// Run signs the policy, if it loads.
func (c signCmd) Run(a app) error {
	text, err := os.ReadFile(c.Policy)
	if err != nil {
		return err
	}
	if err := wire.CheckToken("group", c.Group); err != nil {
		return usage(err)
	}
	if c.For <= 0 {
		return usage(errors.New("--for must be longer than nothing"))
	}
	if _, err := policy.Load([]policy.Layer{{Name: c.Policy, Kind: policy.System, Data: text}}, policy.Flags{}); err != nil {
		return exit.New(exit.Blocked, err.Error(), "no machine would use it")
	}
	key, err := privateKey(c.Key)
	if err != nil {
		return err
	}
	now := time.Now()
	if c.Version == 0 {
		c.Version = uint64(now.Unix())
	}
	data, err := envelope.Seal(envelope.Policy{Group: c.Group, Version: c.Version, Expires: now.Add(c.For).UTC().Truncate(time.Second), Text: string(text)}, key)
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err = a.out.Write(data)
		return err
	}
	return host.Replace(c.Output, data, 0o644)
}

// privateKey reads a private key that nobody else can read.
func privateKey(path string) (ed25519.PrivateKey, error) {
	if err := wire.Private(path); err != nil {
		return nil, err
	}
	secret, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := envelope.PrivateKey(string(secret))
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return key, nil
}
