// Package sandboxnet serves the network of one confined command that may reach some hosts,
// and records its connections and refusals.
//
// Package egress makes the connections. The [Proxy] lets it decide by a [Policy], which
// reads its files again when they change while the command runs: a host removed from the
// list is refused from then on. The command can write the project's file, so that file
// counts as it was at the start. Under profile observe the proxy lets unlisted hosts through
// and records them.
//
//	live := sandboxnet.NewPolicy(p, files, flags, project, narrowed)
//	o := sandboxnet.New(live, credentials, tls)
//	backend := sandbox.Native{Outlet: o.Serve}
//	for _, r := range o.Refusals() { … } // in words, with the line that would allow it
//	events := o.Records()                // for the audit trail
//
// This needs Linux: a network namespace ([Proxy.Serve]), or a supervisor that makes the
// command's connections ([Proxy.Broker]). A command without a network has no proxy.
package sandboxnet
