package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/gate"
)

// version is set by the linker in a release: -X main.version=…
var version = ""

// versionCmd prints the version.
type versionCmd struct{}

// Run prints the version, and whether this binary is installed.
func (versionCmd) Run(a *app) error {
	fmt.Fprintf(a.out, "shimgen %s %s/%s %s\n", knownVersion(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	if id, ok := gate.Installed(); ok {
		fmt.Fprintf(a.out, "installed in %s\n", id.Root)
	}
	return nil
}

// knownVersion returns the linker's version, else the module's version that the toolchain
// recorded.
func knownVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// versionDay returns the day of SOURCE_DATE_EPOCH, which reproducible builds set, else that of
// the commit that this program was built from, else today.
func versionDay() time.Time {
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC()
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if day, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return day
			}
		}
	}
	return time.Now()
}
