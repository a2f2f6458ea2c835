//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// entry makes a stack for pre, calls it, and goes on to the runtime's own entry
// as if nothing had been before. No Go code calls it: it is where the kernel
// starts a program that was linked with -E.
//
//lint:ignore U1000 the linker is told its name
func entry()

// pre decides before the runtime has started. sp is what the kernel left on the
// stack: argc, then argv and envp, each of which ends with nil, and the auxiliary
// vector.
//
//lint:ignore U1000 entry calls it
func pre(sp *uintptr) {
	w := &shared
	w.entered = true
	argv := (**byte)(unsafe.Add(unsafe.Pointer(sp), unsafe.Sizeof(*sp)))
	envp := behind(argv)
	auxv := (*auxiliary)(unsafe.Pointer(behind(envp)))
	w.loaded = byLinker(auxv)
	user, ok := auxv.find(auxUser)
	if *argv == nil || !ok || w.loaded || same(base(view(*argv)), "shim") {
		return // what shim NAME stands for, and what a linker has loaded, main finds out
	}
	result := w.run(installed(int(user)), argv, envp)
	w.reason, w.audited = result.Reason, result.Audited
}

// behind returns what follows the nil at the end of a vector.
func behind(vector **byte) **byte {
	for *vector != nil {
		vector = next(vector)
	}
	return next(vector)
}
