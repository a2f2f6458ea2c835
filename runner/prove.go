package runner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/sandbox"
)

// Provable returns the sandboxes whose properties can be tried: the strong ones, and proot,
// which is not. On Android these are the supervisor and proot: Android kills a process that
// makes the system calls of the others.
func (s *Session) Provable() []Sandbox {
	if s.phone {
		return []Sandbox{Supervisor, Proot}
	}
	return append(slices.Clone(strongSandboxes[:]), Supervisor, Proot)
}

// Phone reports whether this is Termux.
func (s *Session) Phone() bool { return s.phone }

// Prove finds out what a sandbox enforces on this machine: see [sandbox.Prove] for self. The
// error is a MissingBackendError if there is no such sandbox.
func (s *Session) Prove(ctx context.Context, kind Sandbox, self []string) (sandbox.Findings, error) {
	dir, err := host.Canonical(s.Machine.Temp[0])
	if err != nil {
		return nil, err
	}
	if kind == Proot {
		return s.proveProot(ctx, self, dir)
	}
	backend, err := backendOf(kind, self[0], os.Lstat)
	if err != nil {
		return nil, err
	}
	return sandbox.Prove(ctx, backend, self, dir)
}

// proveProot is Prove for proot, which needs directories of its own.
func (s *Session) proveProot(ctx context.Context, self []string, temp string) (sandbox.Findings, error) {
	backend, err := s.proot()
	if err != nil {
		return nil, err
	}
	own, err := os.MkdirTemp(temp, "prove-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(own)
	backend.Root, backend.Void = filepath.Join(own, "root"), filepath.Join(own, "void")
	if err := errors.Join(os.MkdirAll(filepath.Join(backend.Root, "dev"), 0o700), os.Mkdir(backend.Void, 0o700)); err != nil {
		return nil, err
	}
	return sandbox.Prove(ctx, backend, self, temp)
}

// Declared returns the properties that a sandbox claims.
func Declared(kind Sandbox) []sandbox.Property {
	lacks := kind.missingProperties()
	return slices.DeleteFunc(sandbox.All(), func(p sandbox.Property) bool { return slices.Contains(lacks, p) })
}

// ProveHere finds out what a sandbox enforces in the box that exec would make now: with this
// policy, directory and environment, and without a terminal. It leaves out properties that the
// box does not ask for. See [sandbox.ProveIn].
func (s *Session) ProveHere(ctx context.Context, kind Sandbox, self []string) (sandbox.Findings, error) {
	own := filepath.Join(s.runs().Dir, "proof-"+strconv.Itoa(os.Getpid()))
	remove, err := s.prepare(own, Job{Sandbox: kind})
	if err != nil {
		return nil, err
	}
	defer remove()
	plan := Plan{Env: s.childEnv(), Dir: s.Dir}
	box, _, err := s.box(plan, own, self[0], false)
	if err != nil {
		return nil, err
	}
	backend, err := backendOf(kind, self[0], os.Lstat)
	if err != nil {
		return nil, err
	}
	return sandbox.ProveIn(ctx, backend, self, sandbox.Setting{Box: box, Env: plan.Env, Outside: s.writableOutside(box)})
}

// writableOutside returns directories that the user may write to and the box must not: home, shimgen's
// own, the system's, and the parents of the box's own.
func (s *Session) writableOutside(b sandbox.Box) []string {
	dirs := append(slices.Clone(s.Machine.Homes), s.Root, "/", "/etc", "/usr", "/usr/local", "/opt", "/srv", "/var")
	for _, dir := range b.Write {
		dirs = append(dirs, filepath.Dir(dir))
	}
	var found []string
	for _, dir := range dirs {
		real, err := host.Canonical(dir)
		if err != nil || unix.Access(real, unix.W_OK) != nil || b.Writes(real) || slices.Contains(found, real) {
			continue
		}
		found = append(found, real)
	}
	return found
}
