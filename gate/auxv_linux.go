//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// auxiliary is an entry of the auxiliary vector, which ends with a key of 0; see
// getauxval(3).
type auxiliary struct{ key, value uintptr }

const (
	auxBase  = 7  // AT_BASE: where the interpreter of the program was mapped
	auxEntry = 9  // AT_ENTRY: where the program starts
	auxUser  = 12 // AT_EUID
	auxFile  = 31 // AT_EXECFN: the name that was given to execve
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

// file returns the name that was given to execve, "" if the vector has none.
func (a *auxiliary) file() string {
	at, ok := a.find(auxFile)
	if !ok || at == 0 {
		return ""
	}
	return view(*(**byte)(unsafe.Pointer(&at)))
}

// Executed returns the name of the file by which this program was executed, as it
// was given to execve(2), which argv[0] need not be; "" where the system does not
// say, or another program has loaded this one.
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
	room := (len(w.auxv) - 1) * int(unsafe.Sizeof(w.auxv[0])) // the last one stays the end
	_, errno = sysRead(fd, (*byte)(unsafe.Pointer(&w.auxv)), room)
	sysClose(fd)
	return errno == errNone
}

// entries returns where a release build of the shim starts, where one of the
// judge, and where any other program.
func entries() (shim, judge, usual uintptr)

// byLinker reports whether this program was loaded by Android's linker, started
// as "linker64 PROGRAM ARG…". The kernel's vector speaks of the linker then: it
// starts elsewhere than we do, and there was no interpreter, which every program
// for Android has. Unlike the loaders of glibc and musl, it passes on to the program
// the very argv it was given.
func byLinker(auxv *auxiliary) bool {
	if !onAndroid {
		return false
	}
	return auxv.foreign()
}

// foreign is byLinker without the question for the system.
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
