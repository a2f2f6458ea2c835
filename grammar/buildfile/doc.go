// Package buildfile reads build files of other tools for the shell commands that the tools run.
//
// [Just] and [Ninja] rewrite a file as shell source in which each command stands on its line of the
// file, with the values of the variables that the file gives it:
//
//	Just("d := 'out'\nclean:\n  rm -r {{d}}\n", []string{"clean"})        // \n\nrm -r out\n
//	Ninja("rule rm\n  command = rm -r $in\nbuild gone: rm out\n")         // \nrm -r out\n\n\n
//
// The results are for reading only. A value that this package cannot compute becomes a variable that is
// never set, so that the reader of the shell source takes it as unknown. Makefiles have a reader of their
// own in package script, since make evaluates functions.
package buildfile
