// Package sandboxnet serves the network of one confined command that may reach some hosts, and
// remembers what it reached and what it was refused.
//
// The way out is package egress's. The proxy has it decide by a [Policy], which is read again
// when its files change while the command runs: what is taken away from the list counts at
// once. What the command could write, the project's file, counts as it was at the start. Under
// profile observe what is not listed is let through and recorded.
//
//	live := sandboxnet.NewPolicy(p, files, flags, project, narrowed)
//	o := sandboxnet.New(live, credentials, tls)
//	backend := sandbox.Native{Outlet: o.Serve}
//	for _, r := range o.Refusals() { … } // in words, with the line that would allow it
//	events := o.Records()                // for the audit trail
//
// Linux has what it needs: a network namespace ([Proxy.Serve]), or a supervisor that makes the
// command's connections ([Proxy.Broker]). A command that the sandbox cuts off has no proxy.
package sandboxnet
