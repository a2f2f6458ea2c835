//go:build !linux

package sandbox

import "os"

// listen makes no listeners: no backend is for this system.
func (g *grounds) listen() ([]*os.File, error) { return nil, nil }
