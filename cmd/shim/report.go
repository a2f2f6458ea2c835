package main

import "github.com/agent-loop/shimgen/launch"

// report says why neither the program nor the judge could be started. It gives a hint if
// the fault is ours; for other faults the error names the program's file.
func report(err error) end {
	status := launch.Status(err)
	switch {
	case err == launch.ErrNotInstalled:
		return broken(err.Error(), "run shimgen install, or take the shim's directory off PATH")
	case status == brokenStatus:
		return broken(err.Error(), "run shimgen install again")
	}
	return end{status, "", "shimgen: " + visible(err.Error()) + "\n"}
}

// broken reports a failure of our own. Nothing was run.
func broken(what, hint string) end {
	return end{brokenStatus, "", "shimgen: " + visible(what) + "\nshimgen: hint: " + hint + "\n"}
}

// visible escapes what a terminal would interpret or a reader would not see: the caller
// chooses the name, and it must not be able to write lines of ours.
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
