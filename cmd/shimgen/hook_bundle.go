package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/hook/bundle"
	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/internal/exit"
)

// hookBundleCmd writes plug-ins that agents install with their own commands.
type hookBundleCmd struct {
	Number string `name:"as-version" placeholder:"X.Y.Z" default:"0.0.0" help:"The plug-ins' version (${default}); agents update them when it changes."`
	Dir    string `arg:"" help:"A new or empty directory."`
}

// Help is the long help text.
func (hookBundleCmd) Help() string {
	return "The plug-ins name no path of this machine, so they can be published for others. For yourself, shimgen hook install does more: it can confine commands, and shimgen uninstall knows of it."
}

// Run writes the files, and prints how each agent installs its own.
func (c *hookBundleCmd) Run(a *app) error {
	files, err := bundle.Files(c.Number)
	if err != nil {
		return exit.From(err)
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return exit.From(err)
	}
	if entries, err := os.ReadDir(dir); len(entries) > 0 {
		return exit.New(exit.BadUsage, line(c.Dir)+" is not empty", "name a new directory")
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return exit.From(err)
	}
	for _, f := range files {
		if err := writeNew(filepath.Join(dir, filepath.FromSlash(f.Path)), f.Text); err != nil {
			return exit.From(err)
		}
	}
	for _, p := range bundle.Plugins() {
		r, err := setup.Registration(p.Agent)
		if err != nil {
			return err
		}
		for _, command := range p.Install {
			fmt.Fprintln(a.out, line(strings.ReplaceAll(command, "DIR", dir)))
		}
		if r.Then != "" {
			fmt.Fprintf(a.out, "  %s\n", line(r.Then))
		}
	}
	return nil
}

// writeNew writes a file that must not exist, and creates its directories.
func writeNew(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
