package hook

import (
	"slices"
	"strings"
	"unicode"
)

// Tools of MCP servers and plugins name their arguments freely. A text under a key without a
// row here is judged as everything that its form, its key and the tool's verbs permit, and the
// strictest result counts.

// The verbs in a tool's name, each a word of it.
var (
	deletes  = []string{"delete", "remove", "rm", "unlink", "trash", "erase", "purge", "rmdir", "destroy", "wipe"}
	writes   = []string{"write", "edit", "create", "update", "save", "append", "put", "insert", "replace", "move", "rename", "copy", "mkdir", "set", "store", "export", "touch", "patch", "chmod", "link", "symlink"}
	reads    = []string{"read", "get", "list", "ls", "view", "show", "search", "grep", "find", "glob", "cat", "open", "stat", "fetch", "load", "head", "tail", "tree", "describe", "inspect"}
	executes = []string{"run", "exec", "execute", "eval", "evaluate", "shell", "bash", "sh", "zsh", "cmd", "command", "terminal", "spawn", "invoke", "python", "node", "javascript", "js", "repl", "interpreter", "console", "powershell", "script", "ruby", "perl", "php", "sql", "query"}
)

// tells are the verbs of tools whose texts are for people or programs to read, and never
// run.
var tells = []string{"add", "comment", "post", "send", "reply", "publish", "notify", "message", "email", "mail", "note", "translate", "summarize", "ask", "chat"}

// pathWords and codeWords are in a key whose text is a path or code. The texts of
// proseKeys are harmless: messages to people or a model, search patterns, names in some
// service.
var (
	pathWords = []string{"path", "paths", "file", "files", "filename", "dir", "directory", "folder", "target", "dest", "destination", "src", "output", "out", "outfile", "location", "from", "to"}
	codeWords = []string{"code", "source", "snippet", "program", "expression", "expr", "javascript", "python", "js", "sh", "bash", "shell", "eval", "exec", "sql", "statement", "execute", "lambda", "function", "cmdline", "cmd", "command", "commands", "commandline"}
	proseKeys = []string{
		"description", "prompt", "message", "title", "name", "reason", "explanation", "thought", "status", "id", "session_id", "sessionid", "language", "lang", "model",
		"subagent_type", "pattern", "regex", "glob", "include", "exclude", "type", "format", "encoding", "mode", "output_mode", "activeform", "header", "label", "question",
	}
)

// patchWords are in the name of a tool that applies patches.
var patchWords = []string{"patch", "applypatch"}

// quiet are the agents' own tools that touch no file and run nothing, in lower case.
var quiet = []string{
	"todowrite", "todoread", "todo_write", "todo_read", "write_todos", "task", "agent", "websearch", "web_search", "google_web_search", "exitplanmode", "exit_plan_mode",
	"enterplanmode", "askuserquestion", "ask_user", "question", "skill", "toolsearch", "bashoutput", "killshell", "killbash", "taskoutput", "taskstop", "taskcreate", "taskupdate", "taskget", "tasklist",
	"update_plan", "save_memory", "report_intent", "glob", "grep", "search", "list", "ls", "think", "activate_skill", "complete_task", "sendmessage",
	"invalid", "store_memory", "read_bash", "stop_bash", "list_bash", "spawn_agent", "send_input", "wait", "close_agent", "request_user_input", "view_image",
}

// words splits a name into its words, in lower case: mcp__fs__deleteFile into mcp, fs,
// delete, file.
func words(name string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && lower:
			flush()
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		lower = unicode.IsLower(r)
	}
	flush()
	return out
}

// says reports whether a name contains one of some words.
func says(name string, list []string) bool {
	return slices.ContainsFunc(words(name), func(w string) bool { return slices.Contains(list, w) })
}

