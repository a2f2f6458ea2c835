//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package native

import "unsafe"

// do does a step, and returns its errno.
func (w *workspace) do(s *Step) uint32 {
	if s.Op <= Attr {
		return w.take(s)
	}
	if s.Op <= Again {
		return w.place(s)
	}
	if s.Op <= Made {
		return w.create(s)
	}
	if s.Op <= LinkAt {
		return w.makes(s)
	}
	switch s.Op {
	case Cover:
		return w.cover(s)
	case Loopback:
		return w.loopback()
	case Socket:
		fd, errno := call(numSocket, uintptr(s.From), uintptr(s.Flags)|oCloexec, uintptr(s.Set), 0, 0)
		return w.slot(s.Slot, fd, errno)
	case Hand:
		return w.hand(s)
	case Enter:
		return w.enter(s)
	}
	return Moved
}

// slot keeps a descriptor in its slot.
func (w *workspace) slot(n, fd int32, errno uint32) uint32 {
	if errno == errNone {
		w.fds[n] = fd
	}
	return errno
}

// find opens a path that must have no symbolic link in it, and be what was planned with.
func (w *workspace) find(name, dev, ino uint64) (fd int32, errno uint32) {
	w.how.flags, w.how.resolve = oPath|oCloexec, noSymlinks
	dir := here
	fd, errno = call(numOpenat2, uintptr(dir), w.text(name), uintptr(unsafe.Pointer(&w.how)), unsafe.Sizeof(w.how), 0)
	if errno == errLink {
		return fd, Moved
	}
	if errno != errNone || ino == 0 {
		return fd, errno
	}
	_, errno = call(numFstat, uintptr(fd), uintptr(unsafe.Pointer(&w.stat)), 0, 0, 0)
	if errno == errNone && (w.stat.dev != dev || w.stat.ino != ino) {
		errno = Moved
	}
	if errno != errNone {
		closes(fd)
	}
	return fd, errno
}

// empty is the path for what a descriptor is open at.
const empty = "\x00"

// clone returns a copy of the mounts of the tree at a descriptor.
func clone(fd int32) (int32, uint32) {
	return call(numOpenTree, uintptr(fd), address(empty), treeClone|oCloexec|emptyPath|recursive, 0, 0)
}

// set sets the attributes and the propagation of a mount.
func (w *workspace) set(fd int32, attributes, propagation uint64, flags uint32) uint32 {
	w.attr.set, w.attr.propagation = attributes, propagation
	_, errno := call(numSetattr, uintptr(fd), address(empty), uintptr(flags)|emptyPath, uintptr(unsafe.Pointer(&w.attr)), unsafe.Sizeof(w.attr))
	return errno
}

// move puts a mount in the place of what another descriptor is open at, or of a name in it.
func move(from, to int32, name uintptr, flags uintptr) uint32 {
	_, errno := call(numMoveMount, uintptr(from), address(empty), uintptr(to), name, moveFrom|flags)
	return errno
}

// take opens and clones.
func (w *workspace) take(s *Step) uint32 {
	switch s.Op {
	case Open:
		fd, errno := w.find(s.Name, s.Dev, s.Ino)
		return w.slot(s.Slot, fd, errno)
	case Clone:
		from := w.fds[s.From]
		fd, errno := clone(from)
		if s.Slot == s.From {
			closes(from)
		}
		return w.slot(s.Slot, fd, errno)
	case ClonePath:
		dir := here
		fd, errno := call(numOpenTree, uintptr(dir), w.text(s.Name), treeClone|oCloexec|recursive, 0, 0)
		return w.slot(s.Slot, fd, errno)
	case Attr:
		if s.Slot >= 0 {
			return w.set(w.fds[s.Slot], s.Set, s.Propagate, s.Flags)
		}
		const root = "/\x00"
		w.attr.set, w.attr.propagation = s.Set, s.Propagate
		dir := here
		_, errno := call(numSetattr, uintptr(dir), address(root), uintptr(s.Flags), uintptr(unsafe.Pointer(&w.attr)), unsafe.Sizeof(w.attr))
		return errno
	}
	return errNone
}

// place puts mounts in their places.
func (w *workspace) place(s *Step) uint32 {
	if s.Op == MoveLeaf {
		errno := move(w.fds[s.Slot], w.fds[s.From], w.text(s.Leaf), 0)
		closes(w.fds[s.Slot])
		return errno
	}
	to, errno := w.find(s.Name, s.Dev, s.Ino)
	if errno != errNone {
		return errno
	}
	if s.Op == Again {
		errno = w.again(to, s.Set)
	} else if errno = move(w.fds[s.Slot], to, address(empty), moveTo); s.Flags != Keep {
		closes(w.fds[s.Slot])
	}
	closes(to)
	return errno
}

