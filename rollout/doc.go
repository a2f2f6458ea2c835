// Package rollout reads an audit trail, or a list of commands, to say what another policy
// would change, and which lines a policy should have.
//
//	asked, _, err := rollout.FromTrail(dir, since)
//	…
//	result := rollout.Replay(asked, before.Decide, after.Decide, nil)
//	result.Print(os.Stdout)
//
// [Replay] judges each different command once under both policies, on all processors.
// [Suggest] counts what people have confirmed and refused, and proposes the exceptions,
// actions and hosts that follow from it, each with its evidence.
//
// # Limits
//
// A command is judged in its directory as the machine is now, with that directory as the
// work directory; project files of other directories are not read. In the trail credentials
// are redacted, and commands that were cut are left out. Nothing is applied: a person
// decides. Who can write the trail can make it suggest what they like, so a suggestion says
// what it is made of.
package rollout
