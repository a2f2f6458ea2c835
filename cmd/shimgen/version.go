package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/agent-loop/shimgen/gate"
)

// versionCmd prints the version.
type versionCmd struct{}

// Run prints the module's version as the toolchain recorded it, and whether
// this binary is an installed one.
func (versionCmd) Run(a *app) error {
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	fmt.Fprintf(a.out, "shimgen %s %s/%s %s\n", version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	if id, ok := gate.Installed(); ok {
		fmt.Fprintf(a.out, "installed in %s\n", id.Root)
	}
	return nil
}
