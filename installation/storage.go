package installation

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/termux"
)

// shared are the places of what all apps of a phone share, and of its memory cards.
var shared = [...]string{"/storage", "/sdcard", "/mnt/media_rw", "/mnt/runtime", "/mnt/user"}

// checkStorage refuses an installation in a phone's shared storage: there are no links
// there, no owners and no modes, and nothing can be executed. kind is fileSystem, except in
// tests.
func checkStorage(l shimdir.Layout, env []string, kind func(dir string) int64) error {
	t, ok := termux.Detect(func(name string) string { return environ.Get(env, name) }, os.Stat)
	if !ok {
		return nil
	}
	for _, dir := range []string{l.Root, l.Bin} {
		dir = there(dir)
		if isShared(dir) || isSharedKind(kind(dir)) {
			return exit.New(exit.Failed, fmt.Sprintf("%s: lies in shared storage, where nothing can be executed", dir), "use a directory below "+t.Home)
		}
	}
	return nil
}

// isShared reports whether a canonical path lies where apps share files.
func isShared(dir string) bool {
	for _, place := range shared {
		if pathname.Below(dir, place) {
			return true
		}
	}
	return false
}

// isSharedKind reports whether Android uses a file system of this kind for that: FUSE, or
// sdcardfs before Android 11 (linux/magic.h, and Android's fs/sdcardfs).
func isSharedKind(kind int64) bool { return uint32(kind) == 0x65735546 || uint32(kind) == 0x5dca2df5 }

// there returns the canonical path of the nearest directory above that exists.
func there(dir string) string {
	for {
		if real, err := host.Canonical(dir); err == nil {
			if _, err := os.Lstat(real); err == nil {
				return real
			}
		}
		if dir == "/" {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}
