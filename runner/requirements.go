package runner

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/proot"
	"github.com/agent-loop/shimgen/sandbox"
)

// The flags that change the sandbox of one command.
const (
	redirectHome = "--redirect-home"
	readOnly     = "--ro"
	network      = "--net"
)

// cutOff is what a violation says of a network that somebody else than the policy has taken.
type cutOff struct{ policy, fix string }

// Narrow lets the session's commands talk to fewer hosts than its policy does. A wider mode
// than the policy's is an error. A job of such a session has Net set.
func (s *Session) Narrow(to policy.Mode) error {
	if is := s.Policy.Network.Mode; to > is {
		return fmt.Errorf("%s %s: the policy has network.mode = %q, and a flag cannot loosen that", network, to, is)
	}
	s.Policy.NarrowNetwork(to)
	s.cutOff = cutOff{network + " " + to.String(), "let the user start it without " + network}
	return nil
}

// needsSandbox refuses what only a sandbox can do where there is none, or one that cannot.
func (j Job) needsSandbox() error {
	flag := ""
	switch {
	case (j.FakeRoot || j.Unaccelerated) && j.Sandbox != Proot:
		return errors.New("--proot-fake-root and --proot-no-seccomp are for --sandbox proot")
	case j.Home != "":
		flag = redirectHome
	case len(j.ReadOnly) > 0:
		flag = readOnly
	case j.Net:
		flag = network
	default:
		return nil
	}
	switch {
	case j.Sandbox == NoSandbox || j.Sandbox == "":
		return fmt.Errorf("%s: only a sandbox can do that, and the command would run without one", flag)
	case j.Sandbox == Proot && len(j.ReadOnly) > 0:
		return fmt.Errorf("%s: %w", readOnly, proot.ErrReadOnly)
	case j.Sandbox == Proot && j.Net:
		return fmt.Errorf("%s: proot holds nobody off the network", network)
	case j.Sandbox == Seatbelt && j.Home != "":
		return fmt.Errorf("%s: seatbelt puts nothing in the place of another", redirectHome)
	}
	return nil
}

// asked changes a box by what the flags of one command ask for.
func (s *Session) asked(b *sandbox.Box, j Job) error {
	for _, text := range j.ReadOnly {
		real, err := host.Canonical(s.started(text))
		if err == nil {
			_, err = os.Lstat(real)
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", readOnly, text, err)
		}
		b.Keep = append(b.Keep, real)
	}
	if j.Home != "" {
		fake, err := s.granted(redirectHome, j.Home)
		if err != nil {
			return err
		}
		if err := s.mayBeHome(*b, fake); err != nil {
			return fmt.Errorf("%s: %s: %w", redirectHome, j.Home, err)
		}
		s.redirect(b, fake)
	}
	b.Tidy()
	return nil
}

// mayBeHome refuses a directory through which a command would reach, by another name, what
// its box holds it off.
func (s *Session) mayBeHome(b sandbox.Box, fake string) error {
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

// redirect puts a directory in the place of each home. What a command may write to below a
// home stays where it is, and so does our own directory, which its shims need.
func (s *Session) redirect(b *sandbox.Box, fake string) {
	var binds []sandbox.Bind
	for _, home := range s.Machine.Homes {
		real, err := host.Canonical(home)
		if err != nil || real == "/" || !host.Exists(real) || slices.ContainsFunc(binds, func(o sandbox.Bind) bool { return o.At == real }) {
			continue
		}
		gone := func(p string) bool {
			return pathname.In(p, real) && !slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(p, w) })
		}
		b.Hide, b.Keep, b.Show = slices.DeleteFunc(b.Hide, gone), slices.DeleteFunc(b.Keep, gone), slices.DeleteFunc(b.Show, gone)
		b.Empty = slices.DeleteFunc(b.Empty, gone)
		b.Write = slices.DeleteFunc(b.Write, func(w string) bool { return w == real })
		if root, err := host.Canonical(s.Root); err == nil && host.Exists(root) && pathname.In(root, real) {
			b.Show = append(b.Show, root)
		}
		binds = append(binds, sandbox.Bind{From: fake, At: real})
	}
	b.Binds = append(binds, b.Binds...)
}
