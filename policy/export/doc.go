// Package export says a policy as the settings of agents, so that their own file tools and
// sandboxes hold it, too.
//
//	got, err := export.Settings(p, "claude", home)
//
// A target is a row of targets: one file of one agent. What that agent cannot say is listed in
// Unsaid: its hook and the shims still hold it. Nothing is exported that would be looser there
// than here: an exception whose prefix would let more run, or run it outside a sandbox, is not.
package export
