// Package runner takes one command from request to result: it loads the policy,
// decides, runs what was permitted, and records what happened.
//
// A [Session] holds what all decisions of one process share: the policy merged
// from its layers, what the machine says, and the audit trail. The environment
// does not choose the policy: the root, the uid and the home come from the
// identity that install wrote into this binary, and for a binary that was never
// installed from the password file.
package runner
