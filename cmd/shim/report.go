package main

import (
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/launch"
)

// report says why neither the program nor the judge could be started. A fault of the
// installation gets a hint; other errors name the program's file.
func report(err error) end {
	status := launch.Status(err)
	switch {
	case err == launch.ErrNotInstalled:
		return broken(err.Error(), "run shimgen install, or take the shim's directory off PATH")
	case status == gate.StatusFailed:
		return broken(err.Error(), "run shimgen install again")
	}
	return end{status, "", "shimgen: " + visible(err.Error()) + "\n"}
}

// broken reports a failure of the shim itself. Nothing has run.
func broken(what, hint string) end {
	return end{gate.StatusFailed, "", "shimgen: " + visible(what) + "\nshimgen: hint: " + hint + "\n"}
}

// visible escapes control characters and bytes outside ASCII: the caller chooses the name, and
// must not be able to forge a line of ours or steer the terminal.
func visible(text string) string {
	const digits = "0123456789abcdef"
	shown := make([]byte, 0, len(text))
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c >= 0x7f {
			shown = append(shown, '\\', 'x', digits[c>>4], digits[c&15])
		} else {
			shown = append(shown, c)
		}
	}
	return string(shown)
}
