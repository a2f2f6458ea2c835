// Package pull puts a signed policy in force on a machine: it decides whether it may, and
// writes the file of the system's policy.
//
//	p := pull.Machine{Etc: policyfile.SystemDir, Need: host.SystemPolicy(), Group: "laptops"}
//	change, err := p.Judge(data, time.Now())
//	…
//	err = p.Apply(change)
//
// A policy comes into force if a key of fleet-policy.pub has signed it, it is for the
// machine's group, its version is higher than the one in force, it has not expired, and it
// loads. Otherwise the policy in force stays, and [Machine.Judge] says why.
//
// The machine keeps the envelope in force beside the policy; the envelope's version is the
// machine's version, so no unsigned file decides which policy is older. An expired policy
// stays in force until another comes. To go back to an earlier text, sign it with a higher
// version.
//
// # Limits
//
// root can write all of these files. The gate's tables need no update here: the next judge
// finds them out of date. One policy holds for a group; package policy merges users' and
// projects' files with it.
package pull

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
	"github.com/agent-loop/shimgen/settings"
)

// Files in a machine's directory.
const (
	PolicyName   = "policy.toml"
	EnvelopeName = "policy.signed" // the envelope of the policy in force
	KeysName     = "fleet-policy.pub"
)

// Machine is a machine that gets a policy.
type Machine struct {
	Etc   string    // the directory: policyfile.SystemDir, except in tests
	Need  host.Need // for the files in it: host.SystemPolicy(), except in tests
	Group string
}

// Change is a policy that may come into force.
type Change struct {
	envelope.Policy
	IsNew  bool // the text or the version differs from the one in force
	Before string
	data   []byte
}

// The reasons to refuse a policy, in addition to those of package envelope.
var (
	ErrGroup   = errors.New("is for another group")
	ErrOlder   = errors.New("is older than the policy in force")
	ErrExpired = errors.New("has expired")
	ErrBroken  = errors.New("cannot be loaded")
)

// Judge decides whether the policy of an envelope may come into force.
func (m Machine) Judge(data []byte, now time.Time) (Change, error) {
	keys, err := m.keys()
	if err != nil {
		return Change{}, err
	}
	p, err := envelope.Open(data, keys)
	if err != nil {
		return Change{}, fmt.Errorf("the policy %w", err)
	}
	c := Change{Policy: p, data: data}
	current, err := m.current(keys)
	if err != nil {
		return c, err
	}
	if c.Before, err = m.read(PolicyName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	same := p.Same(current)
	switch {
	case p.Group != m.Group:
		err = fmt.Errorf("the policy %w: %q, and this machine is of %q", ErrGroup, p.Group, m.Group)
	case same: // it is in force already
		err = nil
	case p.Version <= current.Version:
		err = fmt.Errorf("the policy %w: version %d, and %d is in force", ErrOlder, p.Version, current.Version)
	case !now.Before(p.Expires):
		err = fmt.Errorf("the policy %w: on %s", ErrExpired, p.Expires.UTC().Format(time.RFC3339))
	default:
		err = nil
	}
	if err != nil {
		return c, err
	}
	c.IsNew = !same || c.Before != p.Text
	if _, err := load(p.Text); err != nil {
		return c, fmt.Errorf("the policy %w: %w", ErrBroken, err)
	}
	return c, nil
}

// Apply puts a policy in force that Judge has accepted. It writes the envelope first, since
// that holds the version. A crash between the two files leaves the old policy with the new
// envelope; Mend then completes the change.
func (m Machine) Apply(c Change) error {
	if err := m.write(EnvelopeName, c.data); err != nil {
		return err
	}
	return m.write(PolicyName, []byte(c.Text))
}

// Mend puts the text of the envelope in force if the policy file differs: a crash came
// between the two writes, or somebody changed the file. It reports whether it did. Without
// an envelope it does nothing.
func (m Machine) Mend() (bool, error) {
	current, err := m.Current()
	if err != nil || current.Version == 0 || current.Group != m.Group {
		return false, err
	}
	text, err := m.read(PolicyName)
	if err == nil && text == current.Text {
		return false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if _, err := load(current.Text); err != nil {
		return false, fmt.Errorf("the policy %w: %w", ErrBroken, err)
	}
	return true, m.write(PolicyName, []byte(current.Text))
}

// write replaces one of the machine's files.
func (m Machine) write(name string, text []byte) error {
	return host.Replace(filepath.Join(m.Etc, name), text, 0o644)
}

// Current returns the policy in force. Its version is 0 if none was pulled.
func (m Machine) Current() (envelope.Policy, error) {
	keys, err := m.keys()
	if err != nil {
		return envelope.Policy{}, err
	}
	return m.current(keys)
}

// current returns the policy in the kept envelope. If no present key has signed it, that is
// an error: a machine that forgot its version would accept any older policy.
func (m Machine) current(keys []ed25519.PublicKey) (envelope.Policy, error) {
	text, err := m.read(EnvelopeName)
	if errors.Is(err, fs.ErrNotExist) {
		return envelope.Policy{}, nil
	}
	if err != nil {
		return envelope.Policy{}, err
	}
	p, err := envelope.Open([]byte(text), keys)
	if err != nil {
		return p, fmt.Errorf("%s %w", filepath.Join(m.Etc, EnvelopeName), err)
	}
	return p, nil
}

// keys returns the keys that the machine trusts.
func (m Machine) keys() ([]ed25519.PublicKey, error) {
	text, err := m.read(KeysName)
	if err != nil {
		return nil, err
	}
	keys, err := envelope.PublicKeys(text)
	if err != nil {
		return nil, fmt.Errorf("%s %w", filepath.Join(m.Etc, KeysName), err)
	}
	return keys, nil
}

// read reads a file that only those who may change the policy can write.
func (m Machine) read(name string) (string, error) {
	f, err := host.Open(filepath.Join(m.Etc, name), m.Need)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := host.Read(f, host.PolicyLimit)
	return string(text), err
}

// load loads a text as the system's policy.
func load(text string) (*policy.Policy, error) {
	return policy.Load([]policy.Layer{{Name: PolicyName, Kind: policy.System, Data: []byte(text)}}, policy.Flags{})
}

// Difference describes a change: lines of a diff, and settings.
func (m Machine) Difference(c Change) (diff string, changes []show.Change) {
	target := filepath.Join(m.Etc, PolicyName)
	diff = settings.Diff(target, fmt.Sprintf("version %d", c.Version), c.Before, c.Text)
	before, err := load(c.Before)
	if err != nil {
		return diff, nil // then only the texts can be compared
	}
	after, err := load(c.Text)
	if err != nil {
		return diff, nil
	}
	return diff, show.Changes(before, after)
}
