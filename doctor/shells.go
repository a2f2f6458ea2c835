package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/termux"
)

// probeLimit is how long a shell may take to start and answer.
const probeLimit = 5 * time.Second

// probe is one way in which agents start a shell.
type probe struct {
	name    string
	program string
	option  string // goes before the script
	bare    bool   // without PATH, as under env -i
}

// probes are the ways in which agents start shells. A login shell sets PATH from its
// start files; under env -i it has no other PATH.
func probes() []probe {
	return []probe{
		{"sh -c", "sh", "-c", false},
		{"bash -c", "bash", "-c", false},
		{"bash -lc", "bash", "-lc", false},
		{"env -i bash -lc", "bash", "-lc", true},
		{"zsh -c", "zsh", "-c", false},
		{"zsh -lc", "zsh", "-lc", false},
		{"env -i zsh -lc", "zsh", "-lc", true},
		{"Android's sh -c", androidShell, "-c", false},
	}
}

// androidShell exists only on a phone. Agents that know nothing of Termux start it by this
// path.
const androidShell = "/system/bin/sh"

// shellPath lists the directories in which to look for shells. PATH is not trusted: it
// could name any file.
func (x *Examination) shellPath() string {
	path := "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin"
	if t, ok := termux.Detect(x.getenv, os.Stat); ok {
		path = t.Bin()
	}
	return path
}

// checkShells asks each shell on this machine what it would run for each shimmed program,
// after it has read its start files.
func (x *Examination) checkShells() []Diagnosis {
	names := x.status.Generated
	if len(names) == 0 {
		return nil
	}
	onlyAgents := shimdir.ForAgentsOnly(x.home, "", x.layout.Bin)
	var found []Diagnosis
	for _, p := range probes() {
		program, ok := x.shell(p.program)
		if !ok {
			continue
		}
		out, err := askShell(program, p.option, question, names, x.shellEnv(p.bare), probeLimit)
		d := x.diagnoseShell(p.name, parseAnswer(out, names), err)
		if d.State == Fail && p.bare && onlyAgents {
			d.State, d.Hint = Warn, x.install(" --shell-init")+" guards shells that lost their agent's variables, too; it was told --agents-only"
		}
		found = append(found, d)
	}
	return found
}

// shell finds a shell by its name, or returns Android's.
func (x *Examination) shell(name string) (program string, ok bool) {
	if name == androidShell {
		_, phone := termux.Detect(x.getenv, os.Stat)
		return name, phone && isThere(name)
	}
	return gate.Find(name, x.shellPath(), x.layout.Root)
}

// shellEnv is the environment of a probed shell.
func (x *Examination) shellEnv(bare bool) []string {
	env := []string{"HOME=" + x.home}
	if !bare {
		env = append(env, "PATH="+x.getenv("PATH"), "AI_AGENT=1") // as an agent would start it
	}
	if _, ok := termux.Detect(x.getenv, os.Stat); ok { // Termux start files need these
		env = append(env, "PREFIX="+x.getenv("PREFIX"), "LD_PRELOAD="+x.getenv("LD_PRELOAD"))
	}
	return env
}

// mark begins each line of a shell's answer, since start files print too.
const mark = "shimgen-doctor "

// question makes the shell print, for each argument, what it would run. It uses only
// builtins.
const question = `for n in "$@"; do echo "` + mark + `$n $(command -v "$n")"; done`

// askShell starts a shell with its start files and a script, and returns what it prints.
// The shell has no terminal and no input. After limit askShell kills the shell and
// everything in its session.
func askShell(program, option, script string, args, env []string, limit time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var out cappedBuffer
	run := func(start termux.Start) error {
		cmd := exec.CommandContext(ctx, start.File)
		cmd.Args, cmd.Env, cmd.Dir, cmd.Stdout = start.Argv, start.Env, "/", &out
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		cmd.WaitDelay = time.Second / 2
		return cmd.Run()
	}
	start := termux.Start{File: program, Argv: append([]string{program, option, script, "sh"}, args...), Env: env}
	err := run(start)
	if loaded, ok := launch.ByLinker(start, "/", program, err); ok {
		err = run(loaded)
	}
	if ctx.Err() != nil {
		return "", fmt.Errorf("no answer within %s", limit)
	}
	if errors.Is(err, exec.ErrWaitDelay) { // a start file left something running
		err = nil
	}
	return out.text.String(), err
}

// cappedBuffer keeps the beginning of what is written to it.
type cappedBuffer struct{ text bytes.Buffer }

// Write accepts everything and keeps what fits.
func (c *cappedBuffer) Write(p []byte) (int, error) {
	const most = 1 << 20
	c.text.Write(p[:min(len(p), most-c.text.Len())])
	return len(p), nil
}

// parseAnswer returns what the shell would run for each name, without the names that it
// did not answer.
func parseAnswer(out string, names []string) map[string]string {
	runs := make(map[string]string, len(names))
	for text := range strings.Lines(out) {
		rest, ok := strings.CutPrefix(strings.TrimSuffix(text, "\n"), mark)
		if !ok {
			continue
		}
		for _, name := range names {
			if path, ok := strings.CutPrefix(rest, name+" "); ok {
				runs[name] = path
			}
		}
	}
	return runs
}

// diagnoseShell interprets a shell's answer.
func (x *Examination) diagnoseShell(shell string, runs map[string]string, err error) Diagnosis {
	hint := x.install(" --shell-init") + "; start files must change PATH above its block"
	if err == nil && len(runs) < len(x.status.Generated) {
		err = errors.New("it did not answer")
	}
	if err != nil {
		return Diagnosis{shell, Fail, "what it would run is unknown: " + err.Error(), "start it yourself: command -v rm"}
	}
	var past, odd []string
	for _, name := range x.status.Generated {
		switch run := runs[name]; {
		case run == "", filepath.IsAbs(run) && host.SameFile(filepath.Dir(run), x.layout.Bin):
		case filepath.IsAbs(run):
			past = append(past, name+" resolves to "+run)
		case run == name && slices.Contains(builtins[:], name): // the shell's own builtin takes precedence
		default:
			odd = append(odd, name)
		}
	}
	switch {
	case len(past) > 0:
		return Diagnosis{shell, Fail, "not shimmed: " + firstFew(past), hint}
	case len(odd) > 0:
		return Diagnosis{shell, Warn, "an alias, a function or a builtin comes before the shim: " + firstFew(odd), "remove it from the start files"}
	}
	return Diagnosis{shell, OK, "every shimmed program resolves to its shim", ""}
}

// builtins are shimmed programs that some shell has built in. The check judges them in
// shell source; a shim never sees them.
var builtins = [...]string{"[", "cd", "echo", "false", "history", "kill", "log", "printf", "pwd", "test", "time", "true", "type", "wait", "which"}

// firstFew names the first of a list and counts the rest.
func firstFew(list []string) string {
	const few = 3
	if len(list) <= few {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:few], ", "), len(list)-few)
}
