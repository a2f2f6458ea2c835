// Package cage runs a program on a machine of its own, as far as Linux namespaces allow:
// as an unprivileged user, with only a loopback interface, among processes of its own,
// with its own /home and /tmp.
//
//	c := cage.Cage{Root: dir}
//	result, err := c.Run(ctx, cage.Command{Argv: []string{"/bin/true"}, Dir: "/"})
//
// Inside, the paths are always the same: Home is the user's home, below Root; a handler
// of the caller's process answers at Address. Outside, Root is a directory of the
// caller's, which shows what was done.
//
// Everything in a cage ends with it: at the end of the program, at the time limit, or
// when the caller dies. Nothing is signalled by name.
//
// # Limits
//
// A cage needs root, since it changes users and mounts. The caller's program must call
// [Inside] first in main, because it becomes the first process of the cage.
package cage
