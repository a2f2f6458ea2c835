//go:build amd64 || arm64

package runner

const kernProc = "kern.proc.proc"

// native is this system's layout.
var native = &freebsdLayout
