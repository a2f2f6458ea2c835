// Package sandbox holds a permitted command to a [Box] in the kernel: where it may
// write, what it cannot read, whether it reaches a network, and that nothing it started
// outlives it.
//
// What a box asks for is a set of [Property]. A [Backend] says how it would start the
// command ([Plan]), and [Prove] finds out which properties it holds here, by starting
// it and trying what must not be possible. Nothing is taken on trust: a kernel without
// user namespaces, a container that forbids mounts, a bubblewrap that is not there all
// show as properties that do not hold, and a caller that needs one of them starts
// nothing.
//
// The package sees no policy and makes no decision. It gets paths that exist and are
// free of symbolic links; who turns a policy into a box resolves them.
package sandbox
