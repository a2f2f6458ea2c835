// Package runner takes one command from request to result: it loads the policy,
// decides, runs what was permitted, and records what happened.
//
// A [Session] holds what all decisions of one process share: the policy merged
// from its layers, what the machine says, and the audit trail. The environment
// does not choose the policy: the root, the uid and the home come from the
// identity that install wrote into this binary, and for a binary that was never
// installed from the password file.
//
// Where to look: session.go opens a session and decides; exec.go runs a command on the
// caller's streams, terminal and process group, capture.go one whose output is a result (exec
// --json, MCP), with its signals; box.go plans the sandbox, covered.go what lies over programs
// in it, egress_linux.go and credential.go its network; approval.go and answer.go ask for and
// keep what a person allowed; record.go and violation.go write the trail.
package runner
