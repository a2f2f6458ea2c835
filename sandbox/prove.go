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
	"strings"
	"time"
)

// grounds are what a proof is made with: a directory in which every kind of place of a
// box is, and what listens outside it.
type grounds struct {
	Dir      string
	Parent   int    // the process that proves
	Port     int    // of a TCP listener on the machine's loopback
	Abstract string // the name of a Unix listener without a file
}

// The places of a proof, below its directory.
const (
	inPlace     = "in"          // may be written
	keptPlace   = "in/sub/kept" // a file that stays
	outPlace    = "out"         // holds "file", may not be written
	hiddenPlace = "hidden"      // holds "secret", cannot be read
	secretFile  = "secret"      // likewise, a file
	tempPlace   = "temp"        // for temporary files
	voidPlace   = "void"        // the empty file
	secretText  = "what is hidden"
)

// held is the descriptor that everything a trial starts keeps open.
const held = 3

// endsWithin is how long what a command has left may take to be gone.
const endsWithin = 5 * time.Second

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
	g := grounds{Dir: dir, Parent: os.Getpid()}
	if err := g.make(); err != nil {
		return nil, err
	}
	listeners, err := g.listen()
	defer func() {
		for _, l := range listeners {
			l.Close()
		}
	}()
	if err != nil {
		return nil, err
	}
	return g.prove(ctx, b, self)
}

// make makes the places.
func (g *grounds) make() (err error) {
	for _, d := range []string{inPlace, "in/sub", outPlace, hiddenPlace, tempPlace} {
		err = errors.Join(err, os.Mkdir(g.at(d), 0o755))
	}
	for _, f := range []string{keptPlace, outPlace + "/file", hiddenPlace + "/secret", secretFile} {
		err = errors.Join(err, os.WriteFile(g.at(f), []byte(secretText), 0o644))
	}
	return errors.Join(err, os.WriteFile(g.at(voidPlace), nil, 0o400))
}

func (g *grounds) at(place string) string { return filepath.Join(g.Dir, place) }

func (g *grounds) box() Box {
	return Box{
		Dir: g.at(inPlace), Write: []string{g.at(inPlace)}, Keep: []string{g.at(keptPlace)},
		Hide: []string{g.at(hiddenPlace), g.at(secretFile)}, Void: g.at(voidPlace), Network: Loopback,
	}
}

// prove starts the trial, and waits for all that it started.
func (g *grounds) prove(ctx context.Context, b Backend, self []string) (Findings, error) {
	words, err := json.Marshal(g)
	if err != nil {
		return nil, err
	}
	plan, err := b.Plan(g.box(), Entry{Path: self[0], Argv: append(self[:len(self):len(self)], string(words))})
	if err != nil {
		return failed(err), nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	files, err := plan.Open()
	if err != nil {
		w.Close()
		return nil, err
	}
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, plan.Path)
	cmd.Args, cmd.Stdout, cmd.Stderr, cmd.Env = plan.Argv, &out, &errs, []string{"PATH=/usr/bin:/bin"}
	cmd.ExtraFiles = append([]*os.File{w}, files.Child...)
	err = cmd.Run()
	began := files.Began()
	w.Close()
	if err != nil || began != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		if said == "" {
			return failed(fmt.Errorf("%s: %w", b.Name(), cmp.Or(began, err))), nil
		}
		return failed(fmt.Errorf("%s: %s", b.Name(), said)), nil
	}
	return g.read(out.Bytes(), closes(r)), nil
}

// read returns what a trial printed as findings.
func (g *grounds) read(printed []byte, ends bool) Findings {
	said := map[Property]string{}
	if err := json.Unmarshal(printed, &said); err != nil {
		return failed(fmt.Errorf("the trial said nothing: %w", err))
	}
	found := Findings{}
	for p, what := range said {
		if found[p] = nil; what != "" {
			found[p] = errors.New(what)
		}
	}
	if found[Ends] = nil; !ends {
		found[Ends] = errors.New("what the command had started lived on")
	}
	return found
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
