// Package export converts a policy to the settings of agents, so that their own file tools and
// sandboxes enforce it too.
//
//	got, err := export.Settings(p, "claude", home)
//
// A target is a row of targets: one file of one agent. Unsaid lists what that agent's settings
// cannot express: its hook and the shims still enforce it. Nothing is exported that would be
// looser there than here, such as an exception whose prefix would let more commands run, or run
// them outside a sandbox.
package export
