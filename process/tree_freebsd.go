//go:build amd64 || arm64

package process

const kernProc = "kern.proc.proc"

// native is this system's layout.
var native = &freebsdLayout
