package hook

import (
	"encoding/json"
	"strings"

	"github.com/agent-loop/shimgen/settings"
)

// pluginMark begins every plugin of ours.
const pluginMark = "// Written by shimgen hook install: "

// plugin is an agent's plugin in JavaScript. It loads only the runtime's own modules and
// does nothing at load time, since the agent drops a plugin that fails then. Before each
// tool it runs the line. It throws unless the line exits with status 0 and prints
// nothing, or prints a command to run instead; the agent takes an exception for a
// refusal. Where the agent's user has rules for commands, the plugin adds rules for the
// command that replaces others.
const plugin = `do not edit.
import { spawn } from "node:child_process"

const shell = SHELL
const line = LINE
const rules = RULES

const ask = (payload, directory) =>
  new Promise((resolve, reject) => {
    const child = spawn(shell, ["-c", line], { cwd: directory, stdio: ["pipe", "pipe", "pipe"] })
    let out = ""
    let said = ""
    child.on("error", reject)
    child.stdin.on("error", () => {}) // it may refuse before it has read all
    child.stdout.on("data", (data) => { out += data })
    child.stderr.on("data", (data) => { said += data })
    child.on("close", (status) => resolve({ status, out, said }))
    child.stdin.end(payload)
  })

const commandIn = (text) => {
  try {
    const answer = JSON.parse(text)
    return Object.keys(answer).length === 1 && typeof answer.command === "string" ? answer.command : undefined
  } catch {
    return undefined
  }
}

const addRules = (permission) => {
  const bash = permission?.bash
  if (bash && typeof bash === "object") {
    for (const rule of rules) bash[rule] = "allow"
  }
}

export const Shimgen = async ({ directory }) => ({
  config: async (config) => {
    addRules(config.permission)
    for (const agent of Object.values(config.agent ?? {})) addRules(agent?.permission)
  },
  "tool.execute.before": async (input, output) => {
    const payload = JSON.stringify({ tool_name: input.tool, tool_input: output.args, session_id: input.sessionID, cwd: directory })
    const { status, out, said } = await ask(payload, directory)
    if (status === 0 && out === "") return
    const instead = status === 0 ? commandIn(out) : undefined
    if (instead === undefined || typeof output.args?.command !== "string") {
      throw new Error(said.trim() || out.trim() || "shimgen: the hook failed, so it refuses")
    }
    output.args.command = instead
  },
})
`

// pluginText returns the plugin that runs a line in a shell.
func (r Registration) pluginText(sh, line string) string {
	rules := make([]string, 0, 3)
	for _, rule := range r.rulesFor(line) {
		rules = append(rules, settings.Quote(rule))
	}
	list := "[" + strings.Join(rules, ", ") + "]"
	return pluginMark + strings.NewReplacer("SHELL", settings.Quote(sh), "LINE", settings.Quote(line), "RULES", list).Replace(plugin)
}

// inPlugin returns our hook in a plugin's text.
func (r Registration) inPlugin(text string) []Entry {
	if !strings.HasPrefix(text, pluginMark) {
		return nil
	}
	for row := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(row), "const line = "); ok {
			var line string
			if json.Unmarshal([]byte(value), &line) != nil {
				break
			}
			if e, ok := r.calls(line); ok {
				e.Event = "tool.execute.before"
				return []Entry{e}
			}
		}
	}
	return []Entry{{Event: "tool.execute.before"}}
}
