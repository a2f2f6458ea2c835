package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// fixture is what a proof works with: a directory with every kind of path that a box can have,
// and listeners outside.
type fixture struct {
	Dir      string
	Parent   int    // the process that proves
	Port     int    // of a TCP listener on the machine's loopback
	Abstract string // the name of a Unix listener without a file
	Here     *here  // what to try instead, in a box in use
}

// The paths of a proof, below its directory.
const (
	inPlace     = "in"          // may be written
	keptPlace   = "in/sub/kept" // a file that must not change
	outPlace    = "out"         // holds "file" and "read"; not writable
	hiddenPlace = "hidden"      // holds "secret"; not readable
	secretFile  = "secret"      // not readable, and a file
	emptyPlace  = "empty"       // holds "secret", which is gone in the box, and "shown", which is not
	tempPlace   = "temp"        // for temporary files
	voidPlace   = "void"        // the empty file
	secretText  = "what is hidden"
)

// held is the descriptor that every process of a trial keeps open.
const held = 3

// endsWithin is how long processes that the command has left may take to end.
const endsWithin = 3 * time.Second

// Prove starts a backend in a box with every kind of path and tries what must be impossible
// there. self is an argument vector that calls [Try] with the words appended to it. dir is a
// directory that the box does not hide; Prove removes what it creates there. An error is a
// problem outside of the backend; a backend that cannot start is a finding.
func Prove(ctx context.Context, b Backend, self []string, dir string) (Findings, error) {
	dir, err := os.MkdirTemp(dir, "prove-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	g := fixture{Dir: dir, Parent: os.Getpid()}
	if err := g.make(); err != nil {
		return nil, err
	}
	return g.prove(ctx, b, self, g.box(self[0]), []string{"PATH=/usr/bin:/bin"})
}

// make creates the paths.
func (g *fixture) make() (err error) {
	for _, d := range []string{inPlace, "in/sub", outPlace, hiddenPlace, emptyPlace, tempPlace} {
		err = errors.Join(err, os.Mkdir(g.at(d), 0o755))
	}
	for _, f := range []string{keptPlace, outPlace + "/file", outPlace + "/read", hiddenPlace + "/secret", secretFile, emptyPlace + "/secret", emptyPlace + "/shown"} {
		err = errors.Join(err, os.WriteFile(g.at(f), []byte(secretText), 0o644))
	}
	return errors.Join(err, os.WriteFile(g.at(voidPlace), nil, 0o400))
}

func (g *fixture) at(place string) string { return filepath.Join(g.Dir, place) }

// box returns a box with all of these paths. program is what is started in it.
func (g *fixture) box(program string) Box {
	return Box{
		Dir: g.at(inPlace), Write: []string{g.at(inPlace)}, Keep: []string{g.at(keptPlace)},
		Hide: []string{g.at(hiddenPlace), g.at(secretFile)}, Void: g.at(voidPlace), Network: Loopback,
		Empty: []string{g.at(emptyPlace)}, Show: []string{g.at(outPlace), program, g.at(emptyPlace + "/shown")},
	}
}

// prove starts the trial in a box as agents start commands, without a terminal, and waits for
// everything that it started.
func (g *fixture) prove(ctx context.Context, b Backend, self []string, box Box, env []string) (Findings, error) {
	listeners, err := g.listen()
	defer func() {
		for _, l := range listeners {
			l.Close()
		}
	}()
	if err != nil {
		return nil, err
	}
	words, err := json.Marshal(g)
	if err != nil {
		return nil, err
	}
	entry := Entry{Path: self[0], Argv: append(self[:len(self):len(self)], string(words))}
	for _, pair := range env {
		if ForLoader(pair) {
			entry.Env = append(entry.Env, pair)
		}
	}
	plan, err := b.Plan(box, entry)
	if err != nil {
		return allFailed(err), nil
	}
	t := attempt{plan: plan, env: slices.DeleteFunc(slices.Clone(env), ForLoader)}
	said, err := t.run(ctx)
	switch {
	case errors.Is(err, errOutside):
		return nil, err
	case err != nil:
		return allFailed(fmt.Errorf("%s: %w", b.Name(), err)), nil
	}
	found := Findings{}
	for p, what := range said {
		if found[p] = nil; what != "" {
			found[p] = errors.New(what)
		}
	}
	if found[Ends] = nil; !t.ended {
		found[Ends] = errors.New("what the command had started lived on")
	}
	return found, nil
}

// errOutside says that a trial failed for a reason that has nothing to do with the backend.
var errOutside = errors.New("nothing could be tried")

// attempt is a running trial.
type attempt struct {
	plan  Plan
	env   []string
	ended bool // nothing that it started lived on
}

// run starts the trial and returns what it reported.
func (t *attempt) run(ctx context.Context) (said map[Property]string, err error) {
	holds, held, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(errOutside, err)
	}
	defer holds.Close()
	printed, prints, err := os.Pipe()
	if err != nil {
		held.Close()
		return nil, errors.Join(errOutside, err)
	}
	defer printed.Close()
	files, err := t.plan.Open()
	if err != nil {
		return nil, errors.Join(errOutside, err, held.Close(), prints.Close())
	}
	var errs bytes.Buffer
	cmd := exec.CommandContext(ctx, t.plan.Path)
	cmd.Args, cmd.Stdout, cmd.Stderr, cmd.Env = t.plan.Argv, prints, &errs, t.env
	cmd.WaitDelay = time.Second // for descendants that keep its standard error open
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.ExtraFiles = append([]*os.File{held}, files.Child...)
	over := make(chan struct{})
	defer close(over)
	err = t.plan.Start(cmd.Start, over)
	held.Close()
	prints.Close()
	if err != nil {
		return nil, errors.Join(err, files.Began())
	}
	wrong := json.NewDecoder(printed).Decode(&said)
	late := time.AfterFunc(endsWithin, func() { _ = cmd.Process.Kill() })
	err = cmd.Wait()
	t.ended = late.Stop() && isClosedSoon(holds)
	if began := files.Began(); wrong != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		if first != "" {
			return nil, errors.New(first)
		}
		return nil, cmp.Or(began, err, wrong)
	}
	return said, nil
}

// isClosedSoon reports whether all processes close the other end of a pipe soon.
func isClosedSoon(r *os.File) bool {
	if r.SetReadDeadline(time.Now().Add(endsWithin)) != nil {
		return false
	}
	_, err := r.Read(make([]byte, 1))
	return errors.Is(err, io.EOF)
}

// allFailed returns the findings for a backend that did not start: nothing holds.
func allFailed(err error) Findings {
	found := Findings{}
	for _, p := range All() {
		found[p] = err
	}
	return found
}
