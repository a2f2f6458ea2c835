package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/inline"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// inlineCmd runs a script given as text: package inline with flags.
type inlineCmd struct {
	policyFlags
	Lang string `name:"lang" required:"" placeholder:"LANG" help:"The script's language: python, node, bash or ruby."`
	limitFlags
	AllowNet bool      `name:"allow-net" help:"Allow the network, as far as the policy allows it for commands."`
	Env      []string  `name:"env" sep:"none" placeholder:"NAME[=VALUE]" help:"Set this variable in its environment, with our own value if none is given (repeatable). It inherits no others."`
	Dir      string    `name:"dir" placeholder:"D" help:"Start in this directory, and let it write there. Default: a new directory, removed afterwards."`
	Sandbox  isolation `name:"sandbox" placeholder:"[BACKEND]" help:"Run it only in a sandbox: the first available one, or native, bwrap or landlock. none: without one. Default: in a sandbox if one is available or the policy requires one."`
	NoCheck  bool      `name:"no-check" help:"Do not judge the text: only the sandbox restricts it. For a person, if no policy is locked."`
	Format   string    `enum:"text,json" default:"text" placeholder:"FORMAT" help:"text: its output as it comes. json: one object after it has ended."`
	JSON     bool      `name:"json" help:"The same as --format json."`
	Keep     int       `name:"max-output" default:"1048576" placeholder:"BYTES" help:"With JSON: how much of each stream to keep, from its beginning and its end."`
	Words    []string  `arg:"" optional:"" passthrough:"partial" name:"file" help:"The file with the script, or - or nothing for standard input; after that, or after --, the script's own arguments."`

	fromFile bool
}

// isolation is the value of --sandbox, which may be left out.
type isolation struct {
	given   bool
	backend string
}

// IsBool lets the flag stand without a value.
func (*isolation) IsBool() bool { return true }

// Decode takes a value if there is one: after "=", or the next word if that names a backend.
func (i *isolation) Decode(ctx *kong.DecodeContext) error {
	i.given, i.backend = true, ""
	next := ctx.Scan.Peek()
	word, _ := next.Value.(string)
	known := slices.Contains([]string{"none", "native", "bwrap", "landlock"}, word)
	switch {
	case next.Type == kong.FlagValueToken && !known:
		return fmt.Errorf("%q is not a sandbox for a script: native, bwrap, landlock or none", word)
	case known && (next.Type == kong.FlagValueToken || next.Type == kong.UntypedToken || next.Type == kong.PositionalArgumentToken):
		ctx.Scan.Pop()
		i.backend = word
	}
	return nil
}

// Run runs the script. The exit code is its own.
func (c *inlineCmd) Run(a *app) error {
	c.JSON = c.JSON || c.Format == "json"
	script, args, err := c.script(a)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.Keep < minOutput {
		return exit.Usage("--max-output must be at least %d", minOutput)
	}
	config, err := c.config(a, script, args)
	if err != nil {
		return err
	}
	result, err := inline.Begin().Execute(context.Background(), config)
	return c.end(a, result, err)
}

// script returns the text of the script and its arguments.
func (c *inlineCmd) script(a *app) (text string, args []string, err error) {
	words := c.Words
	from, name := a.in, ""
	if len(words) > 0 && words[0] != "--" {
		name, words = words[0], words[1:]
	}
	words = afterDashes(words)
	if name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", nil, exit.From(err)
		}
		defer f.Close()
		from = f
	}
	all, err := io.ReadAll(io.LimitReader(from, scriptReadLimit))
	if err != nil {
		return "", nil, exit.From(err)
	}
	c.fromFile = name != "" && name != "-"
	return string(all), words, nil
}

// scriptReadLimit is more than package inline accepts.
const scriptReadLimit = 1 << 20

// config converts the command line for package inline.
func (c *inlineCmd) config(a *app, script string, args []string) (inline.ExecConfig, error) {
	config := inline.ExecConfig{
		Language: c.Lang, Script: script, Args: args, AllowNet: c.AllowNet, WorkDir: c.Dir, NoCheck: c.NoCheck, MaxOutput: c.Keep, Signals: true, Audit: c.Required,
		AllowRead: c.AllowRead, AllowWrite: c.AllowWrite, Backend: c.Sandbox.backend, Isolation: inline.WhereThere,
		Decided: func(d guard.Decision) {
			if d.Action != rules.Allow || d.Err != nil {
				a.ask(d)
			}
		},
		Confirm: func(_ guard.Decision, within time.Duration) bool { return execution.Confirm(a.env, within) },
		Notice:  func(text string) { a.notices([]string{text}) }, Environ: a.env,
		Flags: policy.Flags{
			Profile: c.Profile, NoSecurity: c.NoSecurity, BlockedPaths: c.BlockedPath, AllowedPaths: c.AllowedPath, AllowDirs: c.AllowDir, Limits: c.values(),
		},
	}
	switch {
	case c.Sandbox.backend == "none":
		config.Isolation, config.Backend = inline.None, ""
	case c.Sandbox.given, c.NoCheck:
		config.Isolation = inline.Required
	}
	if !c.JSON {
		config.Stdout, config.Stderr = a.out, a.err
	}
	if c.fromFile && !host.IsTerminal(0) {
		config.Stdin = os.Stdin
	}
	for _, text := range c.Env {
		name, _, valued := strings.Cut(text, "=")
		if name == "" {
			return config, exit.Usage("--env %q has no name", text)
		}
		if !valued {
			value, set := environ.Lookup(a.env, name)
			if !set {
				continue
			}
			text = name + "=" + value
		}
		config.Env = append(config.Env, text)
	}
	return config, nil
}

// end reports how a script ended, and returns its exit code.
func (c *inlineCmd) end(a *app, result inline.Result, err error) error {
	var refused inline.RefusedError
	isRefused := errors.As(err, &refused)
	if isRefused && refused.Decision.Action == rules.Ask {
		fmt.Fprintln(a.err, "shimgen: not run: nobody at a terminal said yes")
	}
	if c.JSON {
		if inline.NotFound(err) {
			result.ExitCode = exit.Missing
		}
		out := json.NewEncoder(a.out)
		out.SetEscapeHTML(false)
		if err := out.Encode(result); err != nil {
			return err
		}
	} else {
		for _, v := range result.Violations {
			fmt.Fprint(a.err, v.Text())
		}
	}
	switch {
	case err == nil && result.ExitCode == 0:
		return nil
	case err == nil:
		return exit.Silent(result.ExitCode)
	case isRefused:
		return exit.After(refused.Decision, exit.Refused)
	case !result.Ran && inline.NotFound(err):
		return exit.New(exit.Missing, err.Error(), "")
	case !result.Ran:
		return exit.From(err)
	}
	return exit.New(max(result.ExitCode, exit.Blocked), err.Error(), "") // its own status, but never success
}
