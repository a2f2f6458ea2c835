//go:build !linux

package runner

import "github.com/agent-loop/shimgen/sandbox"

// closeOnExec is for sandboxes, of which none is built here.
func closeOnExec() error { return sandbox.ErrDidNotStart }
