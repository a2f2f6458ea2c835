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

// keyCmd creates a key pair.
type keyCmd struct {
	File string `arg:"" help:"The private key's file, which must not be there yet; the public key gets the same name with .pub."`
	Name string `placeholder:"NAME" help:"Of who answers with it: the machines' records have it."`
}

// Run writes both keys. It replaces no file.
func (c keyCmd) Run(a app) error {
	if c.Name != "" {
		if err := wire.CheckToken("--name", c.Name); err != nil {
			return usage(err)
		}
	}
	if _, err := makeKey(c.File, c.Name); err != nil {
		return err
	}
	a.say("keep " + c.File + " where no machine of the fleet can read it; " + c.File + ".pub goes to each: /etc/agent-loop/fleet-policy.pub says who signs policies, fleet-approvers.pub who answers asks")
	return nil
}

// makeKey creates the files of a key pair, and returns the text of the public one.
func makeKey(file, name string) (public string, err error) {
	private, public, err := envelope.NewKey(name)
	if err != nil {
		return "", err
	}
	for _, f := range []struct {
		name, text string
		mode       os.FileMode
	}{{file, private, 0o600}, {file + ".pub", public, 0o644}} {
		out, err := os.OpenFile(f.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
		if err != nil {
			return "", err
		}
		_, err = out.WriteString(f.text)
		if err := errors.Join(err, out.Close()); err != nil {
			return "", err
		}
	}
	return public, nil
}

// signFlags are the signed values besides a policy's text.
type signFlags struct {
	Group   string        `default:"all" help:"The machines that it is for."`
	Version uint64        `placeholder:"N" help:"Higher than that of the policy before (default: seconds since 1970)."`
	For     time.Duration `default:"720h" help:"How long machines may begin to use it."`
}

// seal signs a file, if it loads as a policy.
func (f signFlags) seal(file, key string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := wire.CheckToken("group", f.Group); err != nil {
		return nil, usage(err)
	}
	if f.For <= 0 {
		return nil, usage(errors.New("--for must be longer than nothing"))
	}
	if _, err := policy.Load([]policy.Layer{{Name: file, Kind: policy.System, Data: text}}, policy.Flags{}); err != nil {
		return nil, exit.New(exit.Blocked, err.Error(), "no machine would use it")
	}
	private, err := privateKey(key)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	if f.Version == 0 {
		f.Version = uint64(now.Unix())
	}
	return envelope.Seal(envelope.Policy{Group: f.Group, Version: f.Version, Expires: now.Add(f.For).UTC().Truncate(time.Second), Text: string(text)}, private)
}

// signCmd signs a policy.
type signCmd struct {
	Policy string `arg:"" help:"The policy: a system's policy.toml."`
	Key    string `required:"" placeholder:"FILE" help:"The private key."`
	signFlags
	Output string `short:"o" placeholder:"FILE" help:"Where to write it, in the place of standard output."`
}

// Run signs the policy, if it loads.
func (c signCmd) Run(a app) error {
	data, err := c.seal(c.Policy, c.Key)
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err = a.out.Write(data)
		return err
	}
	return host.Replace(c.Output, data, 0o644)
}

// privateKey reads a private key that only its owner can read.
func privateKey(path string) (ed25519.PrivateKey, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if about.Mode().Perm()&0o077 != 0 {
		return nil, exit.New(exit.Failed, path+" "+wire.ErrReadable.Error(), "chmod 600 makes it private; if somebody may have read it, make another")
	}
	return serviceKey(path)
}

// serviceKey reads a private key that nobody else can read, as a service manager passes it.
func serviceKey(path string) (ed25519.PrivateKey, error) {
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
