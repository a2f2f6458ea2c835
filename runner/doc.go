// Package runner takes one command from request to result: it loads the policy,
// decides, runs the command if it is permitted, and records what happened.
//
// A [Session] holds what all decisions of one process share: the policy merged
// from its layers, the view of the machine, and the audit trail. The environment
// does not choose the policy: the root, the uid and the home come from the
// identity that install wrote into this binary, or from the password file if the
// binary was never installed.
//
// Where to look:
//
//   - session.go opens a session and decides.
//   - exec.go runs a command on the caller's streams, terminal and process group; capture.go
//     runs one whose output is a result (exec --json, MCP), and handles its signals. child.go
//     starts it, waits for it and ends it, for both.
//   - backend.go has the sandboxes, and whether the policy accepts one; plan.go plans what is
//     executed, box.go the sandbox around it; rundir.go makes the directories it relies on.
//   - names.go checks the protected names that a command created; violation.go reports what
//     the sandbox refused.
//   - approval.go and answer.go ask a person and keep the answer; record.go makes the records.
//
// Other packages do the rest: policyfile and gatetable find the policy's files and the gate's
// tables; confinement, overlay, worktree and sandboxnet, with rundir and authority, say what a command
// may touch; grant, ticket and userterminal carry a person's yes; shellscript reads the script that
// a shell would run; trail and notice write records and messages; process, limit and watchdog
// watch what is running.
package runner
