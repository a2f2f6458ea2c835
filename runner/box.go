package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
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
	box, err := s.box(plan, own, self)
	if err != nil {
		return Plan{}, err
	}
	kinds := []Sandbox{j.Sandbox}
	if !j.Named {
		kinds = holding[slices.Index(holding[:], j.Sandbox):]
	}
	return boxPlan{plan, box, self, willExist(own)}.in(kinds)
}

// boxPlan is a plan that is to run in a box.
type boxPlan struct {
	Plan
	box   sandbox.Box
	self  string // this program
	lstat sandbox.Files
}

// in returns the plan for the first of some sandboxes that there is.
func (b boxPlan) in(kinds []Sandbox) (Plan, error) {
	backend, err := backendOf(kinds[0], b.self, b.lstat)
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
	if err = unavailable(err); len(kinds) > 1 && errors.As(err, new(Missing)) {
		return b.in(kinds[1:])
	}
	return Plan{}, err
}

// with returns the plan for one sandbox.
func (b boxPlan) with(backend sandbox.Backend) (Plan, error) {
	entry := sandbox.Entry{Path: b.Path, Argv: b.Argv}
	for _, sig := range passed {
		if !signal.Ignored(sig) {
			entry.Default = append(entry.Default, sig)
		}
	}
	env := []string{"TMPDIR=/tmp"}
	for _, pair := range b.Env {
		switch {
		case sandbox.ForLoader(pair):
			entry.Env = append(entry.Env, pair)
		case !strings.HasPrefix(pair, "TMPDIR="):
			env = append(env, pair)
		}
	}
	inside, err := backend.Plan(b.box, entry)
	if err != nil {
		return Plan{}, err
	}
	return Plan{Path: inside.Path, Argv: inside.Argv, Env: env, Dir: b.Dir, Inside: b.Argv, inside: inside, box: &b.box}, nil
}

// backendOf returns what sets up a sandbox. self is this program; an error is Missing where
// this machine has none.
func backendOf(kind Sandbox, self string, lstat sandbox.Files) (sandbox.Backend, error) {
	if kind == Native {
		return sandbox.Native{Self: []string{self}, Lstat: lstat, Root: host.UID() == 0}, nil
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

// Prove finds out what a sandbox holds on this machine: see [sandbox.Prove] for self. The
// error is Missing where there is none.
func (s *Session) Prove(ctx context.Context, kind Sandbox, self []string) (sandbox.Findings, error) {
	backend, err := backendOf(kind, self[0], os.Lstat)
	if err != nil {
		return nil, err
	}
	dir, err := host.Canonical(s.Machine.Temp[0])
	if err != nil {
		return nil, err
	}
	return sandbox.Prove(ctx, backend, self, dir)
}

// unavailable is a backend's refusal with its hint.
func unavailable(err error) error {
	var u sandbox.Unavailable
	if errors.As(err, &u) {
		return Missing{u, u.Hint}
	}
	return err
}

// box turns the policy into what a command may touch. own is the directory of the run,
// self this program.
func (s *Session) box(plan Plan, own, self string) (sandbox.Box, error) {
	if plan.Dir == permit.Nowhere {
		return sandbox.Box{}, fmt.Errorf("%w: a working directory that was removed is in no sandbox", sandbox.ErrDidNotStart)
	}
	dir, err := host.Canonical(plan.Dir)
	if err != nil {
		return sandbox.Box{}, err
	}
	b := sandbox.Box{Dir: dir, Temp: filepath.Join(own, "tmp"), Void: filepath.Join(own, "empty")}
	if work := guard.WorkDir(s.Machine, guard.Request{Dir: s.Dir, Work: s.Work}); work != "" {
		b.Write = append(b.Write, work)
	}
	b.Write = slices.DeleteFunc(append(b.Write, s.Flags.AllowDirs...), func(dir string) bool {
		kept := policy.IsPersistent(dir, s.Machine.Homes) || strings.Contains(dir+"/", "/.git/")
		if kept {
			s.warn("%s cannot be written in the sandbox: what it holds others run or load later", dir)
		}
		return kept
	})
	if s.Policy.Network.Mode == policy.Full {
		b.Network = sandbox.Full
	}
	v := survey{homes: s.Machine.Homes, budget: surveyedNames}
	v.anchored()
	for _, root := range b.Write {
		v.below(root)
	}
	if v.budget < 0 {
		s.warn("more than %d names below %s: protected names further down are not looked for", surveyedNames, strings.Join(b.Write, ", "))
	}
	b.Hide, b.Keep = v.hide, v.keep
	if slices.ContainsFunc(b.Write, func(w string) bool { return strings.HasPrefix(own, w+"/") }) {
		b.Keep = append(b.Keep, own) // the one that is bound elsewhere
	}
	b.Show = append(v.show, s.inTemp(append(s.Machine.Homes, s.Root, self, dir), b.Write)...)
	if real, err := host.Canonical(s.Root); err == nil && isThere(real) {
		if slices.ContainsFunc(b.Write, func(w string) bool { return strings.HasPrefix(real, w+"/") }) {
			b.Keep = append(b.Keep, real)
		}
		if trail := filepath.Join(real, "audit"); isThere(trail) {
			b.Binds = append(b.Binds, sandbox.Bind{From: filepath.Join(own, "spool"), At: trail})
		}
	}
	b.Tidy()
	return b, nil
}

// inTemp are those of some paths, and of the directories on PATH, that lie in a directory
// for temporary files: the sandbox has one of its own there.
func (s *Session) inTemp(paths, writable []string) []string {
	var found []string
	for _, p := range append(filepath.SplitList(s.env.value("PATH")), paths...) {
		real, err := host.Canonical(p)
		if err != nil || !isThere(real) || slices.Contains(writable, real) {
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

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
