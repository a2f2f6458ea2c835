package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/fleet/artifact"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// publishCmd puts a signed policy where machines find it.
type publishCmd struct {
	serverFlags
	Group string `default:"all" help:"The machines that it is for."`
	File  string `arg:"" help:"What sign has written."`
}

// Run puts the file into the bucket, or into a registry. Each machine checks the signature for itself.
func (c publishCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(setting.Settings{Group: c.Group})
	if err != nil {
		return err
	}
	data, err := os.ReadFile(c.File)
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
	if err != nil {
		return fmt.Errorf("the bucket %s: %w", wire.Policies, err)
	}
	_, err = bucket.Put(ctx, s.Group, data)
	return err
}

// isRegistry reports whether a registry is meant.
func isRegistry(where string) bool { return strings.HasPrefix(where, artifact.Scheme) }

// openRegistry returns a reference to a registry, with the credentials that docker keeps. The
// certificates are those of the flag: what the settings name are a NATS server's.
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
