//go:build (amd64 || arm64) && !race && !msan && !asan

package sandbox

import (
	"fmt"
	"path"
	"slices"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// A layout turns a box into the steps that package native makes.
type layout struct {
	steps
	box     Box
	files   Files
	mounts  []mount
	sources []int32 // for each mount, the slot with its source, or 0
	void    int32   // the slot of Box.Void, or 0
	shim    int32   // the slot of the shim, or 0
	nothing int32   // the slot of an empty directory, or 0
	open    []int32 // slots of directories to make read-only at the end
}

// lay writes the steps. They work on a copy of the outer mount tree, which the new namespace
// gets. First come opening what cannot be found later, and copying what stays writable; then
// everything else becomes read-only.
func (l *layout) lay(asRoot, outlet bool) error {
	l.sources = make([]int32, len(l.mounts))
	for i := range l.mounts {
		if err := l.source(i); err != nil {
			return err
		}
	}
	devices := l.devices()
	l.readOnly()
	l.proc(asRoot)
	l.dev(devices)
	for i := range l.mounts {
		if err := l.put(i); err != nil {
			return err
		}
	}
	for _, slot := range l.open {
		l.close(slot)
	}
	if l.box.Network != Full {
		l.loopback()
	}
	if outlet {
		if err := l.handOut(); err != nil {
			return err
		}
	}
	return l.enter(l.box.Dir)
}

// under returns the mount that lies at or above the place of another, if there is one: the last
// and deepest so far.
func (l *layout) under(i int) (m mount, ok bool) {
	for _, o := range l.mounts[:i] {
		if pathname.In(l.mounts[i].at, o.at) && (!ok || len(o.at) >= len(m.at)) {
			m, ok = o, true
		}
	}
	return m, ok
}

// isReplaced reports whether a path leads to something else in the box than outside.
func (l *layout) isReplaced(name string) bool {
	var last mount
	for _, m := range l.mounts {
		if pathname.In(name, m.at) && len(m.at) >= len(last.at) {
			last = m
		}
	}
	return last.at != "" && last.replaces()
}

// replaces reports whether a mount puts something else in its place than was there.
func (m mount) replaces() bool { return m.kind == emptyDir || m.from != m.at }

// inPlace reports whether a mount can be made from what lies in its place when its turn comes.
func (l *layout) inPlace(i int) bool {
	m := l.mounts[i]
	on, ok := l.under(i)
	switch {
	case m.replaces() || ok && on.replaces():
		return false
	case m.kind == writable:
		return ok && on.kind == writable
	}
	return true
}

// source opens the source of a mount, if it cannot be found in its place later.
func (l *layout) source(i int) (err error) {
	m := l.mounts[i]
	switch {
	case m.kind == emptyDir || l.inPlace(i):
	case l.isOver(m):
		if l.shim == 0 {
			l.shim, err = l.openPath(m.from)
		}
	case m.kind == emptyFile:
		if l.void == 0 {
			l.void, err = l.openPath(l.box.Void)
		}
	default:
		l.sources[i], err = l.openPath(m.from)
		if m.kind == writable && err == nil {
			l.copied(l.sources[i], m.from)
		}
	}
	return err
}

// put makes one mount.
func (l *layout) put(i int) error {
	m := l.mounts[i]
	on, ok := l.under(i)
	at := place{at: m.at}
	var err error
	if ok && on.replaces() {
		if on.at != m.at {
			err = l.point(m, on)
		}
	} else {
		at, err = placeOf(m.at, l.files)
	}
	switch {
	case err != nil:
	case m.kind == emptyDir:
		err = l.hideDir(i, at)
	case m.kind == emptyFile:
		err = l.copyTo(l.void, at)
	case l.isOver(m):
		err = l.copyTo(l.shim, at)
	case m.kind == readable && l.sources[i] != 0:
		l.clone(l.sources[i], m.from)
		l.move(l.sources[i], at)
	case l.sources[i] != 0:
		l.move(l.sources[i], at)
	case m.kind == writable || ok && on.kind == writable:
		l.again(at, m.kind == readable)
	} // otherwise it is as it was, and read-only
	return err
}

// point creates the mount point of m in a directory that replaces the original one, and the
// directories above it.
func (l *layout) point(m, on mount) error {
	dir := m.kind == emptyDir
	if !dir {
		info, err := l.files(m.from)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBox, err)
		}
		dir = info.IsDir()
	}
	names := []string{m.at}
	for name := path.Dir(m.at); name != on.at; name = path.Dir(name) {
		names = append(names, name)
	}
	for _, name := range slices.Backward(names) {
		l.make(name, dir || name != m.at)
	}
	return nil
}

// hideDir mounts an empty directory. All share one, except those in which something is shown.
func (l *layout) hideDir(i int, at place) (err error) {
	holds := slices.ContainsFunc(l.mounts[i+1:], func(m mount) bool { return m.at != at.at && pathname.In(m.at, at.at) })
	switch {
	case holds:
		slot, err := l.directory(at.at, true)
		if err != nil {
			return err
		}
		l.keep(slot, at)
		l.open = append(l.open, slot)
	case l.nothing == 0:
		l.nothing, err = l.directory(at.at, false)
		l.keep(l.nothing, at)
	default:
		var slot int32
		slot, err = l.cloned(l.nothing, at.at)
		l.move(slot, at)
	}
	return err
}

// isOver reports whether a mount covers a program with the shim.
func (l *layout) isOver(m mount) bool {
	return m.from == l.box.Over.Shim && m.from != m.at && m.kind == readable
}

// copyTo mounts a copy of what a slot holds.
func (l *layout) copyTo(from int32, at place) error {
	slot, err := l.cloned(from, at.at)
	l.move(slot, at)
	return err
}
