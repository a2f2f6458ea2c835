// Package shellscript reads the script that a shell is about to run, before it runs, and has
// the shell run the same bytes.
//
// A [Finder] looks where the shell would look: at the file among its arguments, on PATH, or
// at standard input. A file is opened and handed over as a descriptor, or, where scripts must
// keep their names, held: [launch.CheckUnchanged] tells whether it is still what was read.
// What comes through a pipe is read to its end and put in its place again.
//
//	sc, err := shellscript.Finder{Dir: dir, Path: path}.Find("bash", args)
//	sc.Fill(&request)     // what the judge should know of it
//	d = sc.Apply(d)       // the shell opens the descriptor, not the name
//
// A script over 1 MiB, one that takes longer than two seconds to arrive, and one on a
// terminal have no text. The judge decides what that means.
package shellscript
