package confinement

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// The flags that name accessible places.
const (
	AllowDir  = "--allow-dir"
	AllowRead = "--allow-read"
)

// grant is a flag that makes a place accessible.
type grant struct {
	flag    string // as users write it
	exists  bool   // there must be something at the path
	isDir   bool   // it must be a directory
	reads   bool   // it only shows what is hidden; all others allow writing
	tree    bool   // all that lies below the path becomes writable, too
	inProot bool   // proot shows the place with all that it holds
}

// The grants. The policy's keys have those of the flags that mean the same.
var (
	allowDir     = grant{flag: AllowDir, isDir: true, tree: true}
	allowedPath  = grant{flag: "--security-allowed-path"}
	allowRead    = grant{flag: AllowRead, exists: true, reads: true}
	allowWrite   = grant{flag: "--allow-write", exists: true, tree: true}
	prootDir     = grant{flag: "--proot-allow-dir", isDir: true, inProot: true}
	redirectHome = grant{flag: RedirectHome, isDir: true}
)

// Resolve replaces the paths of flags by their targets, and rejects those that no flag may allow.
// They are relative to the process's directory. Whoever starts the first shimgen resolves flags
// once: a link that is changed later has no effect.
func (s *Site) Resolve(f policy.Flags) (policy.Flags, error) {
	var err error
	each := func(list []string, with func(string) (string, error)) []string {
		out := slices.Clone(list)
		for i, text := range list {
			if err == nil && isPath(text) {
				out[i], err = with(text)
			}
		}
		return out
	}
	f.BlockedPaths = each(f.BlockedPaths, func(text string) (string, error) { return s.startPath(text), nil })
	f.AllowedPaths = each(f.AllowedPaths, func(text string) (string, error) { return s.resolveFlag(allowedPath, text) })
	f.AllowDirs = each(f.AllowDirs, func(text string) (string, error) { return s.resolveFlag(allowDir, text) })
	f.AllowReads = each(f.AllowReads, func(text string) (string, error) { return s.resolveFlag(allowRead, text) })
	f.AllowWrites = each(f.AllowWrites, func(text string) (string, error) { return s.resolveFlag(allowWrite, text) })
	return f, err
}

// isPath reports whether a flag's text names one path. The policy's reader rejects other texts.
func isPath(text string) bool {
	return text != "" && !strings.ContainsAny(text, "*?[\n\t") && (text[0] != '~' || text == "~" || text[1] == '/')
}

// startPath returns a path relative to the directory in which this process was started.
func (s *Site) startPath(text string) string {
	if rest, ok := strings.CutPrefix(text, "~"); ok && len(s.Machine.Homes) > 0 {
		return s.Machine.Homes[0] + rest
	}
	if !filepath.IsAbs(text) {
		return s.Dir + "/" + text // not cleaned: what .. means after a link, the kernel decides
	}
	return text
}

// resolveFlag returns the target of a flag's path, or why the flag must not allow it.
func (s *Site) resolveFlag(g grant, text string) (string, error) {
	written := s.startPath(text)
	real, zones, err := zone.Follow(s.Machine, s.Dir, s.Work, written)
	switch {
	case err != nil:
	case g.isDir:
		err = host.CheckDirectory(real)
	case g.exists:
		_, err = os.Lstat(real)
		err = errors.Unwrap(err)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %s: %w", g.flag, text, err)
	}
	if !g.reads && slices.Contains(s.Machine.Homes, real) && zones&rules.Root == 0 {
		what := "all of it may be written but start-up files and credentials"
		if g.inProot {
			what = "all of it is shown and may be written, credentials too"
		}
		s.Notices.Extend(fmt.Sprintf("%s: %s is your home: %s", g.flag, real, what))
		return real, nil
	}
	return real, g.check(written, real, zones)
}

// ProotDir returns the target of a directory for proot to show, or why it must not.
func (s *Site) ProotDir(dir string) (string, error) { return s.resolveFlag(prootDir, dir) }

// check returns why a grant must not cover a path in some zones. A system file may be covered if
// it is written out, or shown to proot, since neither makes a directory writable.
func (g grant) check(written, real string, zones rules.Zone) error {
	system := zones&(rules.Root|rules.SystemDir|rules.Disk) != 0 || zones&rules.System != 0 && (g.tree || filepath.Clean(written) != real)
	if g.inProot {
		system = zones&rules.Root != 0
	}
	switch {
	case g.reads && zones&(rules.Root|rules.SystemDir|rules.Home|rules.Own) != 0:
		return fmt.Errorf("%s: refusing to show all that is hidden in it: %s", g.flag, real)
	case g.reads:
		return nil
	case system:
		return fmt.Errorf("%s: refusing to allow writes to system directory: %s", g.flag, real)
	case zones&rules.Own != 0:
		return fmt.Errorf("%s: refusing to allow shimgen's own directory: %s", g.flag, real)
	case zones&rules.Home != 0:
		return fmt.Errorf("%s: refusing to allow a home, or what holds homes: %s", g.flag, real)
	case zones&rules.Secret != 0:
		return fmt.Errorf("%s: refusing to allow credentials: %s", g.flag, real)
	case zones&rules.Persist != 0:
		return fmt.Errorf("%s: refusing to allow what others run or load later: %s", g.flag, real)
	}
	return nil
}

// CheckExceptions checks the allowed paths of the policy's files on this machine. An entry that
// leads elsewhere through a link that a command could change has no effect, and only an entry
// with override may allow credentials, however they are spelt.
func (s *Site) CheckExceptions() error {
	held, notices := zone.ValidExceptions(s.Policy, s.Machine, s.Dir, s.Work)
	s.Notices.Extend(notices...)
	for _, e := range held {
		if e.Override || strings.HasPrefix(e.From, "--") {
			continue
		}
		real, zones, err := zone.Follow(s.Machine, s.Dir, s.Work, s.Absolute(e.Path))
		if err == nil && zones&(rules.Root|rules.Secret) != 0 {
			return fmt.Errorf(`%s: %q holds credentials: to allow it all the same, write { path = %q, override = true }`, e.From, real, e.Path)
		}
	}
	return nil
}
