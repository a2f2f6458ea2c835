package sandbox

import (
	"context"
	"os"
	"slices"
	"syscall"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// A Setting is a box that commands really run in, and their environment.
type Setting struct {
	Box Box
	Env []string // NAME=value

	// Outside are directories that the user may write to and the box must not.
	Outside []string
}

// Writes reports whether a command in a box may create files in a directory.
func (b Box) Writes(dir string) bool { return b.partOf(dir) == inWrite || b.binds(dir) }

// binds reports whether another directory is mounted over dir or above it.
func (b Box) binds(dir string) bool {
	return slices.ContainsFunc(b.Binds, func(bind Bind) bool { return pathname.In(dir, bind.At) })
}

// here is what the trial in a setting needs to know.
type here struct {
	Dir     string // where a file may be created; "" if nowhere
	Outside []string
	Empty   []string
	There   []string // what stays visible in Empty
	Hide    []string
	Show    []string
	Keep    []string
	Net     Network
}

// ProveIn starts a backend in a setting and tries there what its box forbids. It is [Prove] for
// a box in use: it changes nothing that exists, and removes what it creates. It does not try
// what the box does not ask for.
func ProveIn(ctx context.Context, b Backend, self []string, s Setting) (Findings, error) {
	h := &here{Outside: s.Outside, Empty: s.Box.Empty, There: s.Box.visiblePaths(), Hide: s.Box.Hide, Show: s.Box.Show, Keep: s.Box.Keep, Net: s.Box.Network}
	if s.Box.partOf(s.Box.Dir) == inWrite {
		h.Dir = s.Box.Dir
	}
	g := fixture{Parent: os.Getpid(), Here: h}
	found, err := g.prove(ctx, b, self, s.Box, s.Env)
	for p := range found {
		if !slices.Contains(s.Box.Needs(), p) {
			delete(found, p)
		}
	}
	return found, err
}

// probeName begins the names of the files that a trial creates.
const probeName = ".shimgen-proof-"

// makes creates a file in a directory and removes it again.
func makes(dir string) error {
	f, err := os.CreateTemp(dir, probeName)
	if err != nil {
		return err
	}
	f.Close()
	os.Remove(f.Name()) // even if this fails, the file could be created
	return nil
}

// writes returns what could be written outside, or that nothing can be written inside.
func (h *here) writes() string {
	if h.Dir != "" {
		if err := makes(h.Dir); err != nil {
			return "nothing can be written where it may: " + err.Error()
		}
	}
	for _, dir := range h.Outside {
		if makes(dir) == nil {
			return "a file was made in " + dir
		}
	}
	return ""
}

// reads returns what could be read of hidden paths.
func (h *here) reads() string {
	for _, name := range h.Hide {
		if what := h.read(name, h.Show); what != "" {
			return what
		}
	}
	return ""
}

// read returns what could be read of a path that must show nothing but the paths in shown.
func (h *here) read(name string, shown []string) string {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // O_NONBLOCK: a named pipe must not wait for a writer
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		names, _ := f.Readdirnames(-1)
		for _, inner := range names {
			at := name + "/" + inner
			if !slices.ContainsFunc(shown, func(p string) bool { return pathname.In(p, at) }) {
				return "a hidden directory was listed: " + name
			}
		}
	case info.Mode().IsRegular():
		if n, _ := f.Read(make([]byte, 1)); n > 0 {
			return "read " + name
		}
	}
	return ""
}

// readsUnlisted returns what could be read in emptied directories, except the paths that stay
// visible and the directories above them.
func (h *here) readsUnlisted() string {
	for _, dir := range h.Empty {
		if what := h.read(dir, h.There); what != "" {
			return what
		}
	}
	return ""
}

// changesKept returns which kept path could be opened for writing. It writes nothing.
func (h *here) changesKept() string {
	for _, name := range h.Keep {
		info, err := os.Lstat(name)
		if err != nil {
			continue
		}
		if info.IsDir() {
			err = makes(name)
		} else {
			var f *os.File
			f, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
			f.Close()
		}
		if err == nil {
			return "what is kept can be changed: " + name
		}
	}
	return ""
}
