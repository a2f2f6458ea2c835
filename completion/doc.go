// Package completion writes the scripts by which bash, zsh and fish complete shimgen's
// command line.
//
// [Write] makes a script of the command line's own description, so that it has every verb
// and flag; names of rules, profiles and agents come from where these are defined:
//
//	k, err := kong.New(&commands{}, kong.Name("shimgen"))
//	…
//	err = completion.Write(os.Stdout, "bash", k.Model.Node)
//
// # Limits
//
// A script runs no program, so it completes what is known when it is written: the rules of
// the user's own policy are not in it. The words mean nothing to a shell; a test of the
// command line holds that of [Words].
package completion
