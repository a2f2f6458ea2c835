package runner

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/provenance"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rundir"
)

// provenance returns the record of what commands fetched from the network.
func (s *Session) provenance() provenance.Ledger { return provenance.In(s.Root, s.owner) }

// broughtBefore returns what earlier commands fetched, by path, or nil if nothing is on record.
func (s *Session) broughtBefore() *flow.Earlier {
	ledger := s.provenance()
	if !s.Installed || s.trial != nil || ledger.IsEmpty() {
		return nil
	}
	known := map[string]provenance.Record{}
	at := func(name string) (flow.Source, bool) {
		r, done := known[name]
		if !done {
			r, _ = ledger.Look(name)
			known[name] = r
		}
		return sourceOf(r.Source), r.Read != nil
	}
	return &flow.Earlier{At: at, Names: sync.OnceValue(ledger.Paths)}
}

// Brought returns the record about a path, relative to the command's directory, if something
// from the network came there.
func (s *Session) Brought(name string) (provenance.Record, bool) {
	if !s.Installed {
		return provenance.Record{}, false
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.Dir, name)
	}
	return s.provenance().Look(name)
}

// The sources, as records spell them.
const (
	asDownload = "download"
	asArchive  = "archive"
	asClone    = "clone"
)

func sourceOf(word string) flow.Source {
	switch word {
	case asDownload:
		return flow.Download
	case asArchive:
		return flow.Archive
	case asClone:
		return flow.Clone
	}
	return flow.Anywhere
}

func wordOf(s flow.Source) string {
	switch s {
	case flow.Archive:
		return asArchive
	case flow.Clone:
		return asClone
	}
	return asDownload
}

// maxBrought bounds how many paths of one command are recorded.
const maxBrought = 32

// keepProvenance records what a permitted command would fetch from the network and, if it runs,
// which earlier fetched files it shows. A check runs nothing, so it shows nothing. What cannot
// be recorded is lost: in a sandbox shimgen's files cannot be written, and the text that runs
// there was judged outside.
func (s *Session) keepProvenance(d guard.Decision, runs bool) {
	if len(d.Taints)+len(d.PrintedDownloads) == 0 || d.Action == rules.Block || !s.Installed || s.trial != nil || rundir.Inside() {
		return
	}
	source, argv, _ := d.Asked()
	if source == "" {
		source = shellquote.Command(argv)
	}
	ledger := s.provenance()
	if len(d.Taints) == 0 && ledger.IsEmpty() {
		return
	}
	for _, name := range d.PrintedDownloads {
		if !runs || s.recordContext.Source == "check" || s.recordContext.Source == "explain" || ledger.MarkRead(name) != nil {
			break
		}
	}
	r := provenance.Record{
		At: time.Now().UTC(), Command: printable.Shorten(redact.Text(source, d)),
		Agent: s.recordContext.Agent, Session: s.recordContext.Session, Decision: d.ID(),
	}
	var all []provenance.Record
	for _, t := range toRecord(d.Taints) {
		r.Path, r.Source = t.Path, wordOf(t.Source)
		all = append(all, r)
	}
	_ = ledger.Add(all...)
}

// toRecord returns the taints to record: past the bound the directories in which the others lie,
// each once, rather than lose them.
func toRecord(taints []flow.Taint) (all []flow.Taint) {
	tainted := map[flow.Taint]bool{}
	for _, t := range taints {
		tainted[t] = true
	}
	recorded := map[flow.Taint]bool{}
	for _, t := range taints {
		above := flow.Taint{Source: t.Source, Path: filepath.Dir(t.Path)}
		if t.Source == flow.Download && tainted[above] && !isDir(above.Path) {
			continue // relevant only if the target turns out to be a directory
		}
		if len(all) >= maxBrought {
			t = flow.Taint{Source: flow.Archive, Path: above.Path}
		}
		if !recorded[t] {
			recorded[t] = true
			all = append(all, t)
		}
	}
	return all
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
