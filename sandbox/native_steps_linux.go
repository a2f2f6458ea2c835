//go:build (amd64 || arm64) && !race && !msan && !asan

package sandbox

import (
	"fmt"
	"path"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/bridge"
	"github.com/agent-loop/shimgen/sandbox/native"
)

// The attributes of mounts. No mount may have devices or give privileges; closed ones are
// read-only, too.
const (
	unprivileged = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	closed       = unprivileged | unix.MOUNT_ATTR_RDONLY
)

// steps is a plan of package native under construction.
type steps struct {
	list  []native.Step
	texts text
	what  []string // describes each step, for error messages
	slots int32
	free  []int32
}

// text holds NUL-terminated strings.
type text []byte

func (t *text) add(s string) (place uint64) {
	place = uint64(len(*t))
	*t = append(append(*t, s...), 0)
	return place
}

func (s *steps) add(what string, step native.Step) {
	s.list = append(s.list, step)
	s.what = append(s.what, what)
}

// slot returns an unused slot.
func (s *steps) slot() (int32, error) {
	if n := len(s.free); n > 0 {
		slot := s.free[n-1]
		s.free = s.free[:n-1]
		return slot, nil
	}
	if s.slots++; s.slots >= native.Slots {
		return 0, fmt.Errorf("%w: too many places are to be put elsewhere than where they are", ErrBox)
	}
	return s.slots, nil
}

// openPath opens a path, which must still be the same file when the step runs.
func (l *layout) openPath(name string) (int32, error) {
	p, err := placeOf(name, l.files)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrBox, err)
	}
	slot, err := l.slot()
	l.add("open "+name, native.Step{Op: native.Open, Slot: slot, Name: l.texts.add(name), Dev: p.dev, Ino: p.ino})
	return slot, err
}

// clone replaces what a slot holds by a copy.
func (l *layout) clone(slot int32, name string) {
	l.add("copy "+name, native.Step{Op: native.Clone, Slot: slot, From: slot})
}

// cloned returns the slot of a copy.
func (l *layout) cloned(from int32, name string) (int32, error) {
	slot, err := l.slot()
	l.add("copy what is put in the place of "+name, native.Step{Op: native.Clone, Slot: slot, From: from})
	return slot, err
}

// copied replaces what a slot holds by a copy that stays writable.
func (l *layout) copied(slot int32, name string) {
	l.clone(slot, name)
	l.add("keep apart "+name, native.Step{Op: native.Attr, Slot: slot, Set: unprivileged, Propagate: unix.MS_PRIVATE, Flags: unix.AT_RECURSIVE})
}

// readOnly makes all mounts read-only, and detaches them: what is mounted outside from now on
// does not appear.
func (l *layout) readOnly() {
	l.add("make / read-only", native.Step{Op: native.Attr, Slot: -1, Set: closed, Propagate: unix.MS_PRIVATE, Flags: unix.AT_RECURSIVE})
}

func (l *layout) move(slot int32, at place) {
	l.add("mount at "+at.at, native.Step{Op: native.Move, Slot: slot, Name: l.texts.add(at.at), Dev: at.dev, Ino: at.ino})
	l.free = append(l.free, slot)
}

// keep moves a mount into place and keeps its slot open.
func (l *layout) keep(slot int32, at place) {
	l.add("mount at "+at.at, native.Step{Op: native.Move, Slot: slot, Name: l.texts.add(at.at), Dev: at.dev, Ino: at.ino, Flags: native.Keep})
}

// again mounts a path onto itself.
func (l *layout) again(at place, readOnly bool) {
	step := native.Step{Op: native.Again, Name: l.texts.add(at.at), Dev: at.dev, Ino: at.ino}
	if readOnly {
		step.Set = closed
	}
	l.add("hold "+at.at, step)
}

// directory makes an empty directory on a file system of its own.
func (l *layout) directory(name string, open bool) (int32, error) {
	slot, err := l.slot()
	l.fileSystem("tmpfs", slot, name, [][2]string{{"mode", "0700"}}, unprivileged|unix.MOUNT_ATTR_NOEXEC)
	if !open {
		l.close(slot)
	}
	return slot, err
}

// close makes a mount read-only.
func (l *layout) close(slot int32) {
	l.add("close a hidden directory", native.Step{Op: native.Attr, Slot: slot, Set: closed})
}

func (l *layout) fileSystem(kind string, slot int32, name string, options [][2]string, attributes uint64) {
	what := "make a " + kind + " for " + name
	l.add(what, native.Step{Op: native.New, Slot: slot, Name: l.texts.add(kind)})
	for _, o := range options {
		l.add(what, native.Step{Op: native.Option, Slot: slot, Name: l.texts.add(o[0]), Leaf: l.texts.add(o[1])})
	}
	l.add(what, native.Step{Op: native.Made, Slot: slot, Set: attributes})
}

