package pull

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/poll"
	"github.com/agent-loop/shimgen/host"
)

// Watch keeps a machine's policy up to date with a file or a registry.
type Watch struct {
	Machine
	Every time.Duration // between two looks
	Say   func(string)
}

// longest is how long one look at a registry or a remote disk may take.
const longest = time.Minute

// Run looks until the context is done. from returns an envelope; until there is a new one,
// it returns the same one.
func (w *Watch) Run(ctx context.Context, from func(context.Context) ([]byte, error)) {
	poll.Every(ctx, w.Every, w.Say, func() error {
		short, stop := context.WithTimeout(ctx, longest)
		defer stop()
		data, err := from(short)
		if err != nil {
			return err
		}
		return w.use(data, time.Now())
	})
}

// use judges the policy of an envelope and puts it in force.
func (w *Watch) use(data []byte, now time.Time) error {
	c, err := w.Judge(data, now)
	if err != nil || !c.IsNew {
		return err
	}
	if err := w.Apply(c); err != nil {
		return err
	}
	w.Say(fmt.Sprintf("version %d of group %s is in force: sha256 %s", c.Version, c.Group, c.Hash()))
	return nil
}

// FromFile reads an envelope from a file that anybody may have written. It must be a regular
// file, since the open of a pipe waits for a writer, and no larger than an envelope.
func FromFile(path string) ([]byte, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if path, err = host.Canonical(path); err != nil {
		return nil, err
	}
	f, err := host.Open(path, host.Untrusted(envelope.Most))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return host.Read(f, envelope.Most)
}
