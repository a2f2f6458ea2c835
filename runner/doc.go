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
// --json, MCP), with its signals; box.go chooses the sandbox and makes the plan, rundir.go what
// it relies on; names.go checks what a command has made, violation.go says what it was refused;
// approval.go and answer.go ask for and keep what a person allowed; record.go makes the records.
//
// What a session knows beside that has packages of its own: policyfile and gatetable the files
// of the policy and the gate's tables; confinement, cover, worktree and outlet what a command
// may touch, with rundir and authority; grant, handover and person what people have said yes
// to; shellscript what a shell would run; trail and notice what is written down and said;
// process, limit and watchdog what is running.
package runner
