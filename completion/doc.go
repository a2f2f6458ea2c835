// Package completion writes the scripts by which bash, zsh and fish complete shimgen's
// command line.
//
// [Write] generates a script from the model of the command line, so it has every verb and
// flag; the names of rules, profiles and agents come from their own packages:
//
//	k, err := kong.New(&commands{}, kong.Name("shimgen"))
//	…
//	err = completion.Write(os.Stdout, "bash", k.Model.Node)
//
// # Limits
//
// A script runs no program, so it completes what was known when it was written; it lacks
// the rules of the user's own policy. No word may have a meaning for a shell; a test of
// the command line checks that with [Words].
package completion
