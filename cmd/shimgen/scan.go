package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/scan"
)

// scanned is the JSON form of what is said about files.
type scanned struct {
	Schema int           `json:"schema"`
	Action string        `json:"action"` // the worst
	Files  []scan.Report `json:"files"`
}

// files judges the files that --file names. Nothing of it is recorded: no command was asked
// about, and none runs.
func (c *checkCmd) files(a *app, s *runner.Session, names []string) error {
	if c.Batch || c.Shims != "" {
		return exit.Usage("--file goes with neither --batch nor --shims")
	}
	judge, all := scan.Judge{Session: s, Top: s.Work}, scanned{Schema: 1}
	worst := rules.Allow
	for _, name := range names {
		f, err := opened(s.Dir, name)
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

// opened reads a file that a person names.
func opened(dir, name string) (scan.File, error) {
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
