package main

import (
	"path/filepath"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
)

// rehashCmd brings the shims up to date with what is on PATH.
type rehashCmd struct{}

// Run makes the shims that install would make now, and removes those of programs
// that are gone and were not asked for by name.
func (c *rehashCmd) Run(a *app) error {
	id, ok := gate.Installed()
	if !ok {
		return notInstalled()
	}
	l, _, err := installed("", a.env)
	if err != nil {
		return err
	}
	wanted, err := l.Wanted()
	if err != nil {
		return err
	}
	chosen := choose(wanted, environ.Get(a.env, "PATH"), l.Root)
	layouts := []shimdir.Layout{l}
	if own := (shimdir.Layout{Root: l.Root, Bin: filepath.Join(l.Root, "bin")}); own != l {
		layouts = append(layouts, own)
	}
	var changed []string
	for _, l := range layouts {
		made, err := l.Link(chosen.names)
		if err != nil {
			return err
		}
		gone, err := l.Unlink(chosen.names)
		if err != nil {
			return err
		}
		changed = append(append(changed, made...), gone...)
	}
	if len(changed) == 0 {
		return nil
	}
	a.changed(changed)
	notes, err := runner.CompileGate(id, a.env)
	a.notices(notes)
	return err
}

// notInstalled is the error of a verb that only an installed shimgen has.
func notInstalled() error {
	return exit.New(exit.Failed, "this shimgen is not installed", "shimgen install, then use ~/.agent-loop/libexec/shimgen")
}

// appeared makes the shims of programs that came after the installation, as far as
// that is cheap to see: those that are looked for by their names. Nothing depends on
// it; what cannot be made is judged as text all the same.
func appeared(root, path string) bool {
	l := shimdir.Layout{Root: root, Bin: filepath.Join(root, "bin")}
	wanted, err := l.Wanted()
	if err != nil {
		return false
	}
	var names []string
	for _, name := range usual(wanted) {
		if l.Has(name) {
			continue
		}
		if _, found := gate.Find(name, path, root); found {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return false
	}
	made, err := l.Link(names)
	return err == nil && len(made) > 0
}
