package runner

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/authority"
	"github.com/agent-loop/shimgen/cover"
	"github.com/agent-loop/shimgen/handover"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/worktree"
	"github.com/agent-loop/shimgen/zone"
)

// passed are the signals that Run hands on to a command.
var passed = [...]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2}

// boxPlan puts a plan into a sandbox: it may write to the work directory, to what
// --allow-dir names and to a private /tmp, and cannot read credentials. What it starts meets
// the shims, whose records the parent takes over. Where the job's sandbox cannot be set up
// and was not asked for by name, the next one that holds as much is taken.
func (s *Session) boxPlan(p permit.Permit, plan Plan, j Job) (Plan, error) {
	own := s.runDir(p)
	self, err := os.Executable()
	if err != nil {
		return Plan{}, err
	}
	box, before, err := s.box(plan, own, self, s.gentle(j))
	if err != nil {
		return Plan{}, err
	}
	if box.Temp != "" {
		box.Temp = cmp.Or(j.Temp, box.Temp)
	}
	if err := s.asked(&box, j); err != nil {
		return Plan{}, err
	}
	kinds := []Sandbox{j.Sandbox}
	if !j.Named && slices.Contains(holding[:], j.Sandbox) {
		kinds = holding[slices.Index(holding[:], j.Sandbox):]
	}
	if s.gentle(j) {
		kinds = append(slices.Clone(unnoticed[:]), NoSandbox)
	}
	return boxPlan{plan, box, before, self, willExist(own), limitsOfKernel(s.Policy.Limits), s.newOutlet(), s.starts(box.Over, self, j.Grant), s.unconfined}.in(kinds)
}

// boxPlan is a plan that is to run in a box.
type boxPlan struct {
	Plan
	box    sandbox.Box
	names  *protect.Record // before the command
	self   string          // this program
	lstat  sandbox.Files
	limits []sandbox.Limit
	out    *outlet

	starts  func(sandbox.Start) error // decides where no shim can lie over a program
	without func(Plan) (Plan, error)  // the plan for no sandbox, where none can be had
}

// in returns the plan for the first of some sandboxes that there is.
func (b boxPlan) in(kinds []Sandbox) (Plan, error) {
	if kinds[0] == NoSandbox {
		return b.without(b.Plan)
	}
	backend, err := backendOf(kinds[0], b.self, b.lstat)
	if err == nil && kinds[0] == Bwrap && len(kinds) > 1 && starts(kinds[0]) != nil {
		return b.in(kinds[1:]) // it does not tell before its end that it could not start
	}
	if err == nil {
		var inside Plan
		if inside, err = b.with(backend); err == nil && len(kinds) > 1 {
			inside.other = func() (Plan, error) { return b.in(kinds[1:]) }
		}
		if err == nil {
			inside.Sandbox = kinds[0]
			return inside, nil
		}
	}
	if err = unavailable(err); len(kinds) > 1 && errors.As(err, new(MissingBackendError)) {
		return b.in(kinds[1:])
	}
	return Plan{}, err
}

