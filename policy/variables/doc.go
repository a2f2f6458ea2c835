// Package variables says which variables of an environment count: those that a grammar or a
// rule mentions, since they make a program run code or move its configuration.
//
//	recorded := variables.Snapshot(os.Environ())       // at install
//	variables.Differences(os.Environ(), recorded)      // later: what rules have to look at
//
// A judge asks for each variable of its environment, so the names are in an index
// (index.txt), which is made of the rows and the rules. [CheckIndex] says whether it still is
// of those.
package variables
