// Package cage runs a program on a machine of its own as far as Linux namespaces go:
// as an unprivileged user, with a loopback interface and no other, among processes
// of its own, with /home and /tmp of its own.
//
// Inside, the places are always the same: Home is the user's home, below Root; what
// listens at Address is a handler of the caller's process. Outside, Root is a
// directory of the caller's, which sees in it what was done.
//
// Everything in a cage ends with it: at the end of the program, at the time limit,
// when the caller dies. Nothing is signalled by name.
//
// It takes root, since it changes users and mounts. The caller's program has to give
// itself up to the cage when it is started as one: see [Inside].
package cage
