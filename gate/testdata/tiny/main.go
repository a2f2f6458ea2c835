// Command tiny is the smallest program with a gate: it runs what is clear and
// prints why something is not.
package main

import (
	"os"

	"github.com/agent-loop/shimgen/gate"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "--identity" {
		id, ok := gate.Installed()
		println(ok, id.Root, id.Home, id.UID, len(id.Recorded))
		return
	}
	result := gate.Run(gate.Vector(os.Args), gate.Vector(os.Environ()))
	println(result.Reason.String(), result.Audited)
	os.Exit(99)
}
