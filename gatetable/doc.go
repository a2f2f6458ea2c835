// Package gatetable keeps the compiled table that the gate decides by: one of the user's
// policy below the installation's root, and one of the system's policy beside that.
//
//	t := gatetable.Table{Files: files, Names: shims}
//	err := t.Write(p)                   // after a change of the policy or the shims
//	why := t.State(dir)                 // is it missing, damaged, or older than its sources?
//	why = t.Ask(func(c *gate.Checker) gate.Reason { return c.Check(argv, env, dir) })
//
// Nothing of a table comes from the environment. A table that cannot be written, or read,
// makes nothing possible: the gate then calls no command clear, and all go to the judge.
package gatetable
