package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/artifact"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/internal/exit"
)

// publishCmd puts a signed policy where machines find it.
type publishCmd struct {
	serverFlags
	signFlags
	Key  string `placeholder:"FILE" help:"The private key: sign FILE, which is a policy, first."`
	File string `arg:"" help:"With --key a policy; without it what sign has written, and --version and --for change nothing of that."`
}

// Run puts the file into the bucket, or into a registry. Each machine checks the signature for itself.
func (c publishCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{Group: c.Group})
	if err != nil {
		return err
	}
	data, err := c.envelope()
	if err != nil {
		return err
	}
	if isRegistry(c.To) {
		ref, err := openRegistry(c.To, s.Group, c.CA)
		if err != nil {
			return err
		}
		return ref.Push(ctx, data)
	}
	js, err := connectStreams(s, false, a)
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	bucket, err := js.KeyValue(ctx, wire.Policies)
	if errors.Is(err, jetstream.ErrBucketNotFound) { // an account that may only publish need not create it
		if err = wire.Complete(ctx, js); err == nil {
			bucket, err = js.KeyValue(ctx, wire.Policies)
		}
	}
	if err != nil {
		return fmt.Errorf("the bucket %s: %w", wire.Policies, err)
	}
	_, err = bucket.Put(ctx, s.Group, data)
	return err
}

// envelope returns the envelope to publish.
func (c publishCmd) envelope() ([]byte, error) {
	if c.Key != "" {
		return c.seal(c.File, c.Key)
	}
	data, err := os.ReadFile(c.File)
	if err != nil {
		return nil, err
	}
	if _, err := envelope.Open(data, nil); errors.Is(err, envelope.ErrNoEnvelope) { // else it has a signature, by any key
		return nil, exit.New(exit.Blocked, c.File+" "+err.Error(), "--key FILE signs a policy")
	}
	return data, nil
}

// isRegistry reports whether the destination is a registry.
func isRegistry(where string) bool { return strings.HasPrefix(where, artifact.Scheme) }

// openRegistry returns a reference to a registry, with the credentials that Docker stores.
// The certificates come from the flag, since those in the settings are a NATS server's.
func openRegistry(at, group, ca string) (*artifact.Reference, error) {
	dir := os.Getenv("DOCKER_CONFIG")
	if home, err := os.UserHomeDir(); dir == "" && err == nil {
		dir = filepath.Join(home, ".docker")
	}
	o := artifact.Options{CA: ca}
	if dir != "" {
		o.Docker = filepath.Join(dir, "config.json")
	}
	ref, err := artifact.Open(at, group, o)
	if errors.Is(err, artifact.ErrReference) {
		return nil, usage(err)
	}
	return ref, err
}
