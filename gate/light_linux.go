//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// These are what lighten adds, as C strings: one processor, and UTC.
const (
	oneProcessor = "GOMAXPROCS=1\x00"
	noZone       = "TZ=\x00"
)

// lighten starts the runtime of a judge that a shim or a hook asks with one processor,
// and without a time zone, which a library would read from a file. Such a judge does one
// thing after the other for a millisecond, of which threads that find nothing to do are
// a good part (see pin), and knows no time but UTC. A user who has set either variable keeps
// both as they are.
//
// The environment becomes two elements longer, and all before its end moves into
// the words that the entry keeps free. The strings that the kernel shows to others
// stay as they are, and Environ leaves the two out.
func (w *workspace) lighten(sp *uintptr) *uintptr {
	argv, envp, auxv := vectors(sp)
	if *sp < 3 || !asked(view(*next(argv)), view(*next(next(argv)))) || given(envp, "GOMAXPROCS") || given(envp, "TZ") {
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

// asked reports whether the first two arguments make a judge that a shim or a hook asks.
// What registers hooks and looks at them starts programs of others.
func asked(first, second string) bool {
	if same(first, "hook") {
		return !same(second, "install") && !same(second, "uninstall") && !same(second, "status")
	}
	return same(first, AsShim) || same(first, AsShimFresh)
}

// given reports whether an environment has a variable.
func given(envp **byte, name string) bool {
	for ; *envp != nil; envp = next(envp) {
		if _, ok := valueOf(view(*envp), name); ok {
			return true
		}
	}
	return false
}
