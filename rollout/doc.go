// Package rollout reads an audit trail, or a list of commands, and reports what another
// policy would change and which lines a policy should have.
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
// A command is judged in its directory with the machine's present state, with that directory
// as the work directory; project files of other directories are not read. The trail has
// redacted credentials, and truncated commands are left out. The package applies nothing: a
// person decides. Somebody who can write the trail can make it suggest anything, so each
// suggestion states its evidence.
package rollout
