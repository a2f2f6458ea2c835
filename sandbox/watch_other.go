//go:build !linux || (!amd64 && !arm64)

package sandbox

import (
	"os"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// watched hears nothing: no backend here has a supervisor.
type watched struct{}

func watch(*os.File, supervise.Rules) *watched { return &watched{} }

func socketPair() (own, other *os.File, err error) { return nil, nil, ErrNoLandlock }

func (*watched) ready() error { return ErrNoLandlock }

func (*watched) began() error { return ErrNoLandlock }

func (*watched) denials() []supervise.Denial { return nil }
