package runner

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/proot"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/trail"
)

// prepare creates what a plan in a sandbox relies on, in the directory own. remove collects
// what shims recorded inside into the audit trail, and deletes the directory.
func (s *Session) prepare(own string, j Job) (remove func(), err error) {
	if !j.Fresh && (j.Sandbox == NoSandbox || j.Sandbox == "") {
		return func() {}, nil
	}
	if err := s.makeRuns(); err != nil {
		return nil, err
	}
	if err := os.Mkdir(own, 0o700); err != nil {
		return nil, err
	}
	lock, err := rundir.Hold(own, s.Root)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(own))
	}
	s.takeOver()
	emptied := func() {}
	if j.Sandbox.holds() {
		emptied = s.makePlaces(j)
	}
	dirs := []string{rundir.Temp, rundir.Spool, rundir.Covers}
	if s.Policy.Access.Caches == policy.CachesPrivate && j.Sandbox.holds() {
		for i := range s.site().PrivateCaches() {
			dirs = append(dirs, rundir.Cache(i))
		}
	}
	if j.Sandbox == Proot {
		dirs = []string{rundir.Root, rundir.Root + "/dev", rundir.Void, rundir.Temp, rundir.Proot}
	}
	for _, dir := range dirs {
		err = errors.Join(err, os.Mkdir(filepath.Join(own, dir), 0o700))
	}
	if j.Sandbox == Proot {
		for _, l := range proot.LinuxLinks() {
			err = errors.Join(err, os.Symlink(l.Target, filepath.Join(own, rundir.Root, l.Name)))
		}
	}
	err = errors.Join(err, os.WriteFile(filepath.Join(own, rundir.Empty), nil, 0), j.Grant.Write(own))
	remove = func() {
		seen := s.collect(own, j.Deferred)
		if j.Sandbox.holds() {
			s.recordDeferred(filepath.Base(own), j.Deferred, seen)
		}
		os.RemoveAll(own)
		emptied()
		lock.Close()
	}
	if err == nil && j.Sandbox.holds() {
		var release func()
		release, err = s.prepareCredentials(own)
		remove = func(before func()) func() { return func() { release(); before() } }(remove)
	}
	if err != nil {
		remove()
		return nil, err
	}
	return remove, nil
}

// collect moves what shims recorded inside a sandbox into the audit trail, and returns the
// decisions about findings in left. It trusts nothing there, because the command could have
// written it: a line must be one that a shim writes, is marked as from inside, and gets the
// run's id, which none of them can choose; and it bounds the number of lines.
func (s *Session) collect(own string, left []guard.Finding) (seen []audit.Shim) {
	spool, run := filepath.Join(own, rundir.Spool), trail.ParseID(filepath.Base(own))
	names, err := os.ReadDir(spool)
	if err != nil {
		return nil // this backend has no such directory
	}
	lines, dropped := 0, 0
	for _, name := range names {
		if day, ok := audit.ParseName(name.Name()); !ok || day.Gzip || !name.Type().IsRegular() {
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
			if lines++; err != nil || s.Record(audit.During(event, run)) != nil { // the command has run, so a failure can only be a notice
				dropped++
				continue
			}
			if shim, ok := audit.ShimOf(event); ok && slices.ContainsFunc(left, func(f guard.Finding) bool { return trail.IsAbout(shim, f) }) {
				seen = append(seen, shim)
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
	return seen
}

// maxInside bounds how many lines of one run are collected.
const maxInside = 100_000
