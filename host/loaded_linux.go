package host

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// loadedFrom returns the file that this program's code was loaded from, if the program that
// the kernel executed is Android's linker. Where apps may not execute their own files, the
// linker loads them.
func loadedFrom(executed string) (file string, ok bool) {
	if !isLinker(executed) {
		return "", false
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return "", false
	}
	defer maps.Close()
	return fileAt(maps, reflect.ValueOf(Executable).Pointer())
}

// isLinker reports whether a file is Android's dynamic linker, which since Android 10 lies
// below /apex and has links in /system/bin.
func isLinker(file string) bool {
	name := filepath.Base(file)
	return (name == "linker64" || name == "linker") && (strings.HasPrefix(file, "/system/bin/") || strings.HasPrefix(file, "/apex/"))
}

// fileAt returns the file that is mapped at an address, from the text of
// /proc/PID/maps (proc(5)).
func fileAt(maps io.Reader, address uintptr) (file string, ok bool) {
	for in := bufio.NewScanner(maps); in.Scan(); {
		ends, _, _ := strings.Cut(in.Text(), " ")
		from, to, _ := strings.Cut(ends, "-")
		first, err := strconv.ParseUint(from, 16, 64)
		last, err2 := strconv.ParseUint(to, 16, 64)
		if err != nil || err2 != nil || uint64(address) < first || uint64(address) >= last {
			continue
		}
		at := strings.IndexByte(in.Text(), '/')
		if at < 0 {
			return "", false
		}
		return in.Text()[at:], true
	}
	return "", false
}
