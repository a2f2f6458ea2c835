package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/answer"
	"github.com/agent-loop/shimgen/hook/setup"
)

// replayLimit is how long a hook may take if the agent's settings set no limit.
const replayLimit = time.Minute

// call is a payload for a hook, as its agent would send it.
type call struct {
	name    string
	payload string
	want    hook.Outcome
}

// calls returns the calls to send, with what the agent must do about each under the
// policy.
func (c *checkup) calls() []call {
	dir := c.w.CommandDir()
	of := func(name, command, note string) call {
		verdict := hook.Refuse
		if c.session != nil {
			verdict = answer.Verdict(c.session.Decide(guard.Request{Source: command, Dir: dir}), false)
		}
		want := c.host.Does(hook.Ending{Reply: c.host.Reply(verdict, name)}, false)
		return call{name, c.reg.Payload(command, dir, note), want}
	}
	block := of("a blocked one", hook.ProbeForbidden, "")
	broken := block
	broken.name, broken.payload, broken.want = "a broken call", block.payload[:len(block.payload)/2], hook.Refuses
	return []call{
		of("an allowed command", hook.ProbeHarmless, ""), of("one to ask about", hook.ProbeResetting, ""), block, broken,
		of("one of 10 MiB", hook.ProbeForbidden, strings.Repeat("x", 10<<20)),
	}
}

// replayCalls sends the calls to the hook, and notes what the agent would do. It runs
// only a line that shimgen wrote.
func (c *checkup) replayCalls() {
	e, _ := c.entry()
	if !c.isOurs(e) {
		c.note(Fail, c.install(), "what would run is unknown: this shimgen did not write the hook's line, so doctor did not run it")
		return
	}
	done := map[hook.Outcome][]string{}
	var leak, held string
	var late *hook.Ending
	for _, call := range c.calls() {
		ending, err := hook.Ending{}, error(nil)
		if late != nil {
			ending = *late // one timeout is enough to wait for
		} else if ending, err = c.play(e, call.payload); err != nil {
			c.note(Fail, c.install(), "what would run is unknown: "+err.Error())
			return
		}
		if ending.TimedOut {
			late = &ending
		}
		does := c.host.Does(ending, e.Terms().Closed)
		done[does] = append(done[does], call.name)
		switch {
		case does > call.want && leak == "":
			leak = c.describeEnding(ending)
		case does < call.want && held == "":
			held = c.describeEnding(ending)
		}
	}
	text := describeOutcomes(done)
	switch {
	case leak != "":
		c.note(Fail, "shimgen install, then "+c.install(), text+", against the policy: "+leak)
	case held != "":
		c.note(Fail, "shimgen install, then "+c.install(), text+", stricter than the policy: "+held)
	default:
		c.remarks = append(c.remarks, text)
	}
}

// describeOutcomes lists the outcomes in words.
func describeOutcomes(done map[hook.Outcome][]string) string {
	var parts []string
	for _, o := range []struct {
		outcome hook.Outcome
		verb    string
	}{{hook.Runs, "run "}, {hook.AsksUser, "ask before "}, {hook.Refuses, "refuse "}} {
		if names := done[o.outcome]; len(names) > 0 {
			parts = append(parts, o.verb+strings.Join(names, ", "))
		}
	}
	return "would " + strings.Join(parts, "; ")
}

// describeEnding describes how a hook ended.
func (c *checkup) describeEnding(e hook.Ending) string {
	first, _, _ := strings.Cut(strings.TrimSpace(e.Stderr), "\n")
	switch {
	case e.TimedOut:
		return "the hook took longer than " + c.host.Title + " waits"
	case e.Killed:
		return "the hook was killed"
	case e.InputIgnored:
		return "the hook did not read all of the call"
	case first != "":
		return fmt.Sprintf("the hook exited with status %d and said %q", e.Exit, first)
	case e.Stdout != "":
		return fmt.Sprintf("the hook exited with status %d and printed no answer that %s accepts", e.Exit, c.host.Title)
	}
	return fmt.Sprintf("the hook exited with status %d", e.Exit)
}

// isOurs reports whether shimgen wrote a line: this version would write it, or the whole
// file is as install left it.
func (c *checkup) isOurs(e hook.Entry) bool {
	if _, ok := c.limit(e); ok {
		return true
	}
	return c.w.Wrote(c.path, c.text)
}

// limit returns how long the hook of a line may take, in seconds, and whether this version
// writes that line. For a plug-in the line must be the same byte for byte, because it is the
// same on all machines.
func (c *checkup) limit(e hook.Entry) (seconds int, ok bool) {
	if c.scope == setup.PluginScope {
		return hook.Limit, e.Command == c.reg.PortableLine()
	}
	return c.reg.Wrote(e.Command, c.w.Shell, c.w.Program())
}

// play runs the registered line as the agent does: in its shell, in the directory of its
// commands, for as long as the agent waits.
func (c *checkup) play(e hook.Entry, payload string) (hook.Ending, error) {
	limit := replayLimit
	if t := e.Terms().Timeout; t > 0 {
		limit = min(limit, time.Duration(c.reg.Seconds(t)*float64(time.Second)))
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var out, said cappedBuffer
	cmd := exec.CommandContext(ctx, c.shell(), "-c", e.Command)
	cmd.Env, cmd.Dir = append(c.env[:len(c.env):len(c.env)], "CLAUDE_PROJECT_DIR="+c.w.CommandDir()), c.w.CommandDir()
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second / 2
	in, err := cmd.StdinPipe()
	if err != nil {
		return hook.Ending{}, err
	}
	if err := cmd.Start(); err != nil {
		return hook.Ending{}, err
	}
	_, unwritten := io.WriteString(in, payload)
	in.Close()
	_ = cmd.Wait() // cmd.ProcessState says how it ended
	ending := hook.Ending{
		Reply:    hook.Reply{Stdout: out.text.String(), Stderr: said.text.String(), Exit: cmd.ProcessState.ExitCode()},
		TimedOut: ctx.Err() != nil, InputIgnored: errors.Is(unwritten, syscall.EPIPE),
	}
	ending.Killed = !ending.TimedOut && ending.Exit < 0
	return ending, nil
}

// shell is the shell in which the agent runs its hooks.
func (c *checkup) shell() string {
	name := "bash"
	switch own := filepath.Base(c.getenv("SHELL")); {
	case c.reg.Shell == hook.PlainShell:
		return c.w.Shell
	case c.reg.Shell == hook.UserShell && (own == "zsh" || own == "sh"): // it ignores other shells
		name = own
	}
	if path, ok := gate.Find(name, c.shellPath(), c.layout.Root); ok {
		return path
	}
	return c.w.Shell
}
