package revision

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
)

// Editing is a policy that a person edits.
type Editing struct {
	Env []string

	// Again is asked whether to edit once more, with what is wrong.
	Again func(wrong error) bool

	// Usual is the text to begin with where there is no policy.
	Usual string

	draft  string // the copy's file
	target string
	before string // the policy's text
}

// ErrUnchanged says that the person has changed nothing.
var ErrUnchanged = errors.New("unchanged")

// Edit opens a copy of the user's policy in an editor until it is one, and returns the
// text and what it changes. If the person gives up, the copy stays, and the error names it.
func (e *Editing) Edit() (text []byte, d Difference, err error) {
	editor, err := e.editor()
	if err != nil {
		return nil, d, err
	}
	if e.target, e.before, err = Target(); err != nil {
		return nil, d, err
	}
	if err := e.copy(); err != nil {
		return nil, d, err
	}
	for {
		if text, err = e.ask(editor); err != nil {
			return nil, d, err
		}
		if string(text) == e.before {
			return nil, d, errors.Join(ErrUnchanged, e.Discard())
		}
		d, err = Compare(e.draft, text, e.Env)
		if err == nil {
			return text, d, e.stillSame()
		}
		if !e.Again(err) {
			return nil, d, e.kept(err)
		}
	}
}

// Discard removes the copy.
func (e *Editing) Discard() error { return os.Remove(e.draft) }

// copy makes the file that is edited, where nobody else reads or writes.
func (e *Editing) copy() error {
	state := filepath.Join(filepath.Dir(e.target), "state")
	if err := host.MakePrivate(state); err != nil {
		return err
	}
	f, err := os.CreateTemp(state, "policy-*.toml")
	if err != nil {
		return err
	}
	e.draft = f.Name()
	text := e.before
	if text == "" {
		text = e.Usual
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// editor returns the words of the command line that edits a file: of VISUAL, of EDITOR, or
// of an editor that is there. It is found behind the shims: a person starts it, and the
// rules about shimgen's own files would refuse it.
func (e *Editing) editor() ([]string, error) {
	id, _ := gate.Installed()
	for _, line := range []string{environ.Get(e.Env, "VISUAL"), environ.Get(e.Env, "EDITOR"), "editor", "nano", "vi"} {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if strings.Contains(words[0], "/") {
			return words, nil
		}
		if path, ok := gate.Find(words[0], environ.Get(e.Env, "PATH"), id.Root); ok {
			return append([]string{path}, words[1:]...), nil
		}
	}
	return nil, exit.New(exit.Missing, "no editor was found", "set VISUAL or EDITOR")
}

// ask runs the editor and returns what is in the copy then.
func (e *Editing) ask(editor []string) ([]byte, error) {
	c := exec.Command(editor[0], append(editor[1:], e.draft)...)
	c.Env, c.Stdin, c.Stdout, c.Stderr = e.Env, os.Stdin, os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return nil, e.kept(fmt.Errorf("%s: %w", editor[0], err))
	}
	text, err := host.ReadUntrusted(e.draft)
	if err != nil {
		return nil, e.kept(err)
	}
	return text, nil
}

// stillSame is an error if the policy is not what it was when editing began.
func (e *Editing) stillSame() error {
	if _, now, err := Target(); err != nil || now != e.before {
		return e.kept(errors.Join(err, errors.New("the policy was changed meanwhile")))
	}
	return nil
}

// kept is an error with where the copy is.
func (e *Editing) kept(err error) error {
	return exit.New(exit.Failed, fmt.Sprintf("%s; the policy is as it was", err), "what you wrote is in "+e.draft)
}
