// Package variables selects the environment variables that matter: those that a grammar or a rule
// mentions, since they make a program run code or move its configuration.
//
//	recorded := variables.Snapshot(os.Environ())       // at install
//	variables.Differences(os.Environ(), recorded)      // later: the variables that rules have to look at
//
// A judge looks up each variable of its environment, so the names are in an index (index.txt),
// which is built from the rows and the rules. [CheckIndex] reports whether it is up to date.
package variables
