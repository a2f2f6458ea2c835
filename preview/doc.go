// Package preview says what is at stake in a command that a person is asked about: the files
// that it would delete, overwrite or change, and what git would throw away.
//
//	for _, line := range preview.Look(decision, "/home/u/project", preview.Patience) {
//		fmt.Println(line) // build: 214 files, 3.1 MiB; git has none of them
//	}
//
// It looks at the disk and never guesses. It starts no program: git's own files are read
// ([github.com/agent-loop/shimgen/internal/gitrepo]). When its time is up it says "more than".
//
// # Limits
//
// It is about the commands that the decision asks about, and of these about what their words
// name. Words that only execution knows, other machines, databases and services have no line.
// Between the look and the command files may change. A program with conditions, such as find,
// may take less than what is there. Of git, submodules and files that are in the way of another
// branch's are not counted, nor is a repository that variables or settings name.
package preview
