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

// fixture is what a proof is made with: a directory in which every kind of place of a
// box is, and what listens outside it.
type fixture struct {
	Dir      string
	Parent   int    // the process that proves
	Port     int    // of a TCP listener on the machine's loopback
	Abstract string // the name of a Unix listener without a file
	Here     *here  // what is tried instead, in a box that somebody uses
}

// The places of a proof, below its directory.
const (
	inPlace     = "in"          // may be written
	keptPlace   = "in/sub/kept" // a file that stays
	outPlace    = "out"         // holds "file" and "read", may not be written
	hiddenPlace = "hidden"      // holds "secret", cannot be read
	secretFile  = "secret"      // likewise, a file
	emptyPlace  = "empty"       // holds "secret", which is not there, and "shown", which is
	tempPlace   = "temp"        // for temporary files
	voidPlace   = "void"        // the empty file
	secretText  = "what is hidden"
)

// held is the descriptor that everything a trial starts keeps open.
const held = 3

// endsWithin is how long what a command has left may take to be gone.
const endsWithin = 3 * time.Second

// Prove starts a backend in a box of every kind of place and tries what must not be
// possible there. self is an argument vector that ends in a call of [Try] with the
// words that follow it; dir is a directory in which all that is made for it is removed
// again, and which the box does not hide. An error is one of the machine's outside; a
// backend that cannot start shows as findings.
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

// make makes the places.
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

// box has all of them. program is what is started in it.
func (g *fixture) box(program string) Box {
	return Box{
		Dir: g.at(inPlace), Write: []string{g.at(inPlace)}, Keep: []string{g.at(keptPlace)},
		Hide: []string{g.at(hiddenPlace), g.at(secretFile)}, Void: g.at(voidPlace), Network: Loopback,
		Empty: []string{g.at(emptyPlace)}, Show: []string{g.at(outPlace), program, g.at(emptyPlace + "/shown")},
	}
}

// prove starts the trial in a box as agents start commands, without a terminal, and waits
// for all that it started.
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
		return failed(err), nil
	}
	t := attempt{plan: plan, env: slices.DeleteFunc(slices.Clone(env), ForLoader)}
	said, err := t.run(ctx)
	switch {
	case errors.Is(err, errOutside):
		return nil, err
	case err != nil:
		return failed(fmt.Errorf("%s: %w", b.Name(), err)), nil
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

// errOutside says that a trial could not be made for a reason that is no backend's.
var errOutside = errors.New("nothing could be tried")

// attempt is a trial that runs.
type attempt struct {
	plan  Plan
	env   []string
	ended bool // nothing that it started lived on
}

// run starts the trial and returns what it said.
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
	cmd.WaitDelay = time.Second // of what lives on and has its standard error
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
	t.ended = late.Stop() && closes(holds)
	if began := files.Began(); wrong != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		if first != "" {
			return nil, errors.New(first)
		}
		return nil, cmp.Or(began, err, wrong)
	}
	return said, nil
}

// closes reports whether the other end of a pipe is closed by all who had it, soon.
func closes(r *os.File) bool {
	if r.SetReadDeadline(time.Now().Add(endsWithin)) != nil {
		return false
	}
	_, err := r.Read(make([]byte, 1))
	return errors.Is(err, io.EOF)
}

// failed are findings for a backend that did not start: nothing holds.
func failed(err error) Findings {
	found := Findings{}
	for _, p := range All() {
		found[p] = err
	}
	return found
}
