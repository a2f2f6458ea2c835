//go:build !linux

package runner

import "github.com/agent-loop/shimgen/sandbox"

// closeOnExec fails: it is for sandboxes, and this system has none.
func closeOnExec() error { return sandbox.ErrDidNotStart }
