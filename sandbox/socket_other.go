//go:build !linux

package sandbox

import "os"

// listen makes no listeners: no backend is for this system.
func (g *fixture) listen() ([]*os.File, error) { return nil, nil }
