package shellscript

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/launch"
)

// errNoFiles says that a script cannot be handed over as it was read. FreeBSD
// shows no more than the standard streams unless fdescfs(5) is mounted.
var errNoFiles = errors.New("a script that was judged cannot be handed to its shell: open files are not shown in")

// openFile opens and reads a script file. Where there is none, or what is no
// script for any shell, the shell says so itself.
func (f Finder) openFile(name string, args []string) (Script, error) {
	if fd, ok := descriptor(name); ok {
		return readInput(fd, true)
	}
	if f.Dir == guard.Nowhere && !filepath.IsAbs(name) {
		return Script{}, guard.ErrNowhere
	}
	sc := Script{named: f.ByName}
	for i, path := range f.places(name) {
		src := launch.Held(path)
		sc.held = append(sc.held, src)
		if directory := src.Mode&unix.S_IFMT == unix.S_IFDIR; !src.Absent && (i == 0 || !directory) {
			return sc.open(path, name, args)
		}
	}
	return sc, nil
}

// places are where a shell looks for a script: bash looks on PATH for one without
// a slash that is not in the directory. Where another shell does not, it finds
// nothing, and what was judged does not run.
func (f Finder) places(name string) []string {
	if strings.HasPrefix(name, "/") {
		return []string{name}
	}
	places := []string{f.Dir + "/" + name}
	if strings.Contains(name, "/") {
		return places
	}
	for _, dir := range filepath.SplitList(f.Path) {
		if !strings.HasPrefix(dir, "/") {
			dir = f.Dir + "/" + dir
		}
		places = append(places, dir+"/"+name)
	}
	return places
}

// descriptor returns the number of the open file that a path names.
func descriptor(path string) (fd int, ok bool) {
	if path == "/dev/stdin" {
		return 0, true
	}
	for _, dir := range []string{openFiles, "/dev/fd/"} {
		if number, found := strings.CutPrefix(path, dir); found {
			fd, err := strconv.Atoi(number)
			return fd, err == nil && fd >= 0 && strconv.Itoa(fd) == number && inherited(fd)
		}
	}
	return 0, false
}

// inherited reports whether the next program has a descriptor too, which those
// that this program has opened it has not.
func inherited(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil && flags&unix.FD_CLOEXEC == 0
}

// open opens and reads the file at a path.
func (sc Script) open(path, name string, args []string) (Script, error) {
	real, err := host.Canonical(path)
	if err != nil {
		return Script{}, err
	}
	f, err := host.Open(real, host.Untrusted(0))
	var refusal *host.Refusal
	switch isRefusal := errors.As(err, &refusal); {
	case isRefusal && refusal.Why == host.Directory || real == os.DevNull, errors.Is(err, fs.ErrPermission):
		return sc, nil // the shell says so itself
	case err != nil:
		return Script{}, err
	}
	if err := sc.read(f, path); err != nil {
		f.Close()
		return Script{}, err
	}
	for i, a := range args {
		if a == name {
			sc.index = i + 1
			return sc, nil
		}
	}
	f.Close()
	return Script{}, fmt.Errorf("script %q is not among the arguments", name)
}

// read takes an open file for the script if it is the one at the path, and its
// text if that is within the limit.
func (sc *Script) read(f *os.File, path string) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if at, err := os.Stat(path); err != nil || !os.SameFile(info, at) {
		return fmt.Errorf("%s: the file changed while it was read", path)
	}
	sc.file = f
	if info.Size() > maxScript {
		sc.named = true // nobody reads it: the judge says what that means
		return nil
	}
	data, err := host.Read(f, maxScript)
	if err != nil {
		return err
	}
	text := string(data)
	if sc.text = &text; sc.named {
		return nil
	}
	sc.held = nil // what the shell reads is what was opened
	if _, err := os.Stat(openFiles + strconv.Itoa(int(f.Fd()))); err != nil {
		return fmt.Errorf("%w: %s", errNoFiles, openFiles)
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}