// make creates a directory or a file as a mount point.
func (l *layout) make(name string, dir bool) {
	step := native.Step{Op: native.File, Name: l.texts.add(path.Dir(name)), Leaf: l.texts.add(path.Base(name))}
	if dir {
		step.Op, step.Flags = native.Dir, 0o755
	}
	l.add("make "+name, step)
}

func (l *layout) loopback() { l.add("bring the loopback up", native.Step{Op: native.Loopback}) }

// handOut makes the sockets of the network and passes them to the outlet.
func (l *layout) handOut() error {
	kinds := bridge.Kinds()
	first := l.slots + 1
	if l.slots += int32(len(kinds)); l.slots >= native.Slots || len(kinds) > native.MostHanded {
		return fmt.Errorf("%w: too many places are to be put elsewhere than where they are", ErrBox)
	}
	for i, k := range kinds {
		l.add("a socket", native.Step{Op: native.Socket, Slot: first + int32(i), From: k.Family, Flags: k.Type, Set: k.Protocol})
	}
	l.add("the way out", native.Step{Op: native.Hand, Slot: first, From: l.slots + 1, Flags: outletFD})
	return nil
}

func (l *layout) enter(dir string) error {
	p, err := placeOf(dir, l.files)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBox, err)
	}
	if l.isReplaced(dir) {
		p = place{}
	}
	l.add("enter "+dir, native.Step{Op: native.Enter, Name: l.texts.add(dir), Dev: p.dev, Ino: p.ino})
	return nil
}

// proc mounts the processes of the new namespace: proc(5).
func (l *layout) proc(asRoot bool) {
	const at = "/proc"
	slot, _ := l.slot() // the first of all
	l.fileSystem("proc", slot, at, nil, unprivileged|unix.MOUNT_ATTR_NOEXEC)
	l.move(slot, place{at: at})
	if asRoot {
		for _, name := range kernelFiles {
			l.add("close /proc/"+name, native.Step{Op: native.Cover, Name: l.texts.add("/proc/" + name), Set: closed})
		}
	}
}

// deviceFiles are the files of /dev that the box takes from the machine.
var deviceFiles = [...]string{"null", "zero", "full", "random", "urandom", "tty"}

// devices copies the mounts of the devices, while they are accessible.
func (l *layout) devices() []int32 {
	var slots []int32
	for _, name := range deviceFiles {
		slot, _ := l.slot()
		l.add("copy /dev/"+name, native.Step{Op: native.ClonePath, Slot: slot, Name: l.texts.add("/dev/" + name)})
		slots = append(slots, slot)
	}
	return slots
}

// devLinks are the symbolic links in /dev.
var devLinks = [...][2]string{{"stdin", "/proc/self/fd/0"}, {"stdout", "/proc/self/fd/1"}, {"stderr", "/proc/self/fd/2"}, {"fd", "/proc/self/fd"}, {"core", "/proc/kcore"}, {"ptmx", "pts/ptmx"}}

// dev makes a /dev with these devices, and with pseudo-terminals and shared memory of its own.
func (l *layout) dev(devices []int32) {
	const at = "/dev"
	dev, _ := l.slot()
	l.fileSystem("tmpfs", dev, at, [][2]string{{"mode", "0755"}}, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC)
	l.keep(dev, place{at: at})
	for i, name := range deviceFiles {
		leaf := l.texts.add(name)
		l.add("make /dev/"+name, native.Step{Op: native.FileAt, Slot: dev, Leaf: leaf})
		l.add("mount at /dev/"+name, native.Step{Op: native.MoveLeaf, Slot: devices[i], From: dev, Leaf: leaf})
		l.free = append(l.free, devices[i])
	}
	for _, link := range devLinks {
		l.add("make /dev/"+link[0], native.Step{Op: native.LinkAt, Slot: dev, Name: l.texts.add(link[1]), Leaf: l.texts.add(link[0])})
	}
	for _, dir := range []struct {
		name string
		mode uint32
	}{{"shm", 0o1777}, {"pts", 0o755}} {
		l.add("make /dev/"+dir.name, native.Step{Op: native.DirAt, Slot: dev, Leaf: l.texts.add(dir.name), Flags: dir.mode})
	}
	pts, _ := l.slot()
	l.fileSystem("devpts", pts, "/dev/pts", [][2]string{{"ptmxmode", "0666"}, {"mode", "0620"}}, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC)
	l.add("mount at /dev/pts", native.Step{Op: native.MoveLeaf, Slot: pts, From: dev, Leaf: l.texts.add("pts")})
	l.free = append(l.free, pts)
}
