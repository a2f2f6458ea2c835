// Package overlay finds the programs that a sandbox puts shims over, so that a command meets
// the shim by whatever path it starts a program.
//
// The names of the shims are looked for in the directories on PATH and the system's. The
// files that they lead to are covered, under all their names. Scripts are not, since other
// programs read them, nor programs that tell where their own file lies, nor shells without a
// shim.
//
//	f := overlay.Finder{Root: root, Owner: uid, UID: uid, Path: path, Trees: gate.Trees, …}
//	programs := f.Find()
//	over, err := f.Overlay(programs, box) // for sandbox.Box
//
// To look is dear, so what was found is kept in the installation's state, and counts while no
// directory that was looked in has changed.
package overlay
