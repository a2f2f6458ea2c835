package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/settings"
)

// whyUntrusted returns why an agent does not run the hook in its file: its user has not
// trusted it. "" means that the agent runs it. Agents themselves say nothing about that.
func (c *checkup) whyUntrusted(e hook.Entry) (why, hint string) {
	switch c.host.Name {
	case "codex":
		return c.codexTrust(e)
	case "copilot":
		if c.scope == "project" && !c.trustsFolder("config.json", "trustedFolders", "trusted_folders") {
			return "copilot ignores the hooks of a folder that its settings do not list as trusted",
				"start copilot here and trust the folder, or start it with --trust-folder"
		}
	case "gemini", "qwen":
		return c.folderTrust()
	}
	return "", ""
}

// folderTrust handles agents that trust folders by rules. If no rule covers the
// directory, Qwen Code ignores a project's settings; Gemini CLI, where folder trust is on
// by default, runs no hook at all according to its source.
func (c *checkup) folderTrust() (why, hint string) {
	const key = "security.folderTrust.enabled"
	own, _ := settings.Parse(readStartFile(c.w.User(c.reg)))
	on := own.Root.Find(strings.Split(key, ".")...).Text
	gemini := c.host.Name == "gemini"
	trusted, known := c.folderRule()
	hint = "start " + c.host.Name + " here and trust the folder"
	switch {
	case trusted, on == "false", !gemini && (on != "true" || c.scope == "user"):
	case known, !gemini:
		return c.host.Name + " runs no hooks in a folder that it does not trust", hint
	default:
		c.note(Warn, hint, "it may run no hooks here: it has no rule that trusts the folder, and "+key+" is not false")
	}
	return "", ""
}

// trustsFolder reports whether a list of folders, in a file beside the agent's own, names
// the directory or one above it.
func (c *checkup) trustsFolder(file string, keys ...string) bool {
	d, err := settings.Parse(readStartFile(filepath.Join(filepath.Dir(filepath.Dir(c.w.User(c.reg))), file)))
	if err != nil {
		return false
	}
	for _, key := range keys {
		for _, m := range d.Root.Find(key).Members {
			if within(c.w.CommandDir(), m.Value.Text) {
				return true
			}
		}
	}
	return false
}

// folderRule finds the agent's longest folder rule that covers the directory. It reports
// whether that rule trusts the directory, and whether there is one.
func (c *checkup) folderRule() (trusted, known bool) {
	d, err := settings.Parse(readStartFile(filepath.Join(filepath.Dir(c.w.User(c.reg)), "trustedFolders.json")))
	if err != nil {
		return false, false
	}
	longest := -1
	for _, m := range d.Root.Members {
		folder := m.Key
		if m.Value.Text == "TRUST_PARENT" {
			folder = filepath.Dir(folder)
		}
		if len(m.Key) > longest && within(c.w.CommandDir(), folder) {
			longest, trusted = len(m.Key), m.Value.Text == "TRUST_FOLDER" || m.Value.Text == "TRUST_PARENT"
		}
	}
	return trusted, longest >= 0
}

// within reports whether dir is folder or below it, with links resolved.
func within(dir, folder string) bool {
	dir, err := host.Canonical(dir)
	if err != nil || !filepath.IsAbs(folder) {
		return false
	}
	if folder, err = host.Canonical(filepath.Clean(folder)); err != nil {
		return false
	}
	return pathname.In(dir, folder)
}

// codexTrust asks codex itself, which knows the text of each trusted hook. If codex is
// not on PATH, it searches codex' settings for the file's name.
func (c *checkup) codexTrust(e hook.Entry) (why, hint string) {
	const fix = "start codex, give /hooks and trust this one"
	program, here := c.program(c.reg)
	if !here {
		const none = "codex runs no hook that its user did not trust, and its settings do not name this one"
		config := readStartFile(filepath.Join(filepath.Dir(c.w.User(c.reg)), "config.toml"))
		if c.scope != setup.PluginScope && !strings.Contains(config, settings.Quote(c.path + ":pre_tool_use:")[:len(c.path)+len(`":pre_tool_use:`)]) {
			return none, fix
		}
		// nobody has measured what codex calls a plug-in's hook in its settings
		c.note(Warn, fix, "only codex can say whether it trusts the hook as it is now, and codex is not on PATH")
		return "", ""
	}
	hooks, err := codexHooks(program, c.w.CommandDir(), c.env, codexLimit)
	if err != nil {
		c.note(Warn, "start codex, give /hooks", "whether codex trusts the hook is unknown: "+err.Error())
		return "", ""
	}
	for _, h := range hooks {
		if h.Command != e.Command || !host.SameFile(h.Source, c.path) {
			continue
		}
		switch {
		case !h.Enabled:
			return "the hook is switched off in codex", "start codex, give /hooks and switch it on"
		case h.Trust == "trusted" || h.Managed:
			return "", ""
		}
		return "codex reports the hook as " + h.Trust + ", and runs only what is trusted", fix
	}
	return "codex does not list the hook among those that it reads", "start codex here, trust the project, then give /hooks"
}

// codexLimit is how long codex may take to start and answer.
const codexLimit = 15 * time.Second

// codexHook is what codex reports about a hook.
type codexHook struct {
	Command string `json:"command"`
	Source  string `json:"sourcePath"`
	Enabled bool   `json:"enabled"`
	Managed bool   `json:"isManaged"`
	Trust   string `json:"trustStatus"`
}

// codexHooks asks codex for the hooks that apply in a directory, by its app-server
// (JSON-RPC on standard input and output, measured with 0.169.0). It changes nothing but
// codex' log.
func codexHooks(program, dir string, env []string, limit time.Duration) ([]codexHook, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "app-server")
	cmd.Env, cmd.Dir = env, dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second / 2
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() {
		in.Close()
		cancel()
		_ = cmd.Wait() // killed or ended: only its answer matters
	}()
	fmt.Fprintf(in, "%s\n%s\n%s\n",
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"shimgen","title":"shimgen","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"hooks/list","params":{"cwds":[`+settings.Quote(dir)+`]}}`)
	return codexAnswer(io.LimitReader(out, 8<<20))
}

// codexAnswer reads messages up to the answer with the hooks.
func codexAnswer(out io.Reader) ([]codexHook, error) {
	for d := json.NewDecoder(out); ; {
		var message struct {
			ID     json.RawMessage `json:"id"`
			Error  *struct{ Message string }
			Result struct {
				Data []struct {
					Hooks []codexHook `json:"hooks"`
				} `json:"data"`
			} `json:"result"`
		}
		if err := d.Decode(&message); err != nil {
			return nil, errors.New("codex app-server did not answer hooks/list")
		}
		switch {
		case !bytes.Equal(message.ID, []byte("2")):
		case message.Error != nil:
			return nil, fmt.Errorf("codex app-server: %s", message.Error.Message)
		case len(message.Result.Data) == 0:
			return nil, nil
		default:
			return message.Result.Data[0].Hooks, nil
		}
	}
}
