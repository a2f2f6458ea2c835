package runner

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/proot"
)

// prepare makes what a plan in a sandbox relies on, and returns how to take it away
// again: what was recorded inside goes into the audit trail then.
func (s *Session) prepare(p permit.Permit, j Job) (remove func(), err error) {
	if j.Sandbox == NoSandbox || j.Sandbox == "" {
		return func() {}, nil
	}
	own := s.runDir(p)
	if err := os.Mkdir(own, 0o700); err != nil {
		return nil, err
	}
	lock, err := hold(own, s.Root)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(own))
	}
	s.takeOver()
	dirs := []string{"tmp", "spool"}
	if j.Sandbox == Proot {
		dirs = []string{"root", "root/dev", "void", "tmp", "proot"}
	}
	for _, dir := range dirs {
		err = errors.Join(err, os.Mkdir(filepath.Join(own, dir), 0o700))
	}
	if j.Sandbox == Proot {
		for _, l := range proot.LinuxLinks() {
			err = errors.Join(err, os.Symlink(l.Target, filepath.Join(own, "root", l.Name)))
		}
	}
	err = errors.Join(err, os.WriteFile(filepath.Join(own, "empty"), nil, 0))
	remove = func() {
		s.collect(filepath.Join(own, "spool"))
		os.RemoveAll(own)
		lock.Close()
	}
	if err != nil {
		remove()
		return nil, err
	}
	return remove, nil
}

// collect takes over what shims have recorded inside a sandbox. Nothing there is
// believed: each line must be one that a shim writes, and is marked as from inside. It
// bounds how much, for the command could write it too.
func (s *Session) collect(spool string) {
	names, err := os.ReadDir(spool)
	if err != nil {
		return // the backend has none
	}
	lines, dropped := 0, 0
	for _, name := range names {
		if _, ok := audit.ParseName(name.Name()); !ok || !name.Type().IsRegular() {
			continue
		}
		f, err := os.OpenFile(filepath.Join(spool, name.Name()), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
		if err != nil {
			dropped++
			continue
		}
		in := bufio.NewScanner(f)
		for lines < maxInside && in.Scan() {
			event, err := audit.ParseInside(in.Bytes())
			if lines++; err != nil || s.Record(event) != nil { // the command has run: a notice has to do
				dropped++
			}
		}
		if in.Err() != nil || lines == maxInside {
			s.warn("what was recorded inside the sandbox is more than is taken over: %d lines are in the audit trail", lines-dropped)
		}
		f.Close()
	}
	if dropped > 0 {
		s.warn("%d lines that were recorded inside the sandbox are not in the audit trail", dropped)
	}
}

// maxInside is how many lines of one run are taken over.
const maxInside = 100_000
