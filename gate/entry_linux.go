//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import (
	"unsafe"

	"github.com/agent-loop/shimgen/sandbox/native"
)

// entry makes a stack for pre, calls it, and continues with the runtime's own entry as if
// nothing had happened. No Go code calls it: it is where the kernel starts a shim linked
// with -E.
//
//lint:ignore U1000 the linker is told its name
func entry()

// judgeEntry does the same for the judge, with preJudge.
//
//lint:ignore U1000 the linker is told its name
func judgeEntry()

// pre decides before the runtime has started. sp is what the kernel put on the stack:
// argc, then argv and envp, each of which ends with nil, and the auxiliary vector. If pre
// returns, the runtime starts with the returned stack.
//
//lint:ignore U1000 entry calls it
func pre(sp *uintptr) *uintptr {
	w := &shared
	argv, envp, auxv := vectors(sp)
	w.entered, w.loaded = true, byLinker(auxv)
	user, ok := auxv.find(auxUser)
	if *argv != nil && ok && !w.loaded && auxv.named(calledName(view(*argv))) { // main handles all others
		at := installed(int(user))
		at.file = auxv.file()
		result := w.run(at, argv, envp)
		w.reason, w.audited = result.Reason, result.Audited
		if w.reason != NotStarted && w.reason != Undecided {
			w.ask(at, sp, auxv)
		}
	}
	w.keep()
	return sp
}

// preJudge is pre for a program that is not a shim and has nothing to decide. A process
// that makes a sandbox does that here, and does not return.
//
//lint:ignore U1000 judgeEntry calls it
func preJudge(sp *uintptr) *uintptr {
	w := &shared
	argv, envp, auxv := vectors(sp)
	if native.IsEntry(argv) {
		native.Begin(envp)
	}
	w.entered, w.loaded = true, byLinker(auxv)
	w.keep()
	return w.lighten(sp)
}

// vectors finds what the kernel put behind argc.
func vectors(sp *uintptr) (argv, envp **byte, auxv *auxiliary) {
	argv = (**byte)(unsafe.Add(unsafe.Pointer(sp), unsafe.Sizeof(*sp)))
	envp = behind(argv)
	return argv, envp, (*auxiliary)(unsafe.Pointer(behind(envp)))
}

// behind returns the address after the nil at the end of a vector.
func behind(vector **byte) **byte {
	for *vector != nil {
		vector = next(vector)
	}
	return next(vector)
}

// These arguments make shimgen the judge; see launch.Judge.
const (
	asShim      = AsShim + "\x00"
	asShimFresh = AsShimFresh + "\x00"
)

// ask becomes the judge, which runs as
//
//	ARGV0 --as-shim NAME ARGUMENT...
//
// or with --as-shim-fresh, and returns only if that failed. The kernel's argv is one
// element too short, so the new one starts one word earlier, in the word that the entry
// keeps free, and overwrites argc and the old argv[0]. So its length does not matter, and
// nothing is copied. The environment does not change.
func (w *workspace) ask(at site, sp *uintptr, auxv *auxiliary) {
	id, ok := identify(at.section)
	argv, envp, _ := vectors(sp)
	name := calledName(view(*argv))
	if !ok || !isName(name) || onTermux(id.root) || !startedAs(auxv, id.root, name) || !w.join(id.root, "/libexec/shimgen") {
		return
	}
	const word = unsafe.Sizeof(*sp)
	first := (*uintptr)(unsafe.Add(unsafe.Pointer(sp), -int(word)))
	third := (*uintptr)(unsafe.Add(unsafe.Pointer(sp), word))
	argc, argv0 := *sp, *third
	*first = argv0
	*sp = uintptr(unsafe.Pointer(unsafe.StringData(asShim)))
	if w.current {
		*sp = uintptr(unsafe.Pointer(unsafe.StringData(asShimFresh)))
	}
	*third = uintptr(unsafe.Pointer(unsafe.StringData(name))) // the end of argv[0], whose NUL it shares
	sysExec(&w.path[0], (**byte)(unsafe.Pointer(first)), envp)
	*sp, *third = argc, argv0
}

// calledName returns the name in argv[0]. A leading dash is how login(1) asks for a login
// shell.
func calledName(argv0 string) string {
	name := base(argv0)
	if name != "" && name[0] == '-' {
		return name[1:]
	}
	return name
}

// named reports whether a program with this name in argv[0] was executed as a file of
// that name, or as the file that all shims link to. If the names differ, as with bash's
// "exec -a NAME", the program is the one of the file, whatever argv says; for shim itself
// the arguments name the program.
func (a *auxiliary) named(name string) bool {
	file := base(a.file())
	return !same(name, "shim") && (same(file, name) || same(file, "shim"))
}

// isName reports whether a program in a directory can have that name, and the name does
// not look like an option.
func isName(name string) bool {
	return name != "" && name[0] != '-' && !same(name, ".") && !same(name, "..")
}

// startedAs reports whether the executed file is the shim of that name, in its usual
// spelling, or the file that all shims link to. For a link elsewhere, main finds out
// which shim is meant.
func startedAs(auxv *auxiliary, root, name string) bool {
	file := auxv.file()
	if !prefixed(file, root) {
		return false
	}
	file = file[len(root):]
	return same(file, "/libexec/shim") || joined(file, "/bin/", name)
}
