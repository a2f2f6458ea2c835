package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/batch"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/collector"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// policyFlags are the flags that change the policy.
type policyFlags struct {
	Profile     string   `name:"security-profile" aliases:"profile" placeholder:"NAME" help:"Judge under this profile: observe, open, container, cautious, guarded or paranoid."`
	NoSecurity  bool     `name:"no-security" help:"Judge under the open profile."`
	BlockedPath []string `name:"security-blocked-path" sep:"none" placeholder:"PATH" help:"Block this path too (repeatable)."`
	AllowedPath []string `name:"security-allowed-path" sep:"none" placeholder:"PATH" help:"Allow this path (repeatable)."`
	AllowDir    []string `name:"allow-dir" sep:"none" placeholder:"DIR" help:"Allow writing below this directory (repeatable)."`
	AllowRead   []string `name:"allow-read" sep:"none" placeholder:"PATH" help:"Let confined commands read this path, which the sandbox would hide (repeatable)."`
	AllowWrite  []string `name:"allow-write" sep:"none" placeholder:"PATH" help:"Allow writing this file, or below this directory (repeatable)."`
	Required    bool     `name:"audit-required" help:"Run nothing that cannot be recorded."`
	noCheck     bool     // of exec
	source      string   // for the records; "" means check
	PathProxy   bool     `name:"path-proxy" help:"Accepted without effect: the shims always come first on PATH, except inside proot."`
}

// open loads the policy under these flags, for a work directory or "".
func (f policyFlags) open(a *app, work string) (*runner.Session, error) {
	return f.openWith(a, work, nil)
}

// openWith is open, with limits from the command line.
func (f policyFlags) openWith(a *app, work string, limits map[policy.Limit]int64) (*runner.Session, error) {
	return runner.Open(runner.Options{
		Flags: policy.Flags{
			Profile: f.Profile, NoSecurity: f.NoSecurity, NoCheck: f.noCheck,
			BlockedPaths: f.BlockedPath, AllowedPaths: f.AllowedPath, AllowDirs: f.AllowDir, Limits: limits,
			AllowReads: f.AllowRead, AllowWrites: f.AllowWrite,
		},
		Work: work, Env: a.env, AuditRequired: f.Required, Source: cmp.Or(f.source, "check"),
	})
}

// requestFlags say what a command is, where it would run, and which shims it would meet.
type requestFlags struct {
	Dir   string `placeholder:"D" help:"The work directory; the current one by default."`
	Shims string `placeholder:"DIR" help:"Defer what is unknown until execution to the shims in this directory."`
	Shell string `placeholder:"SHELL" enum:"bash,posix,mksh,zsh" default:"bash" help:"The dialect of the source."`
}

// checkCmd judges commands and runs none.
type checkCmd struct {
	policyFlags
	requestFlags
	JSON  bool     `name:"json" help:"Print the whole verdict as one JSON object."`
	Batch bool     `help:"Read JSON lines {\"id\",\"command\",\"dir\"?} and print one verdict for each."`
	File  []string `sep:"none" placeholder:"PATH" help:"Judge the commands that this file holds: a script, Makefile, Dockerfile … (repeatable; words behind it are files, too)."`
	Words []string `arg:"" optional:"" passthrough:"partial" name:"command" help:"One argument is shell source, several are an argument vector."`
}

// Run judges the command or, with --batch, every line of standard input.
func (c *checkCmd) Run(a *app) error {
	s, err := c.open(a, c.Dir)
	if err != nil {
		return err
	}
	words := afterDashes(c.Words)
	if len(c.File) > 0 {
		return c.files(a, s, append(c.File, words...))
	}
	if c.Batch {
		if len(words) > 0 {
			return exit.Usage("--batch takes no command")
		}
		collector.RunRarely()
		return batch.Judge{Session: s, Request: c.request()}.Run(a.in, a.out)
	}
	req, err := c.requestFor(words)
	if err != nil {
		return err
	}
	d := s.Decide(req)
	if errors.Is(d.Err, parser.ErrEmpty) {
		return exit.Usage("no command provided")
	}
	if err := s.RecordCheck(strings.Join(words, " "), d); err != nil {
		return err
	}
	a.notices(s.Notices())
	if c.JSON {
		if err := json.NewEncoder(a.out).Encode(verdict.New(strings.Join(words, " "), d)); err != nil {
			return err
		}
		return exit.After(d, statusOf(d.Action))
	}
	return a.printDecision(d)
}

// afterDashes returns the words of a command, without a leading --.
func afterDashes(words []string) []string {
	if len(words) > 0 && words[0] == "--" {
		return words[1:]
	}
	return words
}

// requestFor returns the request for a command: one word is source, more are an argument
// vector.
func (c requestFlags) requestFor(words []string) (guard.Request, error) {
	req := c.request()
	switch len(words) {
	case 0:
		return req, exit.Usage("no command provided")
	case 1:
		req.Source = words[0]
	default:
		req.Argv = words
	}
	return req, nil
}

func (c requestFlags) request() guard.Request {
	req := guard.Request{Lang: language(c.Shell)}
	req.Shims = shimsIn(c.Shims)
	if c.Dir != "" {
		req.Dir, _ = filepath.Abs(c.Dir)
	}
	return req
}

// shimsIn reports which programs have a shim in a directory; nil means none.
func shimsIn(dir string) func(name string) bool {
	if dir == "" {
		return nil
	}
	return func(name string) bool { return runner.IsShim(filepath.Join(dir, name)) }
}

// language returns a dialect by its name, which kong has checked.
func language(shell string) parser.Lang {
	switch shell {
	case "posix":
		return parser.POSIX
	case "mksh":
		return parser.Mksh
	case "zsh":
		return parser.Zsh
	}
	return parser.Bash
}

// statusOf is check's exit code for an action. An invalid action counts as block.
func statusOf(a rules.Action) int {
	switch a {
	case rules.Warn, rules.Allow:
		return 0
	case rules.Ask:
		return exit.Ask
	}
	return exit.Blocked
}
