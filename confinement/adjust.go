package confinement

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/zone"
)

// The flags that change the sandbox of one command.
const (
	RedirectHome = "--redirect-home"
	ReadOnly     = "--ro"
	Review       = "--review"
)

// Adjustment holds the flags of one command.
type Adjustment struct {
	ReadOnly []string // places that become read-only
	Home     string   // replaces the home; "" for none
	Copy     string   // replaces the work directory, as a copy of it; "" for none
}

// Adjust changes a box by the flags of one command.
func (s *Site) Adjust(b *sandbox.Box, a Adjustment) error {
	for _, text := range a.ReadOnly {
		real, err := host.Canonical(s.startPath(text))
		if err == nil {
			_, err = os.Lstat(real)
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", ReadOnly, text, err)
		}
		b.Keep = append(b.Keep, real)
	}
	if a.Home != "" {
		fake, err := s.resolveFlag(redirectHome, a.Home)
		if err != nil {
			return err
		}
		if err := s.mayBeHome(*b, fake); err != nil {
			return fmt.Errorf("%s: %s: %w", RedirectHome, a.Home, err)
		}
		s.redirect(b, fake)
	}
	if a.Copy != "" {
		work, err := s.Reviewable()
		if err != nil {
			return err
		}
		b.Write = slices.DeleteFunc(b.Write, func(dir string) bool { return pathname.In(dir, work) })
		b.Binds = append(b.Binds, sandbox.Bind{From: a.Copy, At: work})
	}
	b.Tidy()
	return nil
}

// Reviewable returns the work directory, for a command that is to work on a copy of it.
func (s *Site) Reviewable() (string, error) {
	work := zone.WorkDir(s.Machine, s.Dir, s.Work)
	if work == "" {
		return "", fmt.Errorf("%s: %s is no directory to work in: nothing in it counts as the project's", Review, s.Dir)
	}
	return work, nil
}

// mayBeHome rejects a directory that would give a command access, under another name, to what its
// box denies.
func (s *Site) mayBeHome(b sandbox.Box, fake string) error {
	if slices.Contains(s.Machine.Homes, fake) {
		return errors.New("that is home itself")
	}
	for _, p := range slices.Concat(b.Hide, b.Keep, b.Write) {
		if pathname.In(p, fake) && p != fake {
			return fmt.Errorf("it holds %s, which would have two names", p)
		}
	}
	return nil
}

// redirect replaces each home by a directory. Writable places in a home stay where they are, and
// so does our own directory, which the shims need.
func (s *Site) redirect(b *sandbox.Box, fake string) {
	var binds []sandbox.Bind
	for _, home := range s.Machine.Homes {
		real, exists := host.Target(home)
		if !exists || real == "/" || slices.ContainsFunc(binds, func(o sandbox.Bind) bool { return o.At == real }) {
			continue
		}
		gone := func(p string) bool {
			return pathname.In(p, real) && !slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(p, w) })
		}
		b.Hide, b.Keep, b.Show = slices.DeleteFunc(b.Hide, gone), slices.DeleteFunc(b.Keep, gone), slices.DeleteFunc(b.Show, gone)
		b.Empty = slices.DeleteFunc(b.Empty, gone)
		b.Write = slices.DeleteFunc(b.Write, func(w string) bool { return w == real })
		if root, exists := host.Target(s.Root); exists && pathname.In(root, real) {
			b.Show = append(b.Show, root)
		}
		binds = append(binds, sandbox.Bind{From: fake, At: real})
	}
	b.Binds = append(binds, b.Binds...)
}
