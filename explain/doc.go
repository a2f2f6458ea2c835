// Package explain describes why a command was decided as it was: what `shimgen explain`
// prints.
//
// [New] makes a [Page] of an explanation that a session gave. A page holds the decision,
// the profile, and a tree of commands: each with its words and where they come from, the
// grammar it was read through, its effects, the findings and who decided about them, the
// rules that it comes near to, and what the gate would say.
//
//	s, err := runner.Open(runner.Options{Env: os.Environ()})
//	…
//	req := guard.Request{Source: command}
//	page := explain.New(command, req, s.Explain(req), s)
//	err = page.Print(os.Stdout)
//
// [Page.PrintJSON] writes the same facts as one object.
//
// # Limits
//
// A page decides nothing and runs nothing. It shows what guard has found, so it is as
// complete as that: what a word turns into at run time is not in it. Long texts, long
// chains of origins and long lists of commands are cut; Page.More counts the commands that
// were left out. Credentials are replaced by stars, and nothing in a page can drive a
// terminal. Print and PrintJSON also replace the values of inherited variables by their names.
package explain
