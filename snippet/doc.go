// Package snippet finds the commands that a file holds, and where in the file each stands:
// the recipes of a makefile, the RUN lines of a Dockerfile, the steps of a workflow. It reads
// text and nothing else.
//
//	kind := snippet.KindOf("ci/Dockerfile", text) // by its name, or its first line
//	found, err := snippet.Read(kind, "ci/Dockerfile", text)
//	found[0].Text.String     // "apt-get update"
//	found[0].Text.Place(8)   // the byte of the file where "update" stands
//
// What only somebody else fills in, such as ${{ }} in a workflow, is a variable that nobody
// knows in the snippet's text. A file that cannot be read is an error, never a file without
// commands.
//
// A kind of file is a row in kind.go: how it is recognised, and the function that reads it.
package snippet
