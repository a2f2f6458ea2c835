// Package overlay finds the programs over which a sandbox mounts shims, so that a command
// meets the shim by whatever path it starts a program.
//
// It looks for the names of the shims in the directories on PATH and the system's, and
// covers the files to which they lead, under all names of these files. It does not cover
// scripts, since other programs read them, nor programs that record their own file's path,
// nor shells without a shim.
//
//	f := overlay.Finder{Root: root, Owner: uid, UID: uid, Path: path, Trees: gate.Trees, …}
//	programs := f.Find()
//	over, err := f.Overlay(programs, box) // for sandbox.Box
//
// The search is expensive. So the result is cached in the installation's state, and stays
// valid while no searched directory changes.
package overlay
