// Package setting reads a machine's settings for its fleet from /etc/agent-loop/fleet.toml
// or another file, and combines them with a command line.
//
//	to = "tls://nats.example.com:4222"
//	creds = "/etc/agent-loop/fleet.creds"
//	team = "red"
//	send = "decisions"
//
//	file, err := setting.Read("", setting.System, host.SystemPolicy())
//	s, err := file.With(flags)
package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"

	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policyfile"
)

// Name is the name of the administrator's file, and System its path.
const (
	Name   = "fleet.toml"
	System = policyfile.SystemDir + "/" + Name
)

// Settings are the settings of a machine. An empty one is not set.
type Settings struct {
	To      string `toml:"to"`       // URLs of servers, separated by commas
	Creds   string `toml:"creds"`    // a file with a JWT and its key
	NKey    string `toml:"nkey"`     // a file with an nkey's seed
	CA      string `toml:"ca"`       // a file with certificates to trust
	Team    string `toml:"team"`     // a token of the subjects
	Machine string `toml:"machine"`  // likewise; the host's name if empty
	Group   string `toml:"group"`    // the group whose policy the machine gets; "all" if empty
	Send    string `toml:"send"`     // what leaves: none, decisions, hashed or commands
	HashKey string `toml:"hash_key"` // a file with the key of the hashes

	Approvers []string `toml:"approvers"` // the people who may answer on the page
}

// Read reads a file that only its user or root can write. "" means system, the
// administrator's file, which must satisfy need but may be missing. If a file does not set
// what leaves, the setting is decisions. If the administrator's file exists, no other file
// lets more leave.
func Read(path, system string, need host.Need) (Settings, error) {
	most, err := decode(system, need)
	switch absent := errors.Is(err, fs.ErrNotExist); {
	case path == "" && absent:
		return Settings{}, nil
	case path == "":
		return most, err
	case err != nil && !absent:
		return Settings{}, err
	case absent:
		most.Send = share.Commands.String()
	}
	if path, err = filepath.Abs(path); err != nil {
		return Settings{}, err
	}
	if path, err = host.Canonical(path); err != nil {
		return Settings{}, err
	}
	s, err := decode(path, host.Policy(host.UID()))
	if err != nil {
		return s, err
	}
	more, err := isMore(s.Send, most.Send)
	if more {
		err = fmt.Errorf("%s: send = %q: %s says %s, and another file can only say less", path, s.Send, system, most.Send)
	}
	for _, name := range s.Approvers {
		if err == nil && most.Approvers != nil && !slices.Contains(most.Approvers, name) {
			err = fmt.Errorf("%s: approvers: %s does not name %q, and another file can only name fewer", path, system, name)
		}
	}
	if s.Approvers == nil {
		s.Approvers = most.Approvers
	}
	return s, err
}

// decode reads one file.
func decode(path string, need host.Need) (Settings, error) {
	f, err := host.Open(path, need)
	if err != nil {
		return Settings{}, err
	}
	defer f.Close()
	text, err := host.Read(f, host.ProjectLimit)
	if err != nil {
		return Settings{}, err
	}
	return Parse(path, string(text))
}

// Parse reads the text of a file. Errors name it as path.
func Parse(path, text string) (Settings, error) {
	var s Settings
	about, err := toml.Decode(text, &s)
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	if unknown := about.Undecoded(); len(unknown) > 0 {
		return s, fmt.Errorf("%s: unknown key %q", path, unknown[0].String())
	}
	if s.Send == "" {
		s.Send = share.Decisions.String()
	}
	if _, err := share.Parse(s.Send); err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Text returns a file with the settings that all machines of a fleet share: server, team and
// what leaves.
func (s Settings) Text() (string, error) {
	text, err := toml.Marshal(struct {
		To   string `toml:"to"`
		Team string `toml:"team,omitempty"`
		Send string `toml:"send"`
	}{s.To, s.Team, s.Send})
	return string(text), err
}

// isMore reports whether one setting lets more leave than another.
func isMore(send, most string) (bool, error) {
	asked, err := share.Parse(send)
	if err != nil {
		return false, err
	}
	limit, err := share.Parse(most)
	return asked > limit, err
}

// With returns the settings with those of a command line in their place. If a file sets how
// much leaves, a command line cannot let more leave. If a file names approvers, it cannot
// add others.
func (s Settings) With(flags Settings) (Settings, error) {
	if s.Send != "" && flags.Send != "" {
		more, err := isMore(flags.Send, s.Send)
		if err != nil {
			return s, err
		}
		if more {
			return s, fmt.Errorf("--send %s: the configuration says %s, and a flag can only say less", flags.Send, s.Send)
		}
	}
	for _, name := range flags.Approvers {
		if s.Approvers != nil && !slices.Contains(s.Approvers, name) {
			return s, fmt.Errorf("--approver %s: is none of the configuration's, and a flag can only say fewer", name)
		}
	}
	if len(flags.Approvers) > 0 {
		s.Approvers = flags.Approvers
	}
	if flags.Creds != "" || flags.NKey != "" { // each replaces both
		s.Creds, s.NKey = "", ""
	}
	for _, pair := range []struct {
		into *string
		from string
	}{
		{&s.To, flags.To},
		{&s.Creds, flags.Creds},
		{&s.NKey, flags.NKey},
		{&s.CA, flags.CA},
		{&s.Team, flags.Team},
		{&s.Machine, flags.Machine},
		{&s.Group, flags.Group},
		{&s.Send, flags.Send},
		{&s.HashKey, flags.HashKey},
	} {
		if pair.from != "" {
			*pair.into = pair.from
		}
	}
	if s.Machine == "" {
		name, err := os.Hostname()
		if err != nil {
			return s, err
		}
		s.Machine = wire.Token(name)
	}
	if s.Team == "" {
		s.Team = "default"
	}
	if s.Group == "" {
		s.Group = "all"
	}
	if s.Send == "" {
		s.Send = share.Decisions.String()
	}
	if err := wire.CheckToken("group", s.Group); err != nil {
		return s, err
	}
	return s, s.Names().Check()
}

// Names returns the machine's names in subjects.
func (s Settings) Names() wire.Machine { return wire.Machine{Team: s.Team, Name: s.Machine} }

// ErrNoServer means that the server's address is not set.
var ErrNoServer = errors.New("no server is named")

// Server returns the server's address. wait means to wait for a server that does not run
// yet.
func (s Settings) Server(wait bool) (wire.Server, error) {
	if s.To == "" {
		return wire.Server{}, ErrNoServer
	}
	return wire.Server{To: s.To, Creds: s.Creds, NKey: s.NKey, CA: s.CA, Wait: wait}, nil
}

// shortestKey is the minimum length of a key for hashes, in bytes.
const shortestKey = 16

// Rule returns what leaves. If no file with a hash key is set, the state directory has a key
// for this machine alone.
func (s Settings) Rule(state string) (share.Rule, error) {
	level, err := share.Parse(s.Send)
	if err != nil || level != share.Hashed {
		return share.Rule{Level: level}, err
	}
	path := s.HashKey
	if path == "" {
		path = filepath.Join(state, "hash.key")
		if err := makeKey(path); err != nil {
			return share.Rule{}, err
		}
	}
	if err := wire.Private(path); err != nil {
		return share.Rule{}, err
	}
	key, err := os.ReadFile(path)
	if err == nil && len(key) < shortestKey {
		err = fmt.Errorf("%s: a key of %d bytes is too short: at least %d", path, len(key), shortestKey)
	}
	return share.Rule{Level: level, Key: key}, err
}
