package main

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/internal/exit"
)

// serverFlags name the server and the account.
type serverFlags struct {
	Config  string `placeholder:"FILE" help:"Settings in the place of /etc/agent-loop/fleet.toml, which root alone can write."`
	To      string `placeholder:"URL" help:"The server: nats://HOST:PORT or tls://HOST:PORT, several separated by commas."`
	Creds   string `placeholder:"FILE" help:"Credentials: a user's JWT and key."`
	Nkey    string `name:"nkey" placeholder:"FILE" help:"The seed of an nkey, in the place of credentials."`
	CA      string `name:"ca" placeholder:"FILE" help:"Certificates to trust, in the place of the system's."`
	Team    string `placeholder:"NAME" help:"The team (default: default)."`
	Machine string `placeholder:"NAME" help:"The machine (default: the host's name). No two of a team have the same."`
}

// settings returns the settings from the file and the flags.
func (f serverFlags) settings(a app, more setting.Settings) (setting.Settings, error) {
	s, err := setting.Read(f.Config, filepath.Join(a.etc, setting.Name), a.need)
	if err != nil {
		return s, err
	}
	more.To, more.Creds, more.NKey, more.CA, more.Team, more.Machine = f.To, f.Creds, f.Nkey, f.CA, f.Team, f.Machine
	if s, err = s.With(more); err != nil {
		return s, usage(err)
	}
	return s, nil
}

// connect connects. If wait is set, it waits for a server that does not run yet.
func connect(s setting.Settings, wait bool, a app) (*nats.Conn, error) {
	server, err := s.Server(wait)
	if err != nil {
		return nil, exit.New(exit.BadUsage, err.Error(), "--to nats://HOST:4222, or to = in "+setting.System)
	}
	conn, err := wire.Connect(server, s.Names(), a.say)
	if errors.Is(err, wire.ErrReadable) {
		return nil, exit.New(exit.Failed, err.Error(), "chmod 600 makes it private")
	}
	return conn, err
}

// connectStreams is connect for a caller that needs JetStream. Close its Conn.
func connectStreams(s setting.Settings, wait bool, a app) (jetstream.JetStream, error) {
	conn, err := connect(s, wait, a)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
	}
	return js, err
}

// streams connects to JetStream by the settings. Close its Conn.
func (f serverFlags) streams(a app) (jetstream.JetStream, error) {
	s, err := f.settings(a, setting.Settings{})
	if err != nil {
		return nil, err
	}
	return connectStreams(s, false, a)
}

// initCmd creates the stream.
type initCmd struct {
	serverFlags
	MaxAge time.Duration `default:"0" help:"How long a record stays (default: for ever)."`
	Window time.Duration `default:"2m" help:"How long the server remembers message ids."`
}

// Run creates the stream, or changes the existing one.
func (c initCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{})
	if err != nil {
		return err
	}
	conn, err := connect(s, false, a)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := wire.Prepare(ctx, conn, wire.Records(c.MaxAge, c.Window)); err != nil {
		return err
	}
	a.say("the stream " + wire.Stream + " is ready")
	return nil
}
