// Package gatetable stores the gate's compiled tables: one for the user's policy below the
// installation's root, and one for the system's policy next to it.
//
//	t := gatetable.Table{Files: files, Names: shims}
//	err := t.Write(p)                   // after a change of the policy or the shims
//	why := t.State(dir)                 // is it missing, damaged, or older than its sources?
//	why = t.Ask(func(c *gate.Checker) gate.Reason { return c.Check(argv, env, dir) })
//
// Nothing in a table comes from the environment. Without a writable and readable table the gate
// calls no command clear, and all go to the judge.
package gatetable
