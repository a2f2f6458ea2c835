package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/collector"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/progress"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/scan"
	"github.com/agent-loop/shimgen/scan/sarif"
)

// scanCmd judges the commands of a repository's files.
type scanCmd struct {
	policyFlags
	JSON     bool   `name:"json" xor:"form" help:"Print one JSON object."`
	SARIF    bool   `name:"sarif" xor:"form" help:"Print a SARIF 2.1.0 log, for a code host."`
	FailOn   string `enum:"ask,block,never" default:"ask" placeholder:"ask|block|never" help:"From which action on the exit status is not 0 (ask)."`
	Warnings bool   `help:"Print warnings, too."`
	Dir      string `arg:"" optional:"" default:"." help:"The directory; the current one by default."`
}

// Help is the long help text.
func (scanCmd) Help() string {
	return "Judges the commands that the files below a directory hold, each as check does, and runs nothing: shell scripts and others that name their interpreter, Makefiles, justfiles, Dockerfiles, workflows and actions, " +
		"scripts of package.json, hooks of git, pre-commit, Claude Code, Codex, Gemini CLI and Cursor, tool servers, tasks, development containers, Procfiles. docs/scan.md has all kinds."
}

// Run scans the directory.
func (c *scanCmd) Run(a *app) error {
	s, err := c.open(a, c.Dir)
	if err != nil {
		return err
	}
	if info, err := os.Stat(s.Work); err != nil || !info.IsDir() {
		return exit.Usage("scan %s: not a directory", c.Dir)
	}
	collector.RunRarely()
	var bar *progress.Bar
	tree := scan.Judge{Session: s, Top: s.Work}.Tree(
		func(total int) { bar = progress.New(a.err, total) },
		func(name string) { bar.Step(name) })
	bar.End()
	a.notices(s.Notices())
	if err := c.print(a, s, tree); err != nil {
		return err
	}
	status := statusOf(tree.Decided())
	if c.FailOn == "never" || c.FailOn == "block" && status == exit.Ask || status == 0 {
		return nil
	}
	return exit.Silent(status)
}

// print prints what was found in the form that was asked for.
func (c *scanCmd) print(a *app, s *runner.Session, tree scan.Tree) error {
	switch {
	case c.JSON:
		return json.NewEncoder(a.out).Encode(tree)
	case c.SARIF:
		return sarif.Write(a.out, tree, knownVersion(), func(id string) (reason, hint string) {
			if r := s.Policy.Rules.Find(id); r != nil {
				return r.Reason, r.Hint
			}
			return "", ""
		})
	}
	tree.Print(a.out, c.Warnings)
	return nil
}

// fileVerdicts is the JSON form of the result for some files.
type fileVerdicts struct {
	Schema int           `json:"schema"`
	Action string        `json:"action"` // the worst
	Files  []scan.Report `json:"files"`
}

// files judges the files that --file names. It records nothing: nobody asked to run a command.
func (c *checkCmd) files(a *app, s *runner.Session, names []string) error {
	if c.Batch || c.Shims != "" {
		return exit.Usage("--file goes with neither --batch nor --shims")
	}
	judge, all := scan.Judge{Session: s, Top: s.Work}, fileVerdicts{Schema: 1}
	worst := rules.Allow
	for _, name := range names {
		f, err := readNamed(s.Dir, name)
		if err != nil {
			return err
		}
		r := judge.File(f)
		worst = min(worst, r.Decided())
		all.Files = append(all.Files, r)
	}
	a.notices(s.Notices())
	all.Action = worst.String()
	if c.JSON {
		if err := json.NewEncoder(a.out).Encode(all); err != nil {
			return err
		}
	} else {
		for _, r := range all.Files {
			r.Print(a.err)
		}
	}
	if status := statusOf(worst); status != 0 {
		return exit.Silent(status)
	}
	return nil
}

// readNamed reads a file that a person named.
func readNamed(dir, name string) (scan.File, error) {
	at := name
	if !filepath.IsAbs(at) {
		at = filepath.Join(dir, at)
	}
	real, err := host.Canonical(at)
	if err != nil {
		return scan.File{}, exit.Usage("--file %s: %s", name, err)
	}
	f, err := scan.Open(name, real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, exit.Usage("--file %s: there is no such file", name)
	case err != nil:
		return f, exit.Usage("--file %s: %s", name, err)
	}
	return f, nil
}
