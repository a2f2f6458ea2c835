package runner

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/authority"
	"github.com/agent-loop/shimgen/confinement"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/overlay"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandboxnet"
	"github.com/agent-loop/shimgen/termux"
)

// forwardedSignals are the signals that Run forwards to the command.
var forwardedSignals = [...]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2}

// boxPlan puts a plan into a sandbox. The command may write to the work directory, to what
// --allow-dir names and to a private /tmp; it cannot read credentials; programs that it starts
// meet the shims, whose records the parent collects. If the job's sandbox cannot be set up and
// nobody asked for it by name, the plan falls back to the next one that is as strong.
func (s *Session) boxPlan(p permit.Permit, plan Plan, j Job) (Plan, error) {
	own := s.runDir(p)
	self, err := os.Executable()
	if err != nil {
		return Plan{}, err
	}
	box, before, err := s.box(plan, own, self, s.isLenient(j))
	if err != nil {
		return Plan{}, err
	}
	if box.Temp != "" {
		box.Temp = cmp.Or(j.Temp, box.Temp)
	}
	if err := s.site().Adjust(&box, confinement.Adjustment{ReadOnly: j.ReadOnly, Home: j.Home, Copy: j.Copy}); err != nil {
		return Plan{}, err
	}
	kinds := []Sandbox{j.Sandbox}
	if !j.Named && slices.Contains(strongSandboxes[:], j.Sandbox) {
		kinds = strongSandboxes[slices.Index(strongSandboxes[:], j.Sandbox):]
	}
	if j.Copy != "" && !j.Named {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(kind Sandbox) bool { return !kind.canBind() })
	}
	if s.isLenient(j) {
		kinds = append(slices.Clone(lenientBackends[:]), NoSandbox)
	}
	return boxPlan{plan, box, before, self, rundir.WillExist(own), limit.OfKernel(s.Policy.Limits), s.newProxy(), s.startDecider(box.Over, self, j.Grant), s.unconfined}.planFirst(kinds)
}

// boxPlan is a plan together with the box that it will run in.
type boxPlan struct {
	Plan
	box    sandbox.Box
	names  *protect.Record // the protected names before the command runs
	self   string          // the path of this program
	lstat  sandbox.Files
	limits []sandbox.Limit
	out    *sandboxnet.Proxy

	starts  func(sandbox.Start) error // judges programs that a sandbox without mounts cannot put shims over
	without func(Plan) (Plan, error)  // makes the plan without a sandbox, if none can be set up
}

// planFirst returns the plan for the first of the sandboxes that is available.
func (b boxPlan) planFirst(kinds []Sandbox) (Plan, error) {
	if kinds[0] == NoSandbox {
		return b.without(b.Plan)
	}
	backend, err := backendOf(kinds[0], b.self, b.lstat)
	if err == nil && kinds[0] == Bwrap && len(kinds) > 1 && tryBackend(kinds[0]) != nil {
		return b.planFirst(kinds[1:]) // bwrap reports only at its end that it could not start, so try it before
	}
	if err == nil {
		var inside Plan
		if inside, err = b.planWith(backend); err == nil && len(kinds) > 1 {
			inside.other = func() (Plan, error) { return b.planFirst(kinds[1:]) }
		}
		if err == nil {
			inside.Sandbox = kinds[0]
			return inside, nil
		}
	}
	if err = unavailable(err); len(kinds) > 1 && errors.As(err, new(MissingBackendError)) {
		return b.planFirst(kinds[1:])
	}
	return Plan{}, err
}

// planWith returns the plan for one sandbox.
func (b boxPlan) planWith(backend sandbox.Backend) (Plan, error) {
	entry := sandbox.Entry{Path: overlay.Original(b.box.Over, b.Path), Argv: b.Argv, Limits: b.limits}
	transport := ""
	if lacksMounts(backend) {
		programs := map[string]bool{}
		for _, program := range b.box.Over.Programs {
			programs[program] = true
		}
		box, err := withoutMounts(b.box)
		if err != nil {
			return Plan{}, err
		}
		b.box, entry.Path = box, b.Path // the real program: no shim is mounted over it
		broker, err := b.broker()
		if err != nil {
			return Plan{}, err
		}
		switch l := backend.(type) {
		case sandbox.Landlock:
			l.Exec, l.Programs, l.Broker = b.starts, programs, broker
			backend = l
		case sandbox.Supervisor:
			if err := b.startAsShell(&entry); err != nil {
				return Plan{}, err
			}
			l.Exec, l.Programs, l.Broker = b.starts, programs, broker
			backend, transport = l, l.By.String()
		}
	}
	if n, is := backend.(sandbox.Native); is {
		n.Outlet = b.out.Serve
		backend = n
	}
	for _, sig := range forwardedSignals {
		if !signal.Ignored(sig) {
			entry.Default = append(entry.Default, sig)
		}
	}
	if b.fresh && lacksMounts(backend) {
		b.startIn(b.box.Temp)
		b.box.Dir = b.box.Temp
	}
	env, forLoader := b.environment(backend)
	entry.Env = forLoader
	inside, err := backend.Plan(b.box, entry)
	for tries := 0; errors.Is(err, fs.ErrNotExist) && tries < 3; tries++ { // a socket disappears with its owner
		b.box.Hide = slices.DeleteFunc(slices.Clone(b.box.Hide), func(p string) bool {
			_, gone := b.lstat(p)
			return errors.Is(gone, fs.ErrNotExist)
		})
		inside, err = backend.Plan(b.box, entry)
	}
	if err != nil {
		return Plan{}, err
	}
	if inside.Temp != "" {
		env[0] = "TMPDIR=" + inside.Temp
	}
	return Plan{Path: inside.Path, Argv: inside.Argv, Env: env, Dir: b.Dir, Inside: b.Argv, inside: inside, Transport: transport, box: &b.box, names: b.names, out: b.out}, nil
}

