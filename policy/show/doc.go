// Package show says what a policy is, all its layers merged, in the words of a policy file
// and as JSON.
//
//	summary := show.Summarize(session.Policy)
//	summary.Print(os.Stdout)
//
// # Limits
//
// What is printed is for reading: a file made of it would have the entries of all layers,
// and no locks.
package show
