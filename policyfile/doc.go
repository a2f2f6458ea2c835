// Package policyfile finds the files that the policy is merged from, and tells which of them
// to believe.
//
// There are three kinds: the system's file, the user's below the installation's root, and the
// project's in the work directory or above it. Who owns a file and who could have written it
// decides whether it counts: package host looks at that when a file is opened.
//
//	f := policyfile.Files{Root: root, Work: work, UID: uid, Owner: owner, Installed: true, Identity: id}
//	f.Sources, err = f.Stat(f.Projects())
//	layers, err := f.Believed() // of the system and the user, for policy.Load
//
// A file with long lists has an index beside the gate's table, which is read in its place as
// long as it is of that very file and of this very program. [Files.KeepIndexes] writes it.
package policyfile
