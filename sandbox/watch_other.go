//go:build !linux || (!amd64 && !arm64)

package sandbox

import (
	"os"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// watcher has nothing to read: this system has no supervisor.
type watcher struct{}

func watch(*os.File, supervise.Rules) *watcher { return &watcher{} }

func socketPair() (own, other *os.File, err error) { return nil, nil, ErrNoLandlock }

func (*watcher) ready() error { return ErrNoLandlock }

func (*watcher) began() error { return ErrNoLandlock }

func (*watcher) denials() []supervise.Denial { return nil }
