//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// The variables that lighten adds, as C strings: one processor, and UTC.
const (
	oneProcessor = "GOMAXPROCS=1\x00"
	noZone       = "TZ=\x00"
)

// lighten starts the runtime of a judge that a shim or a hook runs with one processor and
// without a time zone, which a library would read from a file. Such a judge works
// sequentially for a millisecond, a good part of which idle threads would take (see pin),
// and uses only UTC. If the user has set either variable, both stay as they are.
//
// The environment becomes two elements longer, and everything before its end moves into
// the words that the entry keeps free. The strings that the kernel shows to other
// processes do not change, and Environ leaves the two variables out.
func (w *workspace) lighten(sp *uintptr) *uintptr {
	argv, envp, auxv := vectors(sp)
	if *sp < 3 || !startsJudge(view(*next(argv)), view(*next(next(argv)))) || isSet(envp, "GOMAXPROCS") || isSet(envp, "TZ") {
		return sp
	}
	const word = int(unsafe.Sizeof(*sp))
	end := unsafe.Add(unsafe.Pointer(auxv), -word) // the nil behind envp
	for from := unsafe.Pointer(sp); from != end; from = unsafe.Add(from, word) {
		*(*uintptr)(unsafe.Add(from, -added*word)) = *(*uintptr)(from)
	}
	*(*uintptr)(unsafe.Add(end, -2*word)) = uintptr(unsafe.Pointer(unsafe.StringData(oneProcessor)))
	*(*uintptr)(unsafe.Add(end, -word)) = uintptr(unsafe.Pointer(unsafe.StringData(noZone)))
	w.light = true
	w.pinned.pin()
	return (*uintptr)(unsafe.Add(unsafe.Pointer(sp), -added*word))
}

// startsJudge reports whether the first two arguments start a judge for a shim or a hook. The
// verbs that register hooks and show their state start other programs.
func startsJudge(first, second string) bool {
	if same(first, "hook") {
		return !same(second, "install") && !same(second, "uninstall") && !same(second, "status")
	}
	return same(first, AsShim) || same(first, AsShimFresh)
}

// isSet reports whether an environment has a variable.
func isSet(envp **byte, name string) bool {
	for ; *envp != nil; envp = next(envp) {
		if _, ok := valueOf(view(*envp), name); ok {
			return true
		}
	}
	return false
}
