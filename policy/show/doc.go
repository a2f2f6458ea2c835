// Package show shows a policy with all its layers merged, in the words of a policy file and as JSON.
//
//	summary := show.Summarize(session.Policy)
//	summary.Print(os.Stdout)
//
// # Limits
//
// The output is for reading: a file made from it would contain the entries of all layers, and no locks.
package show
