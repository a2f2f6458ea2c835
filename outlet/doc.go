// Package outlet serves the network of one confined command that may reach some hosts, and
// remembers what it reached and what it was refused.
//
// The way out is package egress's. The outlet has it decide by a [Policy], which is read again
// when its files change while the command runs: what is taken away from the list counts at
// once. What the command could write, the project's file, counts as it was at the start.
//
//	live := outlet.NewPolicy(p, files, flags, project, narrowed)
//	o := outlet.New(live, credentials, tls)
//	backend := sandbox.Native{Outlet: o.Serve}
//	for _, r := range o.Refusals() { … } // in words, with the line that would allow it
//	events := o.Records()                // for the audit trail
//
// Linux has what it needs: a network namespace ([Outlet.Serve]), or a supervisor that makes the
// command's connections ([Outlet.Broker]). A command that the sandbox cuts off has no outlet.
package outlet
