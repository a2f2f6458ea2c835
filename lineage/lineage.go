// Package lineage remembers which agent's session a process belongs to, so that the things
// that a shim keeps or records can be sorted by session. A hook gets the session from the
// agent, and a shim does not; both run below the agent's process.
//
//	book := lineage.In("/home/u/.agent-loop", uid)
//	err := book.Mark(lineage.Session{Agent: "claude", ID: "…"}, host.EachAncestor(os.Getppid())) // the hook
//	s, ok := book.Of(host.EachAncestor(os.Getppid()))                                            // the shim
//
// A session is a label. No decision uses it: a forged one mislabels what is kept, and has no
// other effect.
//
// # Limits
//
// There is no label if an agent calls its hook from a process other than the one above its
// commands, or if a process has left its parents behind. On systems other than Linux there
// is never one.
package lineage

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/records"
)

const (
	maxAgents = 256 // processes that are remembered; the oldest go first
	longest   = 256 // of an agent's name and of a session's, in bytes
)

// Session is an agent's session, in the agent's own words.
type Session struct {
	Agent string `json:"agent"`
	ID    string `json:"session"`
}

// record is what is known about one process.
type record struct {
	host.Process
	Session
}

// Book holds the sessions of one installation.
type Book struct{ dir records.Dir }

// In returns the book of the installation with that root and owner.
func In(root string, owner int) Book {
	return Book{records.Dir{Path: filepath.Join(root, "state", "lineage"), Owner: owner}}
}

// Mark records that an agent is in a session. It marks the nearest process of a chain,
// except for shells that were started for one line, since agents start their hooks through
// such shells. The latest mark counts.
func (b Book) Mark(s Session, chain iter.Seq[host.Relative]) error {
	if s.ID == "" || len(s.ID) > longest || len(s.Agent) > longest {
		return nil
	}
	for one := range chain {
		if isShellCommand(one.PID) {
			continue
		}
		if one.IsManager() {
			return nil
		}
		return b.mark(record{one.Process, s})
	}
	return nil
}

// mark writes a record, unless it exists already.
func (b Book) mark(r record) error {
	was, err := b.find(r.Process)
	if err == nil && was == r.Session {
		return nil
	}
	if err := b.dir.Prepare(); err != nil {
		return err
	}
	if errors.Is(err, fs.ErrNotExist) {
		b.tidy()
	}
	return b.dir.Write(nameOf(r.Process), r)
}

// IsUsed reports whether anything was ever marked. It costs one system call.
func (b Book) IsUsed() bool {
	_, err := os.Lstat(b.dir.Path)
	return err == nil
}

// Of returns the session of the nearest process in a chain that has one.
func (b Book) Of(chain iter.Seq[host.Relative]) (Session, bool) {
	for r := range chain {
		if s, err := b.find(r.Process); err == nil {
			return s, true
		}
	}
	return Session{}, false
}

// find returns the session of a process.
func (b Book) find(p host.Process) (Session, error) {
	r, err := records.Read[record](b.dir, nameOf(p))
	if err == nil && (r.Process != p || len(r.ID) > longest || len(r.Agent) > longest) {
		err = fs.ErrInvalid
	}
	return r.Session, err
}

func nameOf(p host.Process) string { return fmt.Sprintf("%d-%d", p.PID, p.Start) }

// tidy removes the records of processes that have ended, and the oldest beyond the limit.
func (b Book) tidy() {
	names, _ := b.dir.Names() // none if they cannot be read
	ages := map[string]time.Time{}
	for _, name := range names {
		info, err := os.Lstat(b.dir.File(name))
		if err != nil {
			continue
		}
		r, err := records.Read[record](b.dir, name)
		if chain := host.Ancestors(r.PID); err != nil || len(chain) == 0 || chain[0].Process != r.Process {
			_, _ = b.dir.Remove(name) // a leftover is removed the next time
			continue
		}
		ages[name] = info.ModTime()
	}
	names = slices.DeleteFunc(names, func(name string) bool { return ages[name].IsZero() })
	slices.SortFunc(names, func(x, y string) int { return ages[y].Compare(ages[x]) })
	for _, name := range names[min(len(names), maxAgents-1):] {
		_, _ = b.dir.Remove(name)
	}
}

// isShellCommand reports whether a process is a shell with a line to run: "sh -c LINE".
func isShellCommand(pid int) bool {
	words := strings.Split(string(host.FirstPage(fmt.Sprintf("/proc/%d/cmdline", pid))), "\x00")
	if len(words) < 3 || !strings.HasPrefix(words[1], "-") || strings.HasPrefix(words[1], "--") {
		return false
	}
	name := strings.TrimPrefix(path.Base(words[0]), "-")
	return slices.Contains([]string{"sh", "bash", "dash", "zsh", "ash", "ksh", "mksh", "busybox", "fish"}, name) && strings.Contains(words[1], "c")
}
