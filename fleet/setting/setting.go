// Package setting reads what a machine is told about its fleet: /etc/agent-loop/fleet.toml, or
// another file, and what a command line says beside it.
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

// Name is what the file of a machine's administrator is called, and System where it is.
const (
	Name   = "fleet.toml"
	System = policyfile.SystemDir + "/" + Name
)

// Settings are those of a machine. Empty is not said.
type Settings struct {
	To      string `toml:"to"`       // URLs of servers, separated by commas
	Creds   string `toml:"creds"`    // a file with a JWT and its key
	NKey    string `toml:"nkey"`     // a file with an nkey's seed
	CA      string `toml:"ca"`       // a file with certificates to trust
	Team    string `toml:"team"`     // a token of the subjects
	Machine string `toml:"machine"`  // likewise; the host's name if empty
	Group   string `toml:"group"`    // whose policy the machine gets; "all" if empty
	Send    string `toml:"send"`     // what leaves: none, decisions, hashed or commands
	HashKey string `toml:"hash_key"` // a file with the key of the hashes

	Approvers []string `toml:"approvers"` // who may answer on the page
}

// Read reads a file that its user or root alone can write; "" is system, the administrator's,
// which must be as need says and need not be there. A file that does not say how much leaves
// says decisions, and no other file lets more leave than the administrator's, if that is there.
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

// Parse reads the text of a file, which errors call path.
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

// Text is a file that says what all machines of a fleet have alike: server, team and what leaves.
func (s Settings) Text() (string, error) {
	text, err := toml.Marshal(struct {
		To   string `toml:"to"`
		Team string `toml:"team,omitempty"`
		Send string `toml:"send"`
	}{s.To, s.Team, s.Send})
	return string(text), err
}

// isMore reports whether one word lets more leave than another.
func isMore(send, most string) (bool, error) {
	asked, err := share.Parse(send)
	if err != nil {
		return false, err
	}
	limit, err := share.Parse(most)
	return asked > limit, err
}

// With returns the settings with what a command line says in their place. It cannot let more
// leave than a file does that says how much leaves, nor let somebody answer whom a file does
// not name that names some.
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
	if flags.Creds != "" || flags.NKey != "" { // each takes the place of both
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

// Names are the machine's in subjects.
func (s Settings) Names() wire.Machine { return wire.Machine{Team: s.Team, Name: s.Machine} }

// ErrNoServer says that nobody has said where the server is.
var ErrNoServer = errors.New("no server is named")

// Server is where the server is. wait is for one that is not there yet.
func (s Settings) Server(wait bool) (wire.Server, error) {
	if s.To == "" {
		return wire.Server{}, ErrNoServer
	}
	return wire.Server{To: s.To, Creds: s.Creds, NKey: s.NKey, CA: s.CA, Wait: wait}, nil
}

// shortestKey is how long a key of hashes must be, in bytes.
const shortestKey = 16

// Rule says what leaves. Without a file for the key of hashes there is one in the state
// directory, of this machine alone.
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