// again puts the tree at a descriptor onto itself, with more attributes.
func (w *workspace) again(at int32, attributes uint64) uint32 {
	tree, errno := clone(at)
	if errno != errNone {
		return errno
	}
	if attributes != 0 {
		errno = w.set(tree, attributes, 0, recursive)
	}
	if errno == errNone {
		errno = move(tree, at, address(empty), moveTo)
	}
	closes(tree)
	return errno
}

// create makes file systems: fsopen(2).
func (w *workspace) create(s *Step) uint32 {
	switch s.Op {
	case New:
		fd, errno := call(numFsopen, w.text(s.Name), fsCloexec, 0, 0, 0)
		return w.slot(s.Slot, fd, errno)
	case Option:
		_, errno := call(numFsconfig, uintptr(w.fds[s.Slot]), fsSetString, w.text(s.Name), w.text(s.Leaf), 0)
		return errno
	}
	context := w.fds[s.Slot]
	_, errno := call(numFsconfig, uintptr(context), fsCreate, 0, 0, 0)
	if errno == errNone {
		var fd int32
		fd, errno = call(numFsmount, uintptr(context), fsCloexec, uintptr(s.Set), 0, 0)
		errno = w.slot(s.Slot, fd, errno)
	}
	closes(context)
	return errno
}

// makes makes files, where there are none of their names.
func (w *workspace) makes(s *Step) uint32 {
	var errno uint32
	dir := int32(0)
	if s.Op < DirAt {
		if dir, errno = w.find(s.Name, 0, 0); errno != errNone {
			return errno
		}
	} else {
		dir = w.fds[s.Slot]
	}
	switch s.Op {
	case Dir, DirAt:
		_, errno = call(numMkdirat, uintptr(dir), w.text(s.Leaf), uintptr(s.Flags), 0, 0)
	case File, FileAt:
		_, errno = call(numMknodat, uintptr(dir), w.text(s.Leaf), modeFile, 0, 0)
	case LinkAt:
		_, errno = call(numSymlinkat, w.text(s.Name), uintptr(dir), w.text(s.Leaf), 0, 0)
	}
	if s.Op < DirAt {
		closes(dir)
		if errno == errExists {
			return errNone
		}
	}
	return errno
}

// cover makes what is at a path read-only, if it is there.
func (w *workspace) cover(s *Step) uint32 {
	at, errno := w.find(s.Name, 0, 0)
	if errno != errNone {
		if errno == errNoFile {
			return errNone
		}
		return errno
	}
	errno = w.again(at, s.Set)
	closes(at)
	return errno
}

// loopback brings the network's own interface up, which gives it its addresses:
// netdevice(7).
func (w *workspace) loopback() uint32 {
	fd, errno := call(numSocket, inet, datagram|oCloexec, 0, 0, 0)
	if errno != errNone {
		return errno
	}
	w.iface.name[0], w.iface.name[1] = 'l', 'o'
	if _, errno = call(numIoctl, uintptr(fd), getFlags, uintptr(unsafe.Pointer(&w.iface)), 0, 0); errno == errNone {
		w.iface.flags |= ifaceUp
		_, errno = call(numIoctl, uintptr(fd), setFlags, uintptr(unsafe.Pointer(&w.iface)), 0, 0)
	}
	closes(fd)
	return errno
}

// enter makes a directory the working directory.
func (w *workspace) enter(s *Step) uint32 {
	fd, errno := w.find(s.Name, s.Dev, s.Ino)
	if errno == errNone {
		_, errno = call(numFchdir, uintptr(fd), 0, 0, 0, 0)
		closes(fd)
	}
	return errno
}

// hand gives descriptors away, and waits until they are made use of: unix(7), SCM_RIGHTS. They
// are of this network for good, whoever has them.
func (w *workspace) hand(s *Step) uint32 {
	n := s.From - s.Slot
	for i := int32(0); i < n; i++ {
		w.rights.fds[i] = w.fds[s.Slot+i]
	}
	w.rights.level, w.rights.kind = solSocket, scmRights
	w.rights.size = unsafe.Offsetof(w.rights.fds) + uintptr(n)*unsafe.Sizeof(w.rights.fds[0])
	w.vector.at, w.vector.n = uintptr(unsafe.Pointer(&w.one)), 1
	w.message.vectors, w.message.n = uintptr(unsafe.Pointer(&w.vector)), 1
	w.message.control, w.message.size = uintptr(unsafe.Pointer(&w.rights)), w.rights.size
	to := uintptr(s.Flags)
	if _, errno := call(numSendmsg, to, uintptr(unsafe.Pointer(&w.message)), 0, 0, 0); errno != errNone {
		return errno
	}
	for i := int32(0); i < n; i++ {
		closes(w.fds[s.Slot+i])
	}
	for {
		got, errno := call(numRead, to, uintptr(unsafe.Pointer(&w.one)), 1, 0, 0)
		if errno == errAgain {
			continue
		}
		closes(int32(to))
		if errno == errNone && got != 1 {
			return Refused
		}
		return errno
	}
}
