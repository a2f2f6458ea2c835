package runner

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/zone"
)

// gentle reports whether a job is confined in the way of [policy.Auto]: so that ordinary work
// does not notice. Who asks for a sandbox by name gets all that it can hold.
func (s *Session) gentle(j Job) bool {
	asks := j.Named || j.Held || j.Net || len(j.ReadOnly) > 0 || j.Home != ""
	return s.Policy.Sandbox == policy.Auto && !asks
}

// unnoticed are the sandboxes in which ordinary work does not notice that it is confined.
// Where Landlock confines, another process makes each change for the command, which takes
// longer and is not the same in all things.
var unnoticed = [...]Sandbox{Native, Bwrap}

// ease changes a box so that ordinary work goes on in it: temporary files are the machine's,
// git can write what it writes, clients read their own credentials and write what they keep,
// and sockets of the user's session can be connected to.
func (s *Session) ease(b *sandbox.Box) {
	b.Temp = ""
	v := survey{homes: s.Machine.Homes, there: nameLists{}}
	clients := s.clientDirs(v.there)
	b.Write = append(b.Write, clients...)
	for _, p := range policy.Persistent() {
		if strings.HasPrefix(p.Path, "~/") {
			b.Keep = append(b.Keep, slices.DeleteFunc(v.existing(p), func(kept string) bool {
				return !slices.ContainsFunc(clients, func(dir string) bool { return pathname.In(kept, dir) })
			})...)
		}
	}
	for _, temp := range s.Machine.Temp {
		if real, err := host.Canonical(temp); err == nil && host.CheckDirectory(real) == nil {
			b.Write = append(b.Write, real)
		}
	}
	for _, home := range s.Machine.Homes { // wins over temporary files
		real, err := host.Canonical(home)
		if err == nil && !slices.Contains(b.Write, real) && slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(real, w) }) {
			b.Keep = append(b.Keep, real)
		}
	}
}

// clientDirs are the directories that there are of the list of clients'. One that a link
// leads to is none.
func (s *Session) clientDirs(there nameLists) (dirs []string) {
	if s.Policy.Reach.Caches != policy.CachesShared {
		return nil
	}
	for _, home := range s.Machine.Homes {
		real, err := host.Canonical(home)
		if err != nil {
			continue
		}
		for _, c := range policy.ClientDirs() {
			dir := filepath.Join(real, c.Path)
			if !there.mayHave(real, c.Path) {
				continue
			}
			if at, err := host.Canonical(dir); err == nil && at == dir && host.CheckDirectory(dir) == nil {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// top is the directory that ordinary work in a work directory writes to: the repository that
// it lies in, from its top. A home, or what holds homes, is none, unless the command starts
// there: then there is no work directory.
func (s *Session) top(work string) string {
	if work == "" {
		if home, err := host.Canonical(s.Dir); err == nil && slices.Contains(s.Machine.Homes, home) {
			return home
		}
		return ""
	}
	for dir := work; dir != "/"; dir = filepath.Dir(dir) {
		if host.Exists(filepath.Join(dir, ".git")) && s.mayWrite(dir) {
			return dir
		}
	}
	return work
}

// mayWrite reports whether a flag could let a directory be written.
func (s *Session) mayWrite(dir string) bool {
	real, is, err := zone.Follow(s.Machine, s.Dir, s.Work, dir)
	return err == nil && real == dir && host.CheckDirectory(real) == nil && refuses(allowWrite, dir, real, is) == nil
}

// unconfined is the plan for a command that the policy wants confined where that can be, on
// a machine where it cannot: no backend can set up even the smallest box. What is wrong with
// one box alone is an error, and nothing runs.
func (s *Session) unconfined(plan Plan) (Plan, error) {
	why := ""
	for _, kind := range unnoticed {
		err := starts(kind)
		if err == nil {
			return Plan{}, fmt.Errorf("%w: %s confines other commands here, and not this one", sandbox.ErrDidNotStart, kind)
		}
		why += "; " + err.Error()
	}
	if why = strings.TrimPrefix(why, "; "); !inside() {
		s.once("nothing confines what exec starts here: %s (shimgen sandbox status says more; with [sandbox] mode = \"required\" nothing would run, with \"none\" nobody tries)", why)
	}
	plan.Sandbox = NoSandbox
	return plan, nil
}

// starts tries the smallest box that there is.
func starts(kind Sandbox) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	backend, err := backendOf(kind, self, os.Lstat)
	if err != nil {
		return err
	}
	plan, err := backend.Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: self, Argv: []string{self, "--help"}})
	if err != nil {
		return err
	}
	files, err := plan.Open()
	if err != nil {
		return err
	}
	cmd := exec.Cmd{Path: plan.Path, Args: plan.Argv, ExtraFiles: append([]*os.File{nil}, files.Child...)}
	if err := cmd.Start(); err != nil {
		files.CloseChildEnds()
		return errors.Join(err, files.Began())
	}
	_ = cmd.Wait() // how it ended is what Began tells
	return files.Began()
}

// inside reports whether this process is in a sandbox of ours: something of a run's
// directory is mounted there.
func inside() bool {
	table, err := os.ReadFile("/proc/self/mountinfo")
	return err == nil && strings.Contains(string(table), "/"+filepath.Base(runsIn("/"))+"/")
}
