// Package sandbox confines a permitted command to a [Box] in the kernel. The box says where
// the command may write, what it cannot read, which network it reaches, and that nothing it
// started outlives it.
//
// A box requires a set of [Property]. A [Backend] says how it would start the
// command ([Plan]), and [Prove] finds out which properties the backend enforces on this
// machine, by starting it and attempting what must fail. So a kernel without user namespaces,
// a container that forbids mounts, or a missing bubblewrap shows as properties that do not
// hold, and a caller that needs one of them starts nothing.
//
// The package sees no policy and makes no decision. Its caller passes paths that exist and
// contain no symbolic links.
package sandbox