// unknown collects the texts under a key that has no row here, or that have no key.
func (c *Call) unknown(in *value, key string, v *value) {
	if slices.Contains(proseKeys, strings.ToLower(key)) {
		return
	}
	if says(key, argvWords) || says(c.Tool, executes) {
		v = c.programs(key, v)
	}
	runs := says(c.Tool, executes) || !says(c.Tool, writes) && !slices.Contains(quiet, strings.ToLower(c.Tool))
	looks := says(c.Tool, executes) || !says(c.Tool, reads) && !says(c.Tool, tells)
	for _, text := range v.leaves() {
		if c.uses() > maxUses {
			return
		}
		text = unfenced(text)
		form := runs && looks && c.isCode(text)
		code := runs && (form || says(key, codeWords) || looks && says(key, formWords) && isCommand(text))
		command := says(c.Tool, executes) && strings.TrimSpace(text) != ""
		if code || command {
			c.Codes = append(c.Codes, Code{Lang: c.language(in), Text: text})
		}
		switch { // what else the text may be
		case strings.TrimSpace(text) == "":
		case strings.Contains(text, patchBegin) && c.patch(text):
		case says(c.Tool, patchWords) && c.patch(text):
		case looks && isDiff(text) && c.patch(text):
		case isURL(text):
			c.fetch(in, []string{text})
		case isPath(key, text) && !form && !(command && strings.ContainsAny(text, " \t")):
			c.path(in, []string{text})
		case code, command:
		case in != nil && (in.has(pathKeys) || in.known().path):
			// content for the path beside it, which path has collected
		case !slices.Contains(quiet, strings.ToLower(c.Tool)):
			c.Unparsed = true
		}
	}
}

// executes reports whether the tool runs what it gets, also beside a path. For a tool that writes
// files the name of its server does not count: mcp__shell__write_file.
func (c *Call) executes() bool {
	own := c.Tool[strings.LastIndex(c.Tool, "__")+1:]
	return says(own, executes) || says(c.Tool, executes) && !says(own, writes)
}

// isPath reports whether a text is a path, by its form or by its key.
func isPath(key, text string) bool {
	if len(text) > maxPath || strings.ContainsAny(text, "\n\r\x00") {
		return false
	}
	for _, begin := range [...]string{"/", "~/", "./", "../", "file://", "~"} {
		if strings.HasPrefix(strings.ToLower(text[:min(len(text), len(begin))]), begin) && (begin != "~" || text == "~") {
			return true
		}
	}
	blank := strings.ContainsAny(text, " \t")
	return !blank && (strings.HasPrefix(text, ".") || strings.Contains(text, "/")) || says(key, pathWords) && !says(key, codeWords) && len(strings.Fields(text)) <= maxBlanks
}

// maxPath limits a path's bytes. maxBlanks limits its words if only the key says that it
// is a path.
const (
	maxPath   = 4096
	maxBlanks = 4
)

// languages maps the names that an argument or a tool has for a language to the words
// that run its code. strict says that the language's reader rejects text in other languages.
var languages = []struct {
	names  []string
	argv   []string
	strict bool
}{
	{[]string{"python", "python3", "py", "ipython", "jupyter"}, []string{"python3", "-c"}, true},
	{[]string{"javascript", "js", "node", "nodejs", "typescript", "ts"}, []string{"node", "-e"}, true},
	{[]string{"bash", "sh", "shell", "zsh", "terminal"}, []string{"sh", "-c"}, false},
	{[]string{"ruby", "rb"}, []string{"ruby", "-e"}, false},
	{[]string{"perl", "pl"}, []string{"perl", "-e"}, false},
	{[]string{"php"}, []string{"php", "-r"}, false},
	{[]string{"sql", "postgres", "postgresql", "psql", "mysql", "sqlite", "database", "db"}, []string{"psql", "-c"}, false},
}

// languageKeys are the arguments that name the language of code.
var languageKeys = []string{"language", "lang", "kernel", "runtime", "interpreter"}

// language returns the words that would run the code, by the argument beside it that
// names its language or by the tool's name; nil if neither does.
func (c *Call) language(in *value) []string {
	said := c.Tool
	if in != nil {
		if lang := in.text(languageKeys); lang != "" {
			said = lang
		}
	}
	return languageOf(said)
}

// languageOf returns the words that would run code in the language that a name contains.
func languageOf(name string) []string {
	for _, l := range languages {
		if says(name, l.names) {
			return l.argv
		}
	}
	return nil
}
