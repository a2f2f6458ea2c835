package sandbox

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/proot"
)

// Bwrap confines with bubblewrap: bwrap(1), 0.5 or later.
type Bwrap struct {
	Program string   // an argument vector that calls [Enter] with the words appended to it
	Inside  []string // an argument vector that ends in a call of [Enter] with the words that follow
	Lstat   Files    // os.Lstat
	Root    bool     // this program runs as root
}

// Name is "bwrap".
func (Bwrap) Name() string { return "bwrap" }

// maxWords is how many arguments bubblewrap takes.
const maxWords = 9000

// bwrapPlaces are where distributions install bubblewrap. PATH is not searched: the confined
// side may have set it.
var bwrapPlaces = [...]string{"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap", "/run/wrappers/bin/bwrap", "/run/current-system/sw/bin/bwrap"}

// FindBwrap returns the path of bubblewrap. It ignores a file that others than root may write.
// release is the content of /etc/os-release, for the hint.
func FindBwrap(stat Files, isRoots func(fs.FileInfo) bool, release string) (string, error) {
	for _, place := range bwrapPlaces {
		if info, err := stat(place); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o022 == 0 && isRoots(info) {
			return place, nil
		}
	}
	return "", Unavailable{"bwrap", ErrAbsent, proot.InstallHint("bubblewrap", false, release)}
}

// Plan returns bubblewrap's command line. It uses no --…-try option: if the kernel refuses a
// step, bubblewrap ends before the command starts.
func (b Bwrap) Plan(box Box, e Entry) (Plan, error) {
	if err := cmp.Or(box.check(b.Lstat), box.tempPlace(b.Lstat), box.outlet(b.Name())); err != nil {
		return Plan{}, err
	}
	mounts, err := box.mounts(b.Lstat)
	if err != nil {
		return Plan{}, err
	}
	args := []string{
		b.Program, "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--cap-drop", "ALL",
		"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
	}
	// Bubblewrap's own process in the box runs without the filter, and the command could write
	// to its memory.
	args = append(args, "--perms", "0555", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1")
	if b.Root {
		args = append(args, b.kernelFiles()...)
	}
	if box.Network != Full {
		args = append(args, "--unshare-net")
	}
	var readOnly []string
	for _, m := range mounts {
		p := place{at: m.at}
		if m.kind != emptyDir {
			if p, err = placeOf(m.from, b.Lstat); err != nil {
				return Plan{}, err
			}
			p.at = m.at
		}
		e.places = append(e.places, p)
		switch m.kind {
		case writable:
			args = append(args, "--bind", m.from, m.at)
		case readable, emptyFile:
			args = append(args, "--ro-bind", m.from, m.at)
		case emptyDir:
			args = append(args, "--perms", "0700", "--tmpfs", m.at)
			readOnly = append(readOnly, "--remount-ro", m.at) // after what is shown in it was mounted
		}
	}
	args = append(args, readOnly...)
	filter, err := Filter()
	if err != nil {
		return Plan{}, Unavailable{"bwrap", err, "use a machine whose system calls are known: amd64 or arm64"}
	}
	args = append(args, "--seccomp", strconv.Itoa(firstFD), "--json-status-fd", strconv.Itoa(statusFD), "--chdir", box.Dir, "--")
	args = append(append(args, b.Inside...), EnterWord, strconv.Itoa(secondFD))
	if len(args) > maxWords {
		return Plan{}, fmt.Errorf("%w: %d places are to be hidden, kept or written, more than bubblewrap takes", ErrBox, len(mounts))
	}
	return Plan{Path: b.Program, Argv: args, inputs: [][]byte{filter, e.encode()}, reports: bwrapTells{}}, nil
}

// kernelFiles are the names below /proc of files that change the whole machine. They belong to
// root, and root in a user namespace is still their owner.
var kernelFiles = [...]string{"sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi", "asound", "driver", "mtrr", "latency_stats", "timer_stats"}

// kernelFiles returns the options that make these files read-only.
func (b Bwrap) kernelFiles() (args []string) {
	for _, name := range kernelFiles {
		at := "/proc/" + name
		if _, err := b.Lstat(at); err == nil {
			args = append(args, "--ro-bind", at, at)
		}
	}
	return args
}

// bwrapTells reads what bubblewrap writes to --json-status-fd: bwrap(1).
type bwrapTells struct{}

// ready waits until bubblewrap has made its namespaces: then it reports the id of a process in
// them.
func (bwrapTells) ready(status *os.File) ([]byte, error) {
	if err := status.SetReadDeadline(time.Now().Add(startedWithin)); err != nil {
		return nil, err
	}
	var said []byte
	for !bytes.Contains(said, []byte(`"child-pid"`)) {
		some := make([]byte, 1<<10)
		n, err := status.Read(some)
		if said = append(said, some[:n]...); err != nil {
			return said, fmt.Errorf("%w: bwrap made no namespaces", ErrDidNotStart)
		}
	}
	return said, nil
}

// startedWithin is how long bubblewrap may take for its namespaces.
const startedWithin = 30 * time.Second

func (bwrapTells) began(said []byte) error {
	if !bytes.Contains(said, []byte(`"exit-code"`)) {
		return fmt.Errorf("%w: bwrap ended before the command", ErrDidNotStart)
	}
	return nil
}