// startAsShell lets Termux' own shell rules apply to the command's start: script interpreters and
// program names below /bin and /usr/bin are those of Termux. On other systems nothing changes.
func (b *boxPlan) startAsShell(e *sandbox.Entry) error {
	start, err := launch.Plan(termux.Start{File: e.Path, Argv: e.Argv, Env: b.Env}, b.Dir)
	if err != nil {
		return err
	}
	e.Path, e.Argv, b.Env = start.File, start.Argv, start.Env
	return nil
}

// broker returns what connects for a sandbox without a network namespace. If the proxy
// terminates TLS, programs must trust an authority of this run, from a file mounted over the
// machine's: that needs mounts.
func (b *boxPlan) broker() (sandbox.Broker, error) {
	if b.box.Network == sandbox.Egress && b.out.OpensTLS() {
		return nil, MissingBackendError{errors.New("credentials and allowed_requests need a sandbox with mounts"), "use native, which needs Linux 5.12 or later and user namespaces, or a policy without them"}
	}
	return b.out.Broker, nil
}

// environment returns the environment of the command, and apart from it the variables for the
// dynamic loader, which must not affect the programs that set up the sandbox. The first
// variable is TMPDIR if the box has a directory for temporary files.
func (b *boxPlan) environment(backend sandbox.Backend) (env, forLoader []string) {
	switch {
	case b.box.Temp == "":
	case backend.Name() == string(Seatbelt): // Seatbelt mounts nothing over /tmp
		env = []string{"TMPDIR=" + b.box.Temp}
	default:
		env = []string{"TMPDIR=/tmp"}
	}
	if b.box.Network == sandbox.Egress {
		b.Env = sandboxnet.Proxied(b.Env)
		if lacksMounts(backend) {
			b.Env = sandboxnet.ResolvingByTCP(b.Env)
		}
		if b.out.OpensTLS() {
			b.Env = authority.Trusting(b.Env)
		}
	}
	for _, pair := range b.Env {
		switch {
		case sandbox.ForLoader(pair):
			forLoader = append(forLoader, pair)
		case b.box.Temp == "" || !strings.HasPrefix(pair, "TMPDIR="):
			env = append(env, pair)
		}
	}
	return env, forLoader
}

// lacksMounts reports whether a sandbox cannot mount anything over a path.
func lacksMounts(b sandbox.Backend) bool {
	return b.Name() == string(Landlock) || b.Name() == string(Supervisor)
}

// backendOf returns the backend that sets up a sandbox. self is the path of this program. The
// error is an Unavailable one if this machine has no such backend.
func backendOf(kind Sandbox, self string, lstat sandbox.Files) (sandbox.Backend, error) {
	switch kind {
	case Supervisor:
		by := sandbox.FindTransport([]string{self})
		return sandbox.Supervisor{Self: []string{self}, Lstat: lstat, By: by}, nil
	case Landlock:
		return sandbox.Landlock{Self: []string{self}, Lstat: lstat}, nil
	case Native:
		return sandbox.Native{Self: []string{self}, Lstat: lstat, Root: host.UID() == 0}, nil
	case Seatbelt:
		return sandbox.Seatbelt{Inside: []string{self}, Lstat: lstat}, nil
	}
	program, err := findBwrap()
	return sandbox.Bwrap{Program: program, Inside: []string{self}, Lstat: lstat, Root: host.UID() == 0}, err
}

// findBwrap returns the path of bubblewrap.
func findBwrap() (string, error) {
	release, _ := os.ReadFile("/etc/os-release")
	program, err := sandbox.FindBwrap(os.Stat, host.Roots, string(release))
	return program, unavailable(err)
}

// Holding returns the sandboxes that satisfy a policy which requires one, in the order in which
// they are tried.
func Holding() []Sandbox { return strongSandboxes[:] }

// unavailable adds a backend's hint to its error.
func unavailable(err error) error {
	var u sandbox.Unavailable
	if errors.As(err, &u) {
		return MissingBackendError{u, u.Hint}
	}
	return err
}

// box returns what a command may touch, with the grant and the credentials of its run. lenient
// is the answer of isLenient.
func (s *Session) box(plan Plan, own, self string, lenient bool) (sandbox.Box, *protect.Record, error) {
	b, before, err := s.site().Box(plan.Dir, own, self, lenient)
	if err != nil {
		return sandbox.Box{}, nil, err
	}
	s.lendGrant(&b, own)
	s.lendCredentials(&b, own)
	b.Over, err = s.overlay(b)
	return b, before, err
}
