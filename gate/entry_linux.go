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
// stack: argc, then the two vectors, each of which ends with nil.
//
//lint:ignore U1000 entry calls it
func pre(sp *uintptr) {
	shared.entered = true
	argv := (**byte)(unsafe.Add(unsafe.Pointer(sp), unsafe.Sizeof(*sp)))
	envp := (**byte)(unsafe.Add(unsafe.Pointer(argv), (*sp+1)*unsafe.Sizeof(argv)))
	if first := element(argv, 0); first == nil || same(base(view(first)), "shim") {
		return // what shim NAME stands for, main finds out
	}
	result := Run(argv, envp)
	shared.reason, shared.audited = result.Reason, result.Audited
}
