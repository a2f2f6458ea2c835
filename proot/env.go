package proot

import "strings"

// Env returns the environment for proot itself, which passes it on to the guest.
//
// It removes PROOT_* from parent: these variables choose the loader and turn off the
// acceleration. It removes LD_*, because a preloaded library would run in the tracer,
// outside everything that proot hides. On Termux this removes the termux-exec library too;
// programs find its paths through the binds instead.
//
// It adds PROOT_TMP_DIR=tmp, an existing private directory. noSeccomp adds
// PROOT_NO_SECCOMP=1. That costs two to six times as much, and a guest that kills its tracer
// then runs on unconfined. It is for kernels on which the acceleration hangs, and only if
// the user's configuration asks for it.
func Env(parent []string, tmp string, noSeccomp bool) []string {
	env := make([]string, 0, len(parent)+2)
	for _, kv := range parent {
		if strings.HasPrefix(kv, "PROOT_") || strings.HasPrefix(kv, "LD_") {
			continue
		}
		env = append(env, kv)
	}
	env = append(env, "PROOT_TMP_DIR="+tmp)
	if noSeccomp {
		env = append(env, "PROOT_NO_SECCOMP=1")
	}
	return env
}
