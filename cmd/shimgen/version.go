package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/agent-loop/shimgen/gate"
)

// version is set by the linker in a release: -X main.version=…
var version = ""

// versionCmd prints the version.
type versionCmd struct{}

// Run prints the version, else the module's as the toolchain recorded it, and whether
// this binary is installed.
func (versionCmd) Run(a *app) error {
	known := version
	if info, ok := debug.ReadBuildInfo(); ok && known == "" {
		known = info.Main.Version
	}
	if known == "" {
		known = "(unknown)"
	}
	fmt.Fprintf(a.out, "shimgen %s %s/%s %s\n", known, runtime.GOOS, runtime.GOARCH, runtime.Version())
	if id, ok := gate.Installed(); ok {
		fmt.Fprintf(a.out, "installed in %s\n", id.Root)
	}
	return nil
}
