// Package explain describes why a command was decided as it was: what `shimgen explain`
// prints.
//
// [New] makes a [Page] of a session's explanation. A page holds the decision, the
// profile, and a tree of commands: each with its words and their origins, the grammar
// that read it, its effects, the findings and what decided about them, the rules that
// almost match, and the gate's answer.
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
// A page decides nothing and runs nothing. It shows what guard found, so it does not show
// what an unknown word becomes at run time. It cuts long texts, long chains of origins
// and long lists of commands; Page.More counts the commands left out. It redacts
// credentials, and nothing in it can control a terminal. Print and PrintJSON also replace
// the values of inherited variables by the variables' names.
package explain
