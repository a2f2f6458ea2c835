//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// auxiliary is an entry of the auxiliary vector, which ends with a key of 0; see
// getauxval(3).
type auxiliary struct{ key, value uintptr }

const (
	auxBase  = 7  // AT_BASE: where the program's interpreter was mapped
	auxEntry = 9  // AT_ENTRY: where the program starts
	auxUser  = 12 // AT_EUID
	auxFile  = 31 // AT_EXECFN: the name passed to execve
)

// find returns the value of a key.
func (a *auxiliary) find(key uintptr) (value uintptr, ok bool) {
	for a.key != 0 {
		if a.key == key {
			return a.value, true
		}
		a = (*auxiliary)(unsafe.Add(unsafe.Pointer(a), unsafe.Sizeof(*a)))
	}
	return 0, false
}

// file returns the name passed to execve, "" if the vector has none.
func (a *auxiliary) file() string {
	at, ok := a.find(auxFile)
	if !ok || at == 0 {
		return ""
	}
	return view(*(**byte)(unsafe.Pointer(&at)))
}

// Executed returns the name of the file by which this program was executed, as it was
// passed to execve(2); argv[0] may differ. It returns "" if the system does not say, or
// if another program has loaded this one.
func Executed() string {
	w := &shared
	if w.loadedByLinker() || !w.readVector() {
		return ""
	}
	return clone(w.auxv[0].file())
}

// readVector reads the auxiliary vector of this process.
func (w *workspace) readVector() bool {
	w.join("/proc/self/auxv", "")
	fd, errno := sysOpen(here, &w.path[0], oRead|oCloexec, 0)
	if errno != errNone {
		return false
	}
	room := (len(w.auxv) - 1) * int(unsafe.Sizeof(w.auxv[0])) // the last entry stays the end mark
	_, errno = sysRead(fd, (*byte)(unsafe.Pointer(&w.auxv)), room)
	sysClose(fd)
	return errno == errNone
}

// entries returns the entry points of a release build of the shim, of the judge, and of
// any other program.
func entries() (shim, judge, usual uintptr)

// byLinker reports whether Android's linker loaded this program, started as "linker64
// PROGRAM ARG…". Then the kernel's vector describes the linker: its entry point is not
// ours, and it has no interpreter, which every program for Android has. Unlike the
// loaders of glibc and musl, the linker passes its own argv on to the program.
func byLinker(auxv *auxiliary) bool {
	if !onAndroid {
		return false
	}
	return auxv.foreign()
}

// foreign is byLinker without the check for Android.
func (a *auxiliary) foreign() bool {
	shim, judge, usual := entries()
	entry, ok := a.find(auxEntry)
	interpreter, _ := a.find(auxBase)
	return ok && entry != shim && entry != judge && entry != usual && interpreter == 0
}

// loadedByLinker is byLinker for a program whose runtime has started.
func (w *workspace) loadedByLinker() bool {
	if !onAndroid || w.entered {
		return w.loaded
	}
	return w.readVector() && w.auxv[0].foreign()
}