// with returns the plan for one sandbox.
func (b boxPlan) with(backend sandbox.Backend) (Plan, error) {
	entry := sandbox.Entry{Path: cover.Original(b.box.Over, b.Path), Argv: b.Argv, Limits: b.limits}
	transport := ""
	if mountless(backend) {
		programs := map[string]bool{}
		for _, program := range b.box.Over.Programs {
			programs[program] = true
		}
		box, err := withoutMounts(b.box)
		if err != nil {
			return Plan{}, err
		}
		b.box, entry.Path = box, b.Path // no shim lies over it
		switch l := backend.(type) {
		case sandbox.Landlock:
			l.Exec, l.Programs = b.starts, programs
			backend = l
		case sandbox.Supervisor:
			l.Exec, l.Programs = b.starts, programs
			backend, transport = l, l.By.String()
		}
	}
	if n, is := backend.(sandbox.Native); is {
		n.Outlet = b.out.serve
		backend = n
	}
	for _, sig := range passed {
		if !signal.Ignored(sig) {
			entry.Default = append(entry.Default, sig)
		}
	}
	if b.fresh && mountless(backend) {
		b.startIn(b.box.Temp)
		b.box.Dir = b.box.Temp
	}
	var env []string
	switch {
	case b.box.Temp == "":
	case backend.Name() == string(Seatbelt): // which puts nothing in the place of /tmp
		env = []string{"TMPDIR=" + b.box.Temp}
	default:
		env = []string{"TMPDIR=/tmp"}
	}
	if b.box.Network == sandbox.Egress {
		b.Env = proxied(b.Env)
		if b.out.credentials.tls != nil {
			b.Env = authority.Trusting(b.Env)
		}
	}
	for _, pair := range b.Env {
		switch {
		case sandbox.ForLoader(pair):
			entry.Env = append(entry.Env, pair)
		case b.box.Temp == "" || !strings.HasPrefix(pair, "TMPDIR="):
			env = append(env, pair)
		}
	}
	inside, err := backend.Plan(b.box, entry)
	for tries := 0; errors.Is(err, fs.ErrNotExist) && tries < 3; tries++ { // a socket goes when its owner does
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

// mountless reports whether a sandbox puts nothing in the place of anything.
func mountless(b sandbox.Backend) bool {
	return b.Name() == string(Landlock) || b.Name() == string(Supervisor)
}

// backendOf returns what sets up a sandbox. self is this program; an error is Missing where
// this machine has none.
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

// Holding are the sandboxes that a policy which requires one is content with, in the order
// in which they are tried.
func Holding() []Sandbox { return holding[:] }

// unavailable is a backend's refusal with its hint.
func unavailable(err error) error {
	var u sandbox.Unavailable
	if errors.As(err, &u) {
		return MissingBackendError{u, u.Hint}
	}
	return err
}

// box turns the policy into what a command may touch, gentle or not, and finds out what
// there is below where it may write. own is the directory of the run, self this program.
func (s *Session) box(plan Plan, own, self string, gentle bool) (sandbox.Box, *protect.Record, error) {
	if plan.Dir == permit.Nowhere {
		return sandbox.Box{}, nil, fmt.Errorf("%w: a working directory that was removed is in no sandbox", sandbox.ErrDidNotStart)
	}
	dir, err := host.Canonical(plan.Dir)
	if err != nil {
		return sandbox.Box{}, nil, err
	}
	r, err := s.reachable()
	if err != nil {
		return sandbox.Box{}, nil, err
	}
	b := sandbox.Box{Dir: dir, Temp: filepath.Join(own, "tmp"), Void: filepath.Join(own, "empty")}
	b.Network = networkOf(s.Policy.Network.Mode)
	work := zone.WorkDir(s.Machine, s.Dir, s.Work)
	if gentle {
		work = s.top(work)
	}
	b.Write = s.writable(r, work)
	var also []string
	if work != "" {
		repositories := s.gitDirs(work)
		b.Write = append(b.Write, repositories...)
		also = worktree.Protected(work, repositories, s.Machine.Homes)
	}
	before, err := s.look(&b, r, also, gentle)
	if err != nil {
		return sandbox.Box{}, nil, err
	}
	b.Write = append(b.Write, r.cache...)
	for i, at := range r.own {
		b.Binds = append(b.Binds, sandbox.Bind{From: filepath.Join(own, ownCache(i)), At: at})
	}
	if gentle {
		s.ease(&b)
	} else {
		b.Show = append(b.Show, s.inTemp(append(s.Machine.Homes, s.Root, self, dir), b.Write)...)
		s.hideSockets(&b)
	}
	if b.Network == sandbox.Egress {
		hideResolvers(&b)
	}
	s.guardOwn(&b, own)
	s.listReads(&b, append(s.needed, s.Root, self)...)
	uncover(&b, r.read)
	b.Hide = append(b.Hide, r.hide...) // a project's too, which a file does not lift, and a flag does
	uncover(&b, s.Flags.AllowReads)
	b.Tidy()
	s.lendGrant(&b, own)
	s.lendCredentials(&b, own)
	b.Over, err = s.overlay(b)
	return b, before, err
}

// writable are the places that a command may write to: the directory that it works in, if
// there is one, and what flags and the policy name.
func (s *Session) writable(r reach, work string) []string {
	var dirs []string
	if work != "" {
		dirs = append(dirs, work)
	}
	dirs = slices.Concat(dirs, s.Flags.AllowDirs, r.write)
	return slices.DeleteFunc(dirs, func(dir string) bool {
		kept := !slices.Contains(r.bare, dir) && (policy.IsPersistent(dir, s.Machine.Homes) || strings.Contains(dir+"/", "/.git/"))
		if kept {
			s.warn("%s cannot be written in the sandbox: what it holds others run or load later", dir)
		}
		return kept
	})
}

// look looks for what is hidden and kept, and puts it into a box. also are more places that
// are kept.
func (s *Session) look(b *sandbox.Box, r reach, also []string, gentle bool) (*protect.Record, error) {
	v := survey{homes: s.Machine.Homes, gentle: gentle, there: nameLists{}}
	v.anchored()
	before, err := s.lookBelow(slices.DeleteFunc(slices.Clone(b.Write), func(w string) bool { return slices.Contains(r.bare, w) }), r.bare, also, gentle)
	if err != nil {
		return nil, err
	}
	for _, at := range before.Hide {
		if !gentle { // what is a secret by its name alone is the project's own
			v.hide = appendReal(v.hide, at)
		}
	}
	b.Hide = slices.DeleteFunc(v.hide, func(p string) bool {
		return slices.ContainsFunc(r.bare, func(dir string) bool { return pathname.In(p, dir) })
	})
	b.Keep, b.Show = before.Keep, v.show
	return before, nil
}

// guardOwn keeps our own files from a command: those of the installation, the trail, and
// the directories of other runs.
func (s *Session) guardOwn(b *sandbox.Box, own string) {
	if slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(own, w) }) {
		b.Binds = append(b.Binds, sandbox.Bind{From: filepath.Join(own, "runs"), At: filepath.Dir(own)})
	}
	real, err := host.Canonical(s.Root)
	if err != nil || !host.Exists(real) {
		return
	}
	if slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(real, w) }) {
		b.Keep = append(b.Keep, real)
	}
	if waiting := (handover.Store{Root: real}).Dir(); host.Exists(waiting) {
		b.Hide = append(b.Hide, waiting) // what others of its commands will be
	}
	if trail := filepath.Join(real, "audit"); host.CheckDirectory(trail) == nil {
		b.Binds = append(b.Binds, sandbox.Bind{From: filepath.Join(own, "spool"), At: trail})
	}
}

// inTemp are those of some paths, and of the directories on PATH, that lie in a directory
// for temporary files: the sandbox has one of its own there.
func (s *Session) inTemp(paths, writable []string) []string {
	var found []string
	for _, p := range append(filepath.SplitList(s.env.value("PATH")), paths...) {
		real, err := host.Canonical(p)
		if err != nil || !host.Exists(real) || slices.Contains(writable, real) || s.isUnlisted(real) {
			continue
		}
		for _, temp := range []string{"/tmp/", "/var/tmp/"} {
			if strings.HasPrefix(real, temp) {
				found = append(found, real)
			}
		}
	}
	return found
}
