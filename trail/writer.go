package trail

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
)

// Writer appends to the trail of one installation.
type Writer struct {
	Root      string // of the installation
	Owner     int    // whose the trail is
	UID       int    // of this process
	Installed bool
	Policy    policy.Audit // how much the trail holds
}

// Dir is the directory of the trail.
func (w Writer) Dir() string { return Dir(w.Root) }

// Dir is the directory of an installation's trail. Packages that may not import this one join
// [gate.TrailName] to the root.
func Dir(root string) string { return filepath.Join(root, gate.TrailName) }

// Bound is how much of a trail a policy keeps.
func Bound(p policy.Audit) audit.Retention {
	return audit.Retention{Days: p.KeepDays, Bytes: int64(p.KeepMiB) << 20}
}

// Append writes an event with its context to the file of the day. An installation's
// directory is made if it is missing; a shimgen that was never installed has none.
func (w Writer) Append(in audit.Context, e audit.Event) error {
	name := audit.FileName(time.Now())
	if w.Installed {
		if w.Owner != w.UID {
			if _, err := os.Lstat(w.Dir()); err != nil {
				return err // it would be made, and be ours
			}
		}
		dir, err := host.Open(w.Dir(), host.PrivateDir(w.Owner))
		if err != nil {
			return err
		}
		w.begin(dir, name)
		dir.Close()
	}
	f, err := host.Open(filepath.Join(w.Dir(), name), host.AuditLog(w.Owner))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := Write(f, w.Policy.Level, in, e); err != nil {
		return err
	}
	w.rotate(f)
	return nil
}

// Write writes one event with its context to an open file, with what a level has of it:
// the whole line or nothing.
func Write(f *os.File, level gate.Level, in audit.Context, e audit.Event) error {
	return audit.New(whole{f}, level).In(in).Append(e)
}

// begin makes the file of the day for the owner of the trail, if that is another
// user: one of ours he could not append to.
func (w Writer) begin(dir *os.File, name string) {
	if w.Owner == w.UID {
		return
	}
	fd, err := unix.Openat(int(dir.Fd()), name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return // it is there, or it will be missed
	}
	_ = unix.Fchown(fd, w.Owner, -1)
	unix.Close(fd)
}

// whole writes lines to a file, within the limit of its size, all or nothing: the
// kernel would write what still fits. A soft limit is lifted for the moment. What
// somebody else has left of a line gets its end first.
type whole struct{ f *os.File }

func (w whole) Write(line []byte) (int, error) {
	var limit unix.Rlimit
	size, isTorn, err := lookAtEnd(w.f)
	if err = errors.Join(err, unix.Getrlimit(unix.RLIMIT_FSIZE, &limit)); err != nil {
		return 0, err
	}
	text := line
	if isTorn {
		text = append([]byte{'\n'}, line...)
	}
	end := uint64(size) + uint64(len(text))
	if end > uint64(limit.Max) { // which has a sign on FreeBSD
		return 0, syscall.EFBIG
	}
	if end > uint64(limit.Cur) {
		lifted := unix.Rlimit{Cur: limit.Max, Max: limit.Max}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &lifted); err != nil {
			return 0, syscall.EFBIG
		}
		defer func() { _ = unix.Setrlimit(unix.RLIMIT_FSIZE, &limit) }() // what was possible a moment ago
	}
	n, err := w.f.Write(text)
	return max(0, n-(len(text)-len(line))), err
}

// lookAtEnd returns a file's size, and whether it ends within a line. Of a line that is
// being written at this moment the kernel shows the first pages: a write of no bytes
// waits for that, as the gate's does.
func lookAtEnd(f *os.File) (size int64, torn bool, err error) {
	const looks = 8
	last := make([]byte, 1)
	for range looks {
		info, err := f.Stat()
		if err != nil {
			return 0, false, err
		}
		size = info.Size()
		if n, _ := f.ReadAt(last, max(0, size-1)); n != 1 || last[0] == '\n' {
			return size, false, nil
		}
		_, _ = unix.Write(int(f.Fd()), nil)
	}
	return size, true, nil
}

// IsLimited reports whether a line was not written because of a limit that whoever starts
// this process can set (setrlimit(2)).
func IsLimited(err error) bool {
	return errors.Is(err, syscall.EFBIG) || errors.Is(err, syscall.EMFILE)
}
