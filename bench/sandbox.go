package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A workload runs bare and in each sandbox.
type workload struct {
	name string
	argv []string
	dir  string
	env  []string // beside that of every case
}

// forks is how many programs a workload's loop starts, files how many files are in
// another's repository.
const forks, files = 400, 2000

// workloads creates the workloads' files and returns them. A build needs go, which may be
// missing.
func (s *scene) workloads() ([]workload, error) {
	empty, repository, module := filepath.Join(s.work, "empty"), filepath.Join(s.work, "repository"), filepath.Join(s.work, "module")
	temp := filepath.Join(module, "temp")
	if err := errors.Join(s.makeRepository(repository), os.Mkdir(empty, 0o700), os.MkdirAll(temp, 0o700)); err != nil {
		return nil, err
	}
	loop := fmt.Sprintf("i=0; while [ $i -lt %d ]; do %s; i=$((i+1)); done", forks, s.real["true"])
	all := []workload{
		{name: "true", argv: []string{"true"}, dir: empty},
		{name: "git-status", argv: []string{s.real["git"], "status", "--short"}, dir: repository},
		{name: "forks", argv: []string{s.real["sh"], "-c", loop}, dir: empty},
		{name: "find", argv: []string{s.real["sh"], "-c", "find /usr -name no-such-name 2>/dev/null; :"}, dir: empty}, // root's own directories can be closed to root in a namespace
	}
	compiler, err := exec.LookPath("go")
	if err != nil {
		return all, nil
	}
	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module bench\n\ngo 1.26\n"), 0o600); err != nil {
		return nil, err
	}
	// Another text each time, or nothing would be compiled.
	build := "echo \"package main; func main() { println($(date +%s%N)) }\" >main.go && " + compiler + " build -o program ."
	return append(all, workload{
		name: "go-build", argv: []string{s.real["sh"], "-c", build}, dir: module,
		env: []string{"GOCACHE=" + filepath.Join(module, "cache"), "CGO_ENABLED=0", "GOTMPDIR=" + temp, "GOFLAGS=", "GOTELEMETRY=off"},
	}), nil
}

// makeRepository makes a repository of some files in which nothing has changed.
func (s *scene) makeRepository(dir string) error {
	for i := range files {
		at := filepath.Join(dir, fmt.Sprintf("%02d", i%50))
		if err := os.MkdirAll(at, 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(at, fmt.Sprint(i)), []byte("a line\n"), 0o600); err != nil {
			return err
		}
	}
	for _, argv := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}} {
		c := exec.Command(s.real["git"], argv...)
		c.Dir, c.Env = dir, s.env(systemPath)
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", argv[0], err, out)
		}
	}
	return nil
}

// A way is how a workload is started.
type way struct {
	name, base string   // base is the way that its cost is relative to
	prefix     []string // the words before the workload's own
}

// bare is the way without anything.
const bare = "bare"

// sandboxWays are the ways on this machine: bare, with other tools, and with shimgen's
// sandboxes, whose cost is relative to shimgen without one.
func (s *scene) sandboxWays() (ways []way, missing []string) {
	shimgen := filepath.Join(s.home, ".agent-loop/libexec/shimgen")
	exec := func(kind string, more ...string) way {
		return way{kind, "none", append(append([]string{shimgen, "exec", "--sandbox", kind}, more...), "--")}
	}
	none := exec("none")
	none.base = bare
	ways = []way{
		{name: bare},
		{"bubblewrap", bare, []string{"bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", s.work, s.work, "--unshare-all", "--die-with-parent", "--"}},
		{"unshare", bare, []string{"unshare", "--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--fork", "--mount-proc", "--"}},
		{"landrun", bare, []string{"landrun", "--rox", "/", "--rw", s.work, "--rw", "/dev", "--"}},
		{"sandbox-runtime", bare, []string{"srt"}},
		none, exec("native", "--net", "none"), exec("bwrap", "--net", "none"), exec("landlock", "--net", "none"),
	}
	try := workload{argv: []string{s.real["true"]}, dir: s.work}
	return slices.DeleteFunc(ways, func(w way) bool {
		c, err := s.boxed(w, try)
		if err == nil {
			_, err = c.spawn()
		}
		if err != nil {
			missing = append(missing, fmt.Sprintf("%s: %v", w.name, err))
		}
		return err != nil
	}), missing
}

// boxed returns the case of a workload in a way.
func (s *scene) boxed(w way, l workload) (benchCase, error) {
	c := benchCase{name: w.name + "/" + l.name, argv: append(slices.Clone(w.prefix), l.argv...), dir: l.dir, env: s.env(systemPath, l.env...)}
	if w.base != "" {
		c.base = bare + "/" + l.name
	}
	var err error
	c.program, err = exec.LookPath(c.argv[0])
	return c, err
}

// sandboxes measures the workloads in all ways, and prints what each of shimgen's
// sandboxes adds as a fraction of what bubblewrap adds.
func (s *scene) sandboxes(o options, gates []gate, out io.Writer) (bool, error) {
	if _, err := s.installOnly(o.bin, "install"); err != nil { // the default shims
		return false, err
	}
	loads, err := s.workloads()
	if err != nil {
		return false, err
	}
	ways, missing := s.sandboxWays()
	var cases []benchCase
	for _, l := range loads {
		for _, w := range ways {
			c, err := s.boxed(w, l)
			if err != nil {
				return false, err
			}
			cases = append(cases, c)
		}
	}
	results, err := s.series(cases, o.rounds, out)
	if err != nil {
		return false, err
	}
	for _, w := range ways {
		if w.base == "none" {
			fmt.Fprintf(out, "%s adds %.2f of what bubblewrap adds, to the start of a program\n", w.name, results.beyond(w.name, w.base, "bubblewrap", bare, "true"))
		}
	}
	if len(missing) > 0 {
		fmt.Fprintln(out, "left out:", strings.Join(missing, "; "))
	}
	return results.hold(gates, cases, out)
}

// beyond is the median of what one way adds to its base, as a fraction of what another
// adds to its own, in the same round.
func (all samples) beyond(a, from, b, zero, load string) float64 {
	of := func(way string) []float64 { return all.of(way+"/"+load, wall) }
	as, froms, bs, zeros := of(a), of(from), of(b), of(zero)
	var ratios []float64
	for i := range min(len(as), len(froms), len(bs), len(zeros)) {
		if more := bs[i] - zeros[i]; more > 0 {
			ratios = append(ratios, (as[i]-froms[i])/more)
		}
	}
	return median(ratios)
}
