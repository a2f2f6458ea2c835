//go:build !linux

package runner

// closeOnExec is for sandboxes, of which none is built here.
func closeOnExec() error { return ErrDidNotStart }
