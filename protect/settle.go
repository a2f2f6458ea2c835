package protect

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// An Outcome is what was done about a change.
type Outcome struct {
	Change
	// Item is its id in the quarantine. At is its new name beside its old place, if the
	// quarantine could not take it. Both are empty if it is still there, or was left.
	Item, At string
	// Restored says that the previous file is back.
	Restored bool
	// Left says that it came with a new repository, and stays.
	Left bool
	// Err says why something could not be done.
	Err error

	gone bool // another process was quicker
}

// Settle moves what changes created into the quarantine, and restores what was there
// before. It leaves what came with a new repository.
func (q Quarantine) Settle(changes []Change) []Outcome {
	var done []Outcome
	s := &settler{q: q}
	defer s.end()
	for _, x := range changes {
		o := Outcome{Change: x}
		if x.Repository != "" && x.Why == "" {
			o.Left = true
		} else {
			s.settle(&o)
		}
		if !o.gone || o.Restored {
			done = append(done, o)
		}
	}
	return done
}

// settler is one check's use of a quarantine.
type settler struct {
	q     Quarantine
	batch *batch
	err   error // why there is no batch
	from  reach
	root  string
}

func (s *settler) end() {
	if s.batch != nil {
		s.batch.close()
	}
	if s.root != "" {
		s.from.close()
	}
}

// settle deals with one change.
func (s *settler) settle(o *Outcome) {
	dir, err := s.dir(o.root, dirOf(o.rel))
	if err != nil {
		o.gone = o.Kind != Removal && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR)) // gone with its directory
		if o.Kind != Removal && !o.gone {
			o.Err = fmt.Errorf("%s: %w", o.Path, err)
		}
		return
	}
	leaf := leafOf(o.rel)
	if o.now != nil {
		if o.Err = s.takeAway(o, dir, leaf); o.Err != nil {
			return
		}
	}
	if o.old != nil && o.old.copied {
		o.Err = o.old.putBack(dir, leaf)
		o.Restored = o.Err == nil
	}
}

// dir opens a directory below a root.
func (s *settler) dir(root, rel string) (int, error) {
	if s.root != root {
		if s.root != "" {
			s.from.close()
		}
		s.root = ""
		from, err := openRoot(root)
		if err != nil {
			return -1, err
		}
		from.force = true
		s.root, s.from = root, from
	}
	return s.from.dir(rel)
}

// takeAway moves the file at a name into the quarantine or, if that fails, to a name that
// means nothing to anybody.
func (s *settler) takeAway(o *Outcome, dir int, leaf string) error {
	now := lookAt(dir, leaf)
	if now == nil {
		o.gone = true
		return nil
	}
	err := s.err
	if s.batch == nil && err == nil {
		s.batch, s.err = s.q.begin(time.Now())
		err = s.err
	}
	if err == nil {
		var item string
		if item, err = s.batch.next(o.Path, o.Why); err == nil {
			if err = transfer(dir, leaf, int(s.batch.dir.Fd()), item); err == nil {
				o.Item = s.batch.name + "/" + item
				return nil
			}
		}
	}
	for i := range maxBatches {
		name := fmt.Sprintf("%s.quarantined-%d", leaf, i)
		if len(name) > unix.NAME_MAX {
			name = fmt.Sprintf("quarantined-%d", i)
		}
		moved := moveAt(dir, leaf, dir, name)
		if errors.Is(moved, fs.ErrExist) {
			continue
		}
		if moved == nil {
			o.At = filepath.Join(filepath.Dir(o.Path), name)
			return nil
		}
		if lookAt(dir, leaf) == nil {
			o.gone = true
			return nil
		}
		return fmt.Errorf("%s: %w; %w", o.Path, err, moved)
	}
	return fmt.Errorf("%s: %w", o.Path, err)
}

// putBack restores the file that was at a name, if the name is free.
func (k *known) putBack(dir int, leaf string) error {
	if k.kind&fs.ModeSymlink != 0 {
		return os.NewSyscallError("symlinkat", unix.Symlinkat(string(k.text), dir, leaf))
	}
	fd, err := unix.Openat(dir, leaf, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return os.NewSyscallError("openat", err)
	}
	f := os.NewFile(uintptr(fd), leaf)
	_, err = f.Write(k.text)
	return errors.Join(err, f.Chmod(fs.FileMode(k.mode)), f.Close())
}
